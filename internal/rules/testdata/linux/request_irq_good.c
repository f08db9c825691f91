// rule: linux/request_irq
// entry: auto
#include <linux/module.h>
#include <linux/interrupt.h>
#include <linux/errno.h>

static int left, right, broken;

static irqreturn_t handler(int irq, void *dev)
{
	return dev == &left ? IRQ_HANDLED : IRQ_NONE;
}

static int request_right(void)
{
	if (broken)
		return -EIO;
	return request_irq(11, handler, IRQF_SHARED, "right", &right);
}

static void release_left(void)
{
	free_irq(10, &left); // mutant: drop // mutant: twice
}

static int __init wheel_init(void)
{
	int err;

	err = request_irq(10, handler, IRQF_SHARED, "left", &left);
	if (err)
		return err; // mutant: drop
	err = request_right();
	if (err)
		release_left(); // mutant: free_irq(11, &right);
	return err;
}

static void __exit wheel_exit(void)
{
	free_irq(11, &right); // mutant: drop
	release_left();
}

module_init(wheel_init);
module_exit(wheel_exit);
MODULE_LICENSE("GPL");
