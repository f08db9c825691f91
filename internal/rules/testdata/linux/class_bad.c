// rule: linux/class
// entry: auto
// message: led_init uses a class that couldn't be created
#include <linux/module.h>
#include <linux/device.h>
#include <linux/errno.h>

static struct class *leds;

static int __init led_init(void)
{
	leds = class_create(THIS_MODULE, "leds");
	if (!leds)
		return -ENOMEM;
	device_create(leds, NULL, 1, NULL, "led");
	return 0;
}

static void __exit led_exit(void)
{
	device_destroy(leds, 1);
	class_destroy(leds);
}

module_init(led_init);
module_exit(led_exit);
MODULE_LICENSE("GPL");
