// rule: linux/completion
// entry: auto
#include <linux/module.h>
#include <linux/completion.h>
#include <linux/slab.h>
#include <linux/errno.h>

struct call {
	struct completion sent;
	struct completion done;
	int result;
};

static DECLARE_COMPLETION(idle);

static void prepare(struct call *c)
{
	init_completion(&c->sent); // mutant: drop // mutant: init_completion(&c->done);
	init_completion(&c->done); // mutant: if (c->result) init_completion(&c->done);
}

static int run(struct call *c)
{
	complete(&c->sent);
	if (wait_for_completion_interruptible(&c->done))
		return -ERESTARTSYS;
	return c->result;
}

static int __init command_init(void)
{
	struct call *c;
	int err;

	c = kzalloc(sizeof(*c), GFP_KERNEL);
	if (!c)
		return -ENOMEM;
	prepare(c);
	err = run(c);
	if (err)
		goto out;
	complete(&idle);
	wait_for_completion(&idle);
	reinit_completion(&c->done);
	err = run(c);
out:
	kfree(c);
	return err;
}

module_init(command_init);
MODULE_LICENSE("GPL");
