// rule: linux/kfree_use
// entry: report
// message: report uses memory that was freed
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/errno.h>
#include <linux/uaccess.h>

int report(char __user *to, size_t n)
{
	char *line = kzalloc(n, GFP_KERNEL);
	int err = 0;

	if (!line)
		return -ENOMEM;
	if (n > 80) {
		kfree(line);
		err = -EINVAL;
	}
	if (copy_to_user(to, line, n))
		err = -EFAULT;
	return err;
}
