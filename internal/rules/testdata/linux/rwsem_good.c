// rule: linux/rwsem
// entry: resize
#include <linux/module.h>
#include <linux/rwsem.h>
#include <linux/errno.h>

struct volume {
	struct rw_semaphore sem;
	int size;
	int mounted;
};

static int volume_size(struct volume *v)
{
	int size;

	down_read(&v->sem);
	size = v->size;
	up_read(&v->sem); // mutant: up_write(&v->sem);
	return size;
}

static int volume_set(struct volume *v, int size)
{
	if (down_write_killable(&v->sem)) // mutant: if (!down_write_killable(&v->sem))
		return -EINTR;
	if (v->mounted) {
		up_write(&v->sem); // mutant: drop
		return -EBUSY;
	}
	v->size = size;
	downgrade_write(&v->sem); // mutant: drop
	if (v->size != size)
		v->mounted = 0;
	up_read(&v->sem);
	return 0;
}

int resize(struct volume *a, struct volume *b)
{
	int err;

	if (a == b)
		return -EINVAL;
	if (!down_read_trylock(&a->sem))
		return -EAGAIN;
	err = volume_set(b, a->size);
	up_read(&a->sem); // mutant: twice
	if (err)
		return err;
	return volume_size(b);
}
