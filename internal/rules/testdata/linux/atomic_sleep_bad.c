// rule: linux/atomic_sleep
// entry: stop
// message: settle calls msleep, which may sleep, while a spin lock is held
#include <linux/module.h>
#include <linux/spinlock.h>
#include <linux/delay.h>

struct motor {
	spinlock_t lock;
	int speed;
};

static void settle(struct motor *m)
{
	if (m->speed > 100)
		msleep(50);
}

void stop(struct motor *m)
{
	spin_lock(&m->lock);
	settle(m);
	m->speed = 0;
	spin_unlock(&m->lock);
}
