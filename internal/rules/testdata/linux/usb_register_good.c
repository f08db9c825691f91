// rule: linux/usb_register
// entry: auto
#include <linux/module.h>
#include <linux/usb.h>
#include <linux/errno.h>

static int disabled;

static int tv_probe(struct usb_interface *intf, const struct usb_device_id *id)
{
	return disabled ? -ENODEV : 0;
}

static void tv_disconnect(struct usb_interface *intf)
{
}

static struct usb_driver tv_driver = {
	.name = "tv",
	.probe = tv_probe,
	.disconnect = tv_disconnect,
};

static struct usb_driver remote_driver = {
	.name = "tv_remote",
	.probe = tv_probe,
	.disconnect = tv_disconnect,
};

static int register_remote(void)
{
	return usb_register(&remote_driver);
}

static int __init tv_init(void)
{
	int err;

	if (disabled)
		return -ENODEV;
	err = usb_register(&tv_driver);
	if (err)
		return err; // mutant: drop
	err = register_remote();
	if (err)
		usb_deregister(&tv_driver); // mutant: usb_deregister(&remote_driver); // mutant: twice
	return err;
}

static void __exit tv_exit(void)
{
	usb_deregister(&remote_driver); // mutant: drop
	usb_deregister(&tv_driver); // mutant: drop
}

module_init(tv_init);
module_exit(tv_exit);
MODULE_LICENSE("GPL");
