// rule: linux/clk
// entry: measure
// message: a clock is still enabled at the end
#include <linux/module.h>
#include <linux/clk.h>
#include <linux/errno.h>

int measure(struct clk *clk, int *result)
{
	int err;

	err = clk_prepare_enable(clk);
	if (err)
		return err;
	if (!*result)
		return -EINVAL;
	clk_disable_unprepare(clk);
	return 0;
}
