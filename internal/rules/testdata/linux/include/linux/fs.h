#ifndef LINUX_FS_H
#define LINUX_FS_H

#include <linux/types.h>
int alloc_chrdev_region(dev_t *dev, unsigned int first, unsigned int count, const char *name);
int register_chrdev_region(dev_t from, unsigned int count, const char *name);
void unregister_chrdev_region(dev_t from, unsigned int count);

#endif
