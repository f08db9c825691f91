// rule: linux/module_refs
// entry: bind
// message: a reference to a module isn't given back at the end
#include <linux/module.h>
#include <linux/errno.h>

struct protocol {
	struct module *owner;
	int ready;
};

int bind(struct protocol *p)
{
	if (!try_module_get(p->owner))
		return -ENODEV;
	if (!p->ready)
		return -EAGAIN;
	module_put(p->owner);
	return 0;
}
