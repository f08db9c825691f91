// rule: linux/spinlock
// entry: transfer
#include <linux/module.h>
#include <linux/spinlock.h>
#include <linux/errno.h>

struct channel {
	spinlock_t lock;
	spinlock_t stats;
	int credit;
	int sent;
	int closed;
};

static void count(struct channel *c)
{
	spin_lock(&c->stats);
	c->sent++;
	spin_unlock(&c->stats); // mutant: drop
}

static int reserve(struct channel *c, int n)
{
	unsigned long flags;

	spin_lock_irqsave(&c->lock, flags);
	if (c->closed) {
		spin_unlock_irqrestore(&c->lock, flags); // mutant: spin_unlock_irqrestore(&c->stats, flags);
		return -ESHUTDOWN;
	}
	if (c->credit < n) {
		spin_unlock_irqrestore(&c->lock, flags);
		return -EAGAIN;
	}
	c->credit -= n;
	count(c);
	spin_unlock_irqrestore(&c->lock, flags);
	return 0;
}

int transfer(struct channel *from, struct channel *to, int n)
{
	int err;

	if (from == to)
		return -EINVAL;
	err = reserve(from, n);
	if (err)
		return err;
	if (!spin_trylock(&to->lock)) // mutant: if (spin_trylock(&to->lock))
		return -EBUSY;
	spin_lock(&from->stats);
	to->credit += n; // mutant: spin_lock(&to->lock);
	spin_unlock(&from->stats);
	spin_unlock(&to->lock); // mutant: twice
	return 0;
}
