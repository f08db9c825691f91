// rule: linux/request_irq
// entry: attach
// message: attach frees an interrupt that isn't requested
#include <linux/module.h>
#include <linux/interrupt.h>
#include <linux/errno.h>

static irqreturn_t handler(int irq, void *dev)
{
	return IRQ_NONE;
}

int attach(int irq, int *port)
{
	int err;

	err = request_irq(irq, handler, 0, "port", port);
	if (err)
		goto fail;
	if (*port == 0) {
		err = -ENODEV;
		goto fail;
	}
	free_irq(irq, port);
	return 0;
fail:
	free_irq(irq, port);
	return err;
}
