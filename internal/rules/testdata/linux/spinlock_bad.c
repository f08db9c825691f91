// rule: linux/spinlock
// entry: drain
// message: locks a spin lock that is locked already
#include <linux/module.h>
#include <linux/spinlock.h>

struct fifo {
	spinlock_t lock;
	int length;
};

static int fifo_length(struct fifo *f)
{
	int n;

	spin_lock(&f->lock);
	n = f->length;
	spin_unlock(&f->lock);
	return n;
}

void drain(struct fifo *f)
{
	spin_lock(&f->lock);
	while (fifo_length(f) > 0)
		f->length--;
	spin_unlock(&f->lock);
}
