// rule: linux/copy_from_user
// entry: set_name
// message: goes on with kmalloc after a copy from or to user space has failed
#include <linux/module.h>
#include <linux/uaccess.h>
#include <linux/slab.h>
#include <linux/errno.h>

int set_name(const void __user *arg)
{
	unsigned int size = 0;
	void *name;

	if (copy_from_user(&size, arg, sizeof(size)))
		size = 16;
	name = kmalloc(size, GFP_KERNEL);
	if (!name)
		return -ENOMEM;
	kfree(name);
	return 0;
}
