#ifndef LINUX_MISCDEVICE_H
#define LINUX_MISCDEVICE_H

#include <linux/fs.h>

#define MISC_DYNAMIC_MINOR 255

struct miscdevice {
	int minor;
	const char *name;
	const struct file_operations *fops;
	struct device *this_device;
};

int misc_register(struct miscdevice *misc);
void misc_deregister(struct miscdevice *misc);

#endif
