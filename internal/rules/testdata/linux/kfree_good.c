// rule: linux/kfree
// entry: build
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/errno.h>

struct image {
	int width;
	int height;
};

static int check(struct image *i)
{
	if (i->width <= 0)
		return -EINVAL;
	return 0;
}

static void drop(struct image *i)
{
	kfree(i);
}

int build(int width)
{
	struct image *front, *back;
	int err;

	front = kzalloc(sizeof(*front), GFP_KERNEL);
	if (!front)
		return -ENOMEM;
	front->width = width;
	err = check(front);
	if (err) {
		drop(front); // mutant: twice // mutant: kfree(front); drop(front);
		return err; // mutant: drop
	}
	back = kmalloc(sizeof(*back), GFP_KERNEL);
	if (!back) {
		drop(front);
		return -ENOMEM; // mutant: drop
	}
	drop(back);
	back = NULL; // mutant: drop
	drop(front);
	kfree(back);
	return 0;
}
