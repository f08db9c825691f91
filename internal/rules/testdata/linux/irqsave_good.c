// rule: linux/irqsave
// entry: flush_ring
#include <linux/module.h>
#include <linux/spinlock.h>
#include <linux/errno.h>

struct ring {
	spinlock_t lock;
	spinlock_t tail_lock;
	int head;
	int tail;
	int broken;
};

static void advance(struct ring *r)
{
	spin_lock(&r->tail_lock); // mutant: spin_lock_irq(&r->tail_lock);
	r->tail = r->head;
	spin_unlock(&r->tail_lock); // mutant: spin_unlock_irq(&r->tail_lock);
}

static int ring_flush(struct ring *r)
{
	unsigned long flags;

	spin_lock_irqsave(&r->lock, flags);
	if (r->broken) {
		spin_unlock_irqrestore(&r->lock, flags); // mutant: spin_unlock_irq(&r->lock);
		return -EIO;
	}
	advance(r);
	spin_unlock_irqrestore(&r->lock, flags);
	return 0;
}

int flush_ring(struct ring *in, struct ring *out)
{
	int err;

	err = ring_flush(in);
	if (err)
		return err;
	if (in == out)
		return 0;
	if (!spin_trylock_irq(&out->lock))
		return -EAGAIN;
	out->head = out->tail;
	spin_unlock_irq(&out->lock); // mutant: spin_unlock(&out->lock);
	spin_lock_bh(&in->lock);
	in->head = 0;
	spin_unlock_bh(&in->lock);
	return 0;
}
