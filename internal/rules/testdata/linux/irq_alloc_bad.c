// rule: linux/irq_alloc
// entry: auto
// message: record calls kmalloc, which may sleep, in an interrupt or a timer
#include <linux/module.h>
#include <linux/interrupt.h>
#include <linux/slab.h>

static int device;

static void record(void)
{
	int *entry;

	entry = kmalloc(sizeof(*entry), GFP_KERNEL);
	kfree(entry);
}

static irqreturn_t handler(int irq, void *dev)
{
	record();
	return IRQ_HANDLED;
}

static int __init log_init(void)
{
	record();
	return request_irq(5, handler, 0, "log", &device);
}

static void __exit log_exit(void)
{
	free_irq(5, &device);
}

module_init(log_init);
module_exit(log_exit);
MODULE_LICENSE("GPL");
