#ifndef LINUX_CDEV_H
#define LINUX_CDEV_H

#include <linux/types.h>
struct file_operations;

struct cdev {
	const struct file_operations *ops;
	dev_t dev;
};

void cdev_init(struct cdev *cdev, const struct file_operations *ops);
int cdev_add(struct cdev *cdev, dev_t dev, unsigned int count);
void cdev_del(struct cdev *cdev);

#endif
