#ifndef LINUX_RTNETLINK_H
#define LINUX_RTNETLINK_H

#include <linux/types.h>
void rtnl_lock(void);
void rtnl_unlock(void);
int rtnl_trylock(void);
int rtnl_lock_killable(void);

#endif
