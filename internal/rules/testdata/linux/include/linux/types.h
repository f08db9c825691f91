#ifndef LINUX_TYPES_H
#define LINUX_TYPES_H

#define NULL ((void *)0)
#define bool _Bool
#define true 1
#define false 0

#define container_of(p, type, member) ((type *)((char *)(p) - __builtin_offsetof(type, member)))

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long size_t;
typedef long ssize_t;
typedef long long loff_t;
typedef unsigned int gfp_t;
typedef u64 dma_addr_t;
typedef u64 phys_addr_t;
typedef u64 resource_size_t;
typedef u32 dev_t;
typedef unsigned short umode_t;

#define __user
#define __iomem
#define __rcu

#endif
