// rule: linux/spinlock_alloc
// entry: post
// message: post calls kmalloc, which may sleep, while a spin lock is held
#include <linux/module.h>
#include <linux/spinlock.h>
#include <linux/slab.h>
#include <linux/errno.h>

struct box {
	spinlock_t lock;
	void *message;
};

int post(struct box *b, size_t size)
{
	unsigned long flags;

	spin_lock_irqsave(&b->lock, flags);
	if (!b->message)
		b->message = kmalloc(size, GFP_KERNEL);
	spin_unlock_irqrestore(&b->lock, flags);
	return b->message ? 0 : -ENOMEM;
}
