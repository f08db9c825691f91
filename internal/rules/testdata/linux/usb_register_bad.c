// rule: linux/usb_register
// entry: auto
// message: deregisters a USB driver that isn't registered
#include <linux/module.h>
#include <linux/usb.h>

static int dial_probe(struct usb_interface *intf, const struct usb_device_id *id)
{
	return 0;
}

static void dial_disconnect(struct usb_interface *intf)
{
}

static struct usb_driver dial_driver = {
	.name = "dial",
	.probe = dial_probe,
	.disconnect = dial_disconnect,
};

static int __init dial_init(void)
{
	if (usb_register(&dial_driver) < 0)
		dial_driver.name = "dial (not there)";
	return 0;
}

static void __exit dial_exit(void)
{
	usb_deregister(&dial_driver);
}

module_init(dial_init);
module_exit(dial_exit);
MODULE_LICENSE("GPL");
