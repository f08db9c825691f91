// rule: linux/rwlock
// entry: rename
#include <linux/module.h>
#include <linux/spinlock.h>
#include <linux/errno.h>

struct table {
	rwlock_t lock;
	int size;
	int frozen;
};

static int table_size(struct table *t)
{
	int n;

	read_lock(&t->lock);
	n = t->size;
	read_unlock(&t->lock); // mutant: drop // mutant: write_unlock(&t->lock);
	return n;
}

static int table_grow(struct table *t)
{
	write_lock_bh(&t->lock); // mutant: twice
	if (t->frozen) {
		write_unlock_bh(&t->lock);
		return -EBUSY;
	}
	t->size++;
	write_unlock_bh(&t->lock);
	return 0;
}

int rename(struct table *from, struct table *to)
{
	int err;

	if (from == to || table_size(from) == 0)
		return -EINVAL;
	read_lock(&from->lock);
	err = table_grow(to); // mutant: err = table_grow(from);
	read_unlock(&from->lock);
	if (err)
		return err;
	if (!write_trylock(&from->lock)) // mutant: if (write_trylock(&from->lock))
		return -EAGAIN;
	from->size--;
	write_unlock(&from->lock);
	return 0;
}
