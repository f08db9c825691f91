#ifndef LINUX_INTERRUPT_H
#define LINUX_INTERRUPT_H

#include <linux/types.h>
typedef int irqreturn_t;
#define IRQ_NONE 0
#define IRQ_HANDLED 1
#define IRQF_SHARED 0x80ul

typedef irqreturn_t (*irq_handler_t)(int irq, void *dev);

int request_threaded_irq(unsigned int irq, irq_handler_t handler, irq_handler_t thread, unsigned long flags,
			 const char *name, void *dev);
const void *free_irq(unsigned int irq, void *dev);

static inline int request_irq(unsigned int irq, irq_handler_t handler, unsigned long flags, const char *name, void *dev)
{
	return request_threaded_irq(irq, handler, NULL, flags, name, dev);
}

#endif
