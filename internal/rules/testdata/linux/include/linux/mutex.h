#ifndef LINUX_MUTEX_H
#define LINUX_MUTEX_H

#include <linux/types.h>

struct mutex {
	long owner;
};

void mutex_init(struct mutex *lock);
void mutex_lock(struct mutex *lock);
int mutex_lock_interruptible(struct mutex *lock);
int mutex_lock_killable(struct mutex *lock);
int mutex_trylock(struct mutex *lock);
void mutex_unlock(struct mutex *lock);

#endif
