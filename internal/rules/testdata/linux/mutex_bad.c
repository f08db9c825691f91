// rule: linux/mutex
// entry: flush
// message: a mutex is still locked at the end
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/errno.h>

struct queue {
	struct mutex lock;
	int length;
	int closed;
};

static int queue_check(struct queue *q)
{
	return q->closed ? -ESHUTDOWN : 0;
}

int flush(struct queue *q)
{
	int err;

	mutex_lock(&q->lock);
	err = queue_check(q);
	if (err)
		return err;
	q->length = 0;
	mutex_unlock(&q->lock);
	return 0;
}
