// rule: linux/rwlock
// entry: lookup
// message: still locked for reading
#include <linux/module.h>
#include <linux/spinlock.h>
#include <linux/errno.h>

struct map {
	rwlock_t lock;
	int keys[8];
};

int lookup(struct map *m, int key)
{
	int i;

	read_lock(&m->lock);
	for (i = 0; i < 8; i++)
		if (m->keys[i] == key)
			return i;
	read_unlock(&m->lock);
	return -EINVAL;
}
