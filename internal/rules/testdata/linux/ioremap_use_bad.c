// rule: linux/ioremap_use
// entry: stop
// message: stop writes device memory that was unmapped
#include <linux/module.h>
#include <linux/io.h>

struct port {
	void __iomem *regs;
};

void stop(struct port *p)
{
	writel(1, p->regs);
	iounmap(p->regs);
	writel(0, p->regs);
}
