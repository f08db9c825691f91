// rule: linux/clk
// entry: power_up
#include <linux/module.h>
#include <linux/clk.h>
#include <linux/errno.h>

struct codec {
	struct clk *bus;
	struct clk *audio;
	int broken;
};

static int clocks_on(struct codec *c)
{
	int err;

	err = clk_prepare_enable(c->bus);
	if (err)
		return err; // mutant: drop
	err = clk_prepare_enable(c->audio);
	if (err)
		clk_disable_unprepare(c->bus); // mutant: drop // mutant: clk_disable_unprepare(c->audio);
	return err;
}

static void clocks_off(struct codec *c)
{
	clk_disable_unprepare(c->audio); // mutant: twice
	clk_disable_unprepare(c->bus);
}

int power_up(struct codec *c)
{
	int err;

	if (c->bus == c->audio)
		return -EINVAL;
	err = clocks_on(c);
	if (err)
		return err;
	if (c->broken) {
		clocks_off(c); // mutant: drop
		return -EIO;
	}
	clocks_off(c);
	return 0;
}
