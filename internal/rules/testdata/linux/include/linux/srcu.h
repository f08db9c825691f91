#ifndef LINUX_SRCU_H
#define LINUX_SRCU_H

#include <linux/types.h>
struct srcu_struct {
	int index;
};

int srcu_read_lock(struct srcu_struct *ssp);
void srcu_read_unlock(struct srcu_struct *ssp, int idx);
void synchronize_srcu(struct srcu_struct *ssp);

#endif
