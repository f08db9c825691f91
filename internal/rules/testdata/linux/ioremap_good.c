// rule: linux/ioremap
// entry: setup
#include <linux/module.h>
#include <linux/io.h>
#include <linux/errno.h>

static void __iomem *map_fifo(resource_size_t base, int coherent)
{
	if (coherent)
		return ioremap(base, 4096);
	return ioremap_wc(base, 4096);
}

static int start(void __iomem *regs, void __iomem *fifo)
{
	if (readl(regs) == 0)
		return -ENODEV;
	writel(1, fifo);
	return 0;
}

static void unmap(void __iomem *regs, void __iomem *fifo)
{
	iounmap(fifo); // mutant: drop // mutant: twice
	iounmap(regs); // mutant: drop
}

int setup(resource_size_t base, int coherent)
{
	void __iomem *regs, *fifo;
	int err;

	regs = ioremap(base, 256);
	if (!regs)
		return -ENOMEM;
	fifo = map_fifo(base + 256, coherent);
	if (!fifo) {
		iounmap(regs); // mutant: iounmap(fifo); // mutant: twice
		return -ENOMEM;
	}
	err = start(regs, fifo);
	unmap(regs, fifo);
	return err;
}
