// rule: linux/kfree
// entry: run
// Two buffers whose sizes are the user's: for no bytes both are ZERO_SIZE_PTR.
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/errno.h>

static void *in, *out;

static int prepare(size_t n, size_t m)
{
	in = kzalloc(n, GFP_KERNEL); // mutant: in = kzalloc(n, GFP_KERNEL); kfree(in);
	out = kzalloc(m, GFP_KERNEL); // mutant: out = in;
	return in && out ? 0 : -ENOMEM;
}

int run(size_t n, size_t m)
{
	int err = prepare(n, m);

	kfree(in);
	kfree(out); // mutant: kfree(out); kfree(in);
	return err;
}
