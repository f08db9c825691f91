#ifndef LINUX_RCUPDATE_H
#define LINUX_RCUPDATE_H

#include <linux/types.h>
void rcu_read_lock(void);
void rcu_read_unlock(void);
void rcu_read_lock_bh(void);
void rcu_read_unlock_bh(void);
void synchronize_rcu(void);

#endif
