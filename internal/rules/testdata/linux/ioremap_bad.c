// rule: linux/ioremap
// entry: probe
// message: device memory is still mapped at the end
#include <linux/module.h>
#include <linux/io.h>
#include <linux/errno.h>

int probe(resource_size_t base)
{
	void __iomem *regs;

	regs = ioremap(base, 16);
	if (!regs)
		return -ENOMEM;
	if (readl(regs) == 0)
		return -ENODEV;
	iounmap(regs);
	return 0;
}
