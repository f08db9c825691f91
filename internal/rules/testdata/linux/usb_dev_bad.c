// rule: linux/usb_dev
// entry: attach
// message: a reference to a USB device isn't given back at the end
#include <linux/module.h>
#include <linux/usb.h>
#include <linux/slab.h>
#include <linux/errno.h>

int attach(struct usb_interface *intf)
{
	struct usb_device *udev;
	void *buffer;

	udev = usb_get_dev(interface_to_usbdev(intf));
	buffer = kmalloc(64, GFP_KERNEL);
	if (!buffer)
		return -ENOMEM;
	kfree(buffer);
	usb_put_dev(udev);
	return 0;
}
