#ifndef LINUX_IRQFLAGS_H
#define LINUX_IRQFLAGS_H

#include <linux/types.h>
void local_irq_save(unsigned long flags);
void local_irq_restore(unsigned long flags);
void local_irq_disable(void);
void local_irq_enable(void);

#endif
