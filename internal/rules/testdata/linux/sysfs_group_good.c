// rule: linux/sysfs_group
// entry: publish
#include <linux/module.h>
#include <linux/device.h>
#include <linux/sysfs.h>
#include <linux/errno.h>

static const struct attribute_group values = { .name = "values" };
static const struct attribute_group limits = { .name = "limits" };

static int locked;

static int create_limits(struct kobject *kobj)
{
	if (locked)
		return -EBUSY;
	return sysfs_create_group(kobj, &limits);
}

static void remove_all(struct kobject *kobj)
{
	sysfs_remove_group(kobj, &limits); // mutant: drop // mutant: twice
	sysfs_remove_group(kobj, &values); // mutant: drop
}

int publish(struct device *dev)
{
	int err;

	err = sysfs_create_group(&dev->kobj, &values);
	if (err)
		return err; // mutant: drop
	err = create_limits(&dev->kobj);
	if (err) {
		sysfs_remove_group(&dev->kobj, &values); // mutant: remove_all(&dev->kobj);
		return err;
	}
	remove_all(&dev->kobj);
	return 0;
}
