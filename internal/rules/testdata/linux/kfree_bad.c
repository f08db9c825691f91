// rule: linux/kfree
// entry: create
// message: frees memory twice
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/errno.h>

struct volume {
	int size;
};

static int mount(struct volume *v, int size)
{
	if (size < 0) {
		kfree(v);
		return -EINVAL;
	}
	v->size = size;
	return 0;
}

int create(int size)
{
	struct volume *v;
	int err;

	v = kzalloc(sizeof(*v), GFP_KERNEL);
	if (!v)
		return -ENOMEM;
	err = mount(v, size);
	if (err) {
		kfree(v);
		return err;
	}
	kfree(v);
	return 0;
}
