// rule: linux/mutex
// entry: scan
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/errno.h>

struct port {
	struct mutex config;
	struct mutex data;
	int users;
	int limit;
};

static int port_room(struct port *p)
{
	int room;

	mutex_lock(&p->data);
	room = p->limit - p->users;
	mutex_unlock(&p->data); // mutant: drop
	return room;
}

static void port_release(struct port *p)
{
	mutex_unlock(&p->config);
}

static int port_take(struct port *p)
{
	if (mutex_lock_interruptible(&p->config)) // mutant: if (!mutex_lock_interruptible(&p->config))
		return -ERESTARTSYS;
	if (port_room(p) <= 0) {
		port_release(p); // mutant: twice
		return -EBUSY;
	}
	p->users++;
	port_release(p);
	return 0;
}

int scan(struct port *a, struct port *b)
{
	int err;

	if (a == b)
		return -EINVAL;
	err = port_take(a);
	if (err)
		return err;
	if (!mutex_trylock(&b->config))
		return -EAGAIN;
	if (mutex_lock_killable(&a->config))
		goto out;
	a->users--;
	mutex_unlock(&a->config);
out:
	mutex_unlock(&b->config);
	return 0;
}
