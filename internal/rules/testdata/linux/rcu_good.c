// rule: linux/rcu
// entry: route
#include <linux/module.h>
#include <linux/rcupdate.h>
#include <linux/errno.h>

struct config {
	int limit;
	int strict;
};

struct unit {
	struct config *config;
	struct config *old;
};

static int limit_of(struct unit *u)
{
	struct config *c;
	int limit;

	rcu_read_lock();
	c = u->config;
	if (!c) {
		rcu_read_unlock(); // mutant: drop
		return -ENOENT;
	}
	limit = c->limit;
	rcu_read_unlock();
	return limit;
}

int route(struct unit *a, struct unit *b)
{
	int limit;

	rcu_read_lock(); // mutant: twice
	limit = limit_of(a);
	if (limit < 0)
		limit = limit_of(b);
	rcu_read_unlock(); // mutant: twice
	if (limit < 0)
		return limit;
	a->old = a->config;
	a->config = b->config;
	synchronize_rcu(); // mutant: rcu_read_lock(); synchronize_rcu(); rcu_read_unlock();
	return 0;
}
