#ifndef LINUX_IDR_H
#define LINUX_IDR_H

#include <linux/types.h>
#include <linux/gfp.h>

struct idr {
	int next;
};

void idr_init(struct idr *idr);
int idr_alloc(struct idr *idr, void *ptr, int start, int end, gfp_t gfp);
void *idr_find(const struct idr *idr, unsigned long id);
void *idr_remove(struct idr *idr, unsigned long id);
void idr_destroy(struct idr *idr);

#endif
