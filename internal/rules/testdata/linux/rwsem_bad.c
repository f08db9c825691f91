// rule: linux/rwsem
// entry: load
// message: takes a semaphore that it has taken already
#include <linux/module.h>
#include <linux/rwsem.h>

struct pool {
	struct rw_semaphore sem;
	int free;
	int limit;
};

static void pool_fill(struct pool *p)
{
	down_write(&p->sem);
	p->free = p->limit;
	up_write(&p->sem);
}

int load(struct pool *p)
{
	int n;

	down_read(&p->sem);
	if (p->free == 0)
		pool_fill(p);
	n = p->free;
	up_read(&p->sem);
	return n;
}
