// rule: linux/idr
// entry: session
#include <linux/module.h>
#include <linux/idr.h>
#include <linux/errno.h>

struct pool {
	struct idr small;
	struct idr large;
	int limit;
};

static int add(struct idr *idr, void *p)
{
	int id;

	id = idr_alloc(idr, p, 1, 0, GFP_KERNEL);
	if (id < 0)
		return id;
	return 0;
}

static void pool_clear(struct pool *p)
{
	idr_destroy(&p->small); // mutant: drop // mutant: twice
	idr_destroy(&p->large);
}

int session(struct pool *p, void *first, void *second)
{
	int err;

	if (!first)
		return -EINVAL;
	idr_init(&p->small);
	idr_init(&p->large);
	err = add(&p->small, first);
	if (err)
		goto out;
	err = add(&p->large, second); // mutant: idr_destroy(&p->large); err = add(&p->large, second);
	if (err)
		goto out; // mutant: return err;
	if (!idr_find(&p->small, p->limit))
		err = -ENOENT;
out:
	pool_clear(p);
	return err;
}
