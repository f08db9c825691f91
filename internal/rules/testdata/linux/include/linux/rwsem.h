#ifndef LINUX_RWSEM_H
#define LINUX_RWSEM_H

#include <linux/types.h>
struct rw_semaphore {
	long count;
};

void down_read(struct rw_semaphore *sem);
int down_read_interruptible(struct rw_semaphore *sem);
int down_read_killable(struct rw_semaphore *sem);
int down_read_trylock(struct rw_semaphore *sem);
void up_read(struct rw_semaphore *sem);
void down_write(struct rw_semaphore *sem);
int down_write_killable(struct rw_semaphore *sem);
int down_write_trylock(struct rw_semaphore *sem);
void up_write(struct rw_semaphore *sem);
void downgrade_write(struct rw_semaphore *sem);

#endif
