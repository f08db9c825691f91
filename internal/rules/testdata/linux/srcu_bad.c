// rule: linux/srcu
// entry: visit
// message: isn't left at the end
#include <linux/module.h>
#include <linux/srcu.h>
#include <linux/errno.h>

struct list {
	struct srcu_struct srcu;
	int length;
};

int visit(struct list *l, int at)
{
	int idx;

	idx = srcu_read_lock(&l->srcu);
	if (at >= l->length)
		return -EINVAL;
	srcu_read_unlock(&l->srcu, idx);
	return at;
}
