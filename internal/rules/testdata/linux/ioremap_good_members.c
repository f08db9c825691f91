// rule: linux/ioremap
// entry: setup
#include <linux/module.h>
#include <linux/io.h>
#include <linux/errno.h>

struct card {
	void __iomem *regs;
	void __iomem *fifo;
};

static void card_unmap(struct card *c)
{
	iounmap(c->fifo); // mutant: twice
	iounmap(c->regs); // mutant: drop
}

static int card_map(struct card *c, resource_size_t base)
{
	c->regs = ioremap(base, 256);
	if (!c->regs)
		return -ENOMEM;
	c->fifo = ioremap_wc(base + 256, 4096);
	if (!c->fifo) {
		iounmap(c->regs); // mutant: iounmap(c->fifo); // mutant: twice
		return -ENOMEM;
	}
	return 0;
}

int setup(struct card *c, resource_size_t base)
{
	int err;

	if (!base)
		return -EINVAL;
	err = card_map(c, base);
	if (err)
		return err;
	card_unmap(c);
	return 0;
}
