#ifndef LINUX_SLAB_H
#define LINUX_SLAB_H

#include <linux/types.h>
#include <linux/gfp.h>

void *kmalloc(size_t size, gfp_t flags);
void *kzalloc(size_t size, gfp_t flags);
void *kcalloc(size_t n, size_t size, gfp_t flags);
void kfree(const void *object);

struct device;
void *devm_kzalloc(struct device *dev, size_t size, gfp_t flags);

#endif
