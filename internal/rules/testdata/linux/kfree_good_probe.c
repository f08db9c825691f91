// rule: linux/kfree
// entry: auto
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/miscdevice.h>
#include <linux/interrupt.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/io.h>
#include <linux/errno.h>
#include <linux/uaccess.h>

#define container_of(p, type, member) ((type *)((char *)(p) - __builtin_offsetof(type, member)))

struct thermo {
	void __iomem *regs;
	int irq;
	struct mutex lock;
	u32 last;
	char *buf;
	struct miscdevice misc;
};

static irqreturn_t thermo_irq(int irq, void *data)
{
	struct thermo *t = data;

	t->last = readl(t->regs + 4);
	return IRQ_HANDLED;
}

static int thermo_open(struct inode *inode, struct file *file)
{
	struct thermo *t = container_of(file->private_data, struct thermo, misc);

	mutex_lock(&t->lock);
	t->last = 0;
	mutex_unlock(&t->lock);
	return 0;
}

static ssize_t thermo_write(struct file *file, const char __user *from, size_t n, loff_t *pos)
{
	struct thermo *t = container_of(file->private_data, struct thermo, misc);

	if (n > 64)
		return -EINVAL;
	if (copy_from_user(t->buf, from, n))
		return -EFAULT;
	return n;
}

static const struct file_operations thermo_fops = { .open = thermo_open, .write = thermo_write };

static int thermo_probe(struct platform_device *pdev)
{
	struct thermo *t;
	struct resource *res;
	int err;

	t = kzalloc(sizeof(*t), GFP_KERNEL);
	if (!t)
		return -ENOMEM;
	t->buf = kmalloc(64, GFP_KERNEL);
	if (!t->buf) {
		err = -ENOMEM;
		goto free;
	}
	mutex_init(&t->lock);
	res = platform_get_resource(pdev, IORESOURCE_MEM, 0);
	if (!res) {
		err = -ENODEV;
		goto free_buf;
	}
	t->regs = ioremap(res->start, res->end - res->start + 1);
	if (!t->regs) {
		err = -ENOMEM;
		goto free_buf;
	}
	t->irq = platform_get_irq(pdev, 0);
	if (t->irq < 0) {
		err = t->irq;
		goto unmap;
	}
	err = request_irq(t->irq, thermo_irq, 0, "thermo", t);
	if (err)
		goto unmap;
	t->misc.minor = MISC_DYNAMIC_MINOR;
	t->misc.name = "thermo";
	t->misc.fops = &thermo_fops;
	err = misc_register(&t->misc);
	if (err)
		goto irq;
	platform_set_drvdata(pdev, t);
	return 0;
irq:
	free_irq(t->irq, t);
unmap:
	iounmap(t->regs);
free_buf:
	kfree(t->buf); // mutant: kfree(t);
free:
	kfree(t);
	return err;
}

static int thermo_remove(struct platform_device *pdev)
{
	struct thermo *t = platform_get_drvdata(pdev);

	misc_deregister(&t->misc);
	free_irq(t->irq, t);
	iounmap(t->regs);
	kfree(t->buf); // mutant: kfree(t);
	kfree(t);
	return 0;
}

static struct platform_driver thermo_driver = { .probe = thermo_probe, .remove = thermo_remove };
module_platform_driver(thermo_driver)
