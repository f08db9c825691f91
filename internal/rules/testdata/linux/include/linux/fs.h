#ifndef LINUX_FS_H
#define LINUX_FS_H

#include <linux/types.h>

struct module;
struct inode {
	void *i_private;
};
struct file {
	unsigned int f_flags;
	void *private_data;
};
struct file_operations {
	struct module *owner;
	int (*open)(struct inode *inode, struct file *file);
	int (*release)(struct inode *inode, struct file *file);
	ssize_t (*read)(struct file *file, char *to, size_t n, loff_t *pos);
	ssize_t (*write)(struct file *file, const char *from, size_t n, loff_t *pos);
};

int alloc_chrdev_region(dev_t *dev, unsigned int first, unsigned int count, const char *name);
int register_chrdev_region(dev_t from, unsigned int count, const char *name);
void unregister_chrdev_region(dev_t from, unsigned int count);

#endif
