// rule: linux/usb_dev
// entry: mirror
#include <linux/module.h>
#include <linux/usb.h>
#include <linux/errno.h>

static int halted;

static int check(struct usb_device *dev)
{
	return dev->devnum > 0 && !halted ? 0 : -ENODEV;
}

static void release(struct usb_device *dev)
{
	if (dev)
		usb_put_dev(dev); // mutant: drop // mutant: twice
}

int mirror(struct usb_interface *from, struct usb_interface *to)
{
	struct usb_device *source, *sink;
	int err;

	source = usb_get_dev(interface_to_usbdev(from));
	sink = interface_to_usbdev(to);
	err = check(source);
	if (err)
		goto out; // mutant: return err;
	if (sink == source) {
		release(source); // mutant: release(source); release(sink);
		return -EINVAL;
	}
	sink = usb_get_dev(sink);
	err = check(sink);
	release(sink); // mutant: drop
out:
	release(source);
	return err;
}
