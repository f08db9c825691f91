#ifndef LINUX_SYSFS_H
#define LINUX_SYSFS_H

#include <linux/types.h>
struct kobject;
struct attribute;

struct attribute_group {
	const char *name;
	struct attribute **attrs;
};

int sysfs_create_group(struct kobject *kobj, const struct attribute_group *grp);
void sysfs_remove_group(struct kobject *kobj, const struct attribute_group *grp);

#endif
