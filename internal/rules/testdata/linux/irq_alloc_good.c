// rule: linux/irq_alloc
// entry: auto
#include <linux/module.h>
#include <linux/interrupt.h>
#include <linux/slab.h>
#include <linux/errno.h>

struct board {
	int irq;
	int events;
};

static struct board first;
static struct board second;

static int note(struct board *b, gfp_t flags)
{
	int *event;

	event = kmalloc(sizeof(*event), flags);
	if (!event)
		return -ENOMEM;
	b->events++;
	kfree(event);
	return 0;
}

static irqreturn_t board_interrupt(int irq, void *dev)
{
	struct board *b = dev;

	if (b->irq != irq)
		return IRQ_NONE; // mutant: note(b, GFP_KERNEL);
	if (note(b, GFP_ATOMIC)) // mutant: if (note(b, GFP_KERNEL))
		return IRQ_NONE;
	return IRQ_HANDLED;
}

static irqreturn_t count_interrupt(int irq, void *dev)
{
	int *event = kzalloc(sizeof(*event), GFP_NOWAIT); // mutant: int *event = kzalloc(sizeof(*event), GFP_KERNEL);

	kfree(event);
	return IRQ_HANDLED;
}

static int __init board_init(void)
{
	int err;

	err = note(&first, GFP_KERNEL);
	if (err)
		return err;
	err = request_irq(7, board_interrupt, IRQF_SHARED, "board", &first);
	if (err)
		return err;
	err = request_irq(8, count_interrupt, IRQF_SHARED, "board", &second);
	if (err)
		free_irq(7, &first);
	return err;
}

static void __exit board_exit(void)
{
	note(&first, GFP_KERNEL);
	free_irq(8, &second);
	free_irq(7, &first);
}

module_init(board_init);
module_exit(board_exit);
MODULE_LICENSE("GPL");
