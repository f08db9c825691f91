// rule: linux/completion
// entry: request
// message: request waits for a completion that isn't initialised
#include <linux/module.h>
#include <linux/completion.h>
#include <linux/slab.h>
#include <linux/errno.h>

struct transfer {
	struct completion done;
	int status;
};

int request(void)
{
	struct transfer *t;
	int status;

	t = kzalloc(sizeof(*t), GFP_KERNEL);
	if (!t)
		return -ENOMEM;
	wait_for_completion(&t->done);
	status = t->status;
	kfree(t);
	return status;
}
