// rule: linux/copy_from_user
// entry: request
#include <linux/module.h>
#include <linux/uaccess.h>
#include <linux/slab.h>
#include <linux/errno.h>

struct header {
	unsigned int size;
};

static int read_header(struct header *h, const void __user *arg)
{
	if (copy_from_user(h, arg, sizeof(*h))) // mutant: if (copy_from_user(h, arg, sizeof(*h)) && h->size)
		return -EFAULT;
	if (h->size > 4096)
		return -EINVAL;
	return 0;
}

static long transfer(const void __user *arg, unsigned int size)
{
	void *data;
	long err = 0;

	data = kmalloc(size, GFP_KERNEL);
	if (!data)
		return -ENOMEM;
	if (copy_from_user(data, arg, size)) // mutant: if (copy_from_user(data, arg, size) == size)
		err = -EFAULT;
	kfree(data);
	return err;
}

long request(void __user *arg)
{
	struct header h, reply;
	long err;

	err = read_header(&h, arg);
	if (err)
		return err; // mutant: drop
	err = transfer(arg, h.size);
	if (err)
		return err;
	reply.size = h.size;
	if (copy_to_user(arg, &reply, sizeof(reply)))
		return -EFAULT;
	return 0;
}
