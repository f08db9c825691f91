// rule: linux/urb
// entry: start
// message: an URB isn't freed at the end
#include <linux/module.h>
#include <linux/usb.h>
#include <linux/errno.h>

int start(void)
{
	struct urb *in, *out;

	in = usb_alloc_urb(0, GFP_KERNEL);
	out = usb_alloc_urb(0, GFP_KERNEL);
	if (!in || !out)
		return -ENOMEM;
	usb_free_urb(in);
	usb_free_urb(out);
	return 0;
}
