// rule: linux/spinlock_alloc
// entry: enqueue
#include <linux/module.h>
#include <linux/spinlock.h>
#include <linux/slab.h>
#include <linux/errno.h>

struct request {
	int command;
	struct request *next;
};

struct queue {
	spinlock_t lock;
	spinlock_t free_lock;
	struct request *first;
	int length;
};

static struct request *make_request(gfp_t flags)
{
	return kzalloc(sizeof(struct request), flags);
}

static int refill(struct queue *q)
{
	struct request *r;

	spin_lock(&q->free_lock);
	r = make_request(GFP_ATOMIC); // mutant: r = make_request(GFP_KERNEL);
	spin_unlock(&q->free_lock);
	if (!r)
		return -ENOMEM;
	kfree(r);
	return 0;
}

int enqueue(struct queue *q, int command)
{
	struct request *r, *spare;
	int err;

	r = make_request(GFP_KERNEL);
	if (!r)
		return -ENOMEM;
	if (!spin_trylock(&q->lock)) { // mutant: if (spin_trylock(&q->lock)) {
		spare = kmalloc(sizeof(*spare), GFP_KERNEL);
		kfree(spare);
		kfree(r);
		return -EBUSY;
	}
	r->command = command;
	r->next = q->first;
	q->first = r;
	err = refill(q);
	spin_unlock(&q->lock); // mutant: drop
	spare = kmalloc(sizeof(*spare), GFP_KERNEL);
	kfree(spare);
	return err;
}
