#ifndef LINUX_IO_H
#define LINUX_IO_H

#include <linux/types.h>
void __iomem *ioremap(resource_size_t offset, size_t size);
void __iomem *ioremap_wc(resource_size_t offset, size_t size);
void iounmap(volatile void __iomem *addr);
u32 readl(const volatile void __iomem *addr);
void writel(u32 value, volatile void __iomem *addr);

#endif
