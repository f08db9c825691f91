// rule: linux/atomic_sleep
// entry: reset
#include <linux/module.h>
#include <linux/spinlock.h>
#include <linux/mutex.h>
#include <linux/delay.h>
#include <linux/errno.h>

struct chip {
	spinlock_t lock;
	struct mutex config;
	int command;
	int busy;
};

static int take(struct chip *c)
{
	int command;

	spin_lock(&c->lock);
	if (c->busy) {
		spin_unlock(&c->lock);
		return -EBUSY;
	}
	command = c->command;
	udelay(10); // mutant: msleep(1);
	spin_unlock(&c->lock); // mutant: drop
	return command;
}

int reset(struct chip *a, struct chip *b)
{
	int command;

	command = take(a);
	if (command < 0)
		return command;
	msleep(20);
	if (!spin_trylock(&b->lock))
		return -EAGAIN;
	b->command = command;
	spin_unlock(&b->lock); // mutant: drop
	mutex_lock(&b->config);
	b->busy = 0;
	mutex_unlock(&b->config);
	return 0;
}
