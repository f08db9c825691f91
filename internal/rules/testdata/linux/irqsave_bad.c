// rule: linux/irqsave
// entry: move
// message: enables interrupts while it holds a lock that keeps them away
#include <linux/module.h>
#include <linux/spinlock.h>

struct bucket {
	spinlock_t lock;
	int items;
};

static void put(struct bucket *b)
{
	spin_lock_irq(&b->lock);
	b->items++;
	spin_unlock_irq(&b->lock);
}

void move(struct bucket *from, struct bucket *to)
{
	unsigned long flags;

	if (from == to)
		return;
	spin_lock_irqsave(&from->lock, flags);
	if (from->items > 0) {
		from->items--;
		put(to);
	}
	spin_unlock_irqrestore(&from->lock, flags);
}
