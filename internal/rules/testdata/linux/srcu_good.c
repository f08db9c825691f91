// rule: linux/srcu
// entry: notify
#include <linux/module.h>
#include <linux/srcu.h>
#include <linux/errno.h>

struct chain {
	struct srcu_struct srcu;
	int listeners;
	int stopped;
};

static int call_chain(struct chain *c)
{
	int idx, n;

	idx = srcu_read_lock(&c->srcu);
	if (c->stopped) {
		srcu_read_unlock(&c->srcu, idx); // mutant: drop
		return -ESHUTDOWN;
	}
	n = c->listeners;
	srcu_read_unlock(&c->srcu, idx); // mutant: twice
	return n;
}

int notify(struct chain *first, struct chain *second)
{
	int idx, n;

	if (first == second)
		return -EINVAL;
	n = call_chain(first);
	if (n < 0)
		return n;
	idx = srcu_read_lock(&first->srcu);
	synchronize_srcu(&second->srcu); // mutant: synchronize_srcu(&first->srcu);
	srcu_read_unlock(&first->srcu, idx);
	return n + call_chain(second);
}
