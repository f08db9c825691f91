// rule: linux/rcu
// entry: replace
// message: waits for a grace period inside an RCU section
#include <linux/module.h>
#include <linux/rcupdate.h>

struct holder {
	int *value;
};

static void publish(struct holder *h, int *value)
{
	h->value = value;
	synchronize_rcu();
}

void replace(struct holder *h, int *value)
{
	rcu_read_lock();
	if (h->value != value)
		publish(h, value);
	rcu_read_unlock();
}
