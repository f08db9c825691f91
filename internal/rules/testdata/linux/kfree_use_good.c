// rule: linux/kfree_use
// entry: report
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/errno.h>
#include <linux/interrupt.h>
#include <linux/uaccess.h>

struct meter {
	int irq;
	char *line;
};

int report(char __user *to, struct meter *m, size_t n)
{
	int err = 0;

	m->line = kmalloc(n, GFP_KERNEL);
	if (!m->line)
		return -ENOMEM;
	if (copy_to_user(to, m->line, n)) // mutant: kfree(m->line); if (copy_to_user(to, m->line, n))
		err = -EFAULT;
	kfree(m->line);
	free_irq(m->irq, m); // mutant: kfree(m); free_irq(m->irq, m);
	kfree(m); // mutant: kfree(m); free_irq(4, m);
	return err;
}
