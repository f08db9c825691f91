// rule: linux/sysfs_group
// entry: auto
// message: hide removes a group of attributes that doesn't exist
#include <linux/module.h>
#include <linux/device.h>
#include <linux/sysfs.h>

static const struct attribute_group group = { .name = "state" };
static struct kobject kobj;

static void hide(void)
{
	sysfs_remove_group(&kobj, &group);
}

static int __init state_init(void)
{
	int warned = 0;

	if (sysfs_create_group(&kobj, &group))
		warned = 1;
	return 0 * warned;
}

static void __exit state_exit(void)
{
	hide();
}

module_init(state_init);
module_exit(state_exit);
MODULE_LICENSE("GPL");
