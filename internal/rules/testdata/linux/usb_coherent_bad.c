// rule: linux/usb_coherent
// entry: open_pipe
// message: a coherent buffer isn't freed at the end
#include <linux/module.h>
#include <linux/usb.h>
#include <linux/errno.h>

int open_pipe(struct usb_device *udev, struct urb *urb)
{
	void *buffer;
	int err;

	buffer = usb_alloc_coherent(udev, 128, GFP_KERNEL, &urb->transfer_dma);
	if (!buffer)
		return -ENOMEM;
	err = usb_submit_urb(urb, GFP_KERNEL);
	if (err)
		return err;
	usb_kill_urb(urb);
	usb_free_coherent(udev, 128, buffer, urb->transfer_dma);
	return 0;
}
