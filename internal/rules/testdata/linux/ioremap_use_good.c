// rule: linux/ioremap_use
// entry: auto
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/slab.h>
#include <linux/io.h>
#include <linux/errno.h>

struct port {
	void __iomem *regs;
};

static int port_probe(struct platform_device *pdev)
{
	struct port *p;
	struct resource *res;

	p = kzalloc(sizeof(*p), GFP_KERNEL);
	if (!p)
		return -ENOMEM;
	res = platform_get_resource(pdev, IORESOURCE_MEM, 0);
	if (res)
		p->regs = ioremap(res->start, 16);
	if (!p->regs) {
		kfree(p);
		return -ENODEV;
	}
	if (readl(p->regs) == 0) { // mutant: iounmap(p->regs); if (readl(p->regs) == 0) {
		iounmap(p->regs);
		kfree(p);
		return -ENODEV;
	}
	platform_set_drvdata(pdev, p);
	return 0;
}

static int port_remove(struct platform_device *pdev)
{
	struct port *p = platform_get_drvdata(pdev);

	writel(0, p->regs); // mutant: iounmap(p->regs); writel(0, p->regs);
	iounmap(p->regs); // mutant: iounmap(p->regs); writel(0, p->regs);
	kfree(p);
	return 0;
}

static struct platform_driver port_driver = { .probe = port_probe, .remove = port_remove };
module_platform_driver(port_driver)
