#ifndef LINUX_SPINLOCK_H
#define LINUX_SPINLOCK_H

#include <linux/types.h>
#include <linux/irqflags.h>

typedef struct {
	int held;
} spinlock_t;

typedef struct {
	int held;
} rwlock_t;

void spin_lock_init(spinlock_t *lock);
void spin_lock(spinlock_t *lock);
void spin_lock_bh(spinlock_t *lock);
void spin_lock_irq(spinlock_t *lock);
int spin_trylock(spinlock_t *lock);
int spin_trylock_bh(spinlock_t *lock);
int spin_trylock_irq(spinlock_t *lock);
void spin_unlock(spinlock_t *lock);
void spin_unlock_bh(spinlock_t *lock);
void spin_unlock_irq(spinlock_t *lock);
void spin_unlock_irqrestore(spinlock_t *lock, unsigned long flags);
void spin_lock_irqsave(spinlock_t *lock, unsigned long flags);

void read_lock(rwlock_t *lock);
void read_lock_bh(rwlock_t *lock);
void read_lock_irq(rwlock_t *lock);
void read_lock_irqsave(rwlock_t *lock, unsigned long flags);
void read_unlock(rwlock_t *lock);
void read_unlock_bh(rwlock_t *lock);
void read_unlock_irq(rwlock_t *lock);
void read_unlock_irqrestore(rwlock_t *lock, unsigned long flags);
void write_lock(rwlock_t *lock);
void write_lock_bh(rwlock_t *lock);
void write_lock_irq(rwlock_t *lock);
void write_lock_irqsave(rwlock_t *lock, unsigned long flags);
int read_trylock(rwlock_t *lock);
int write_trylock(rwlock_t *lock);
void write_unlock(rwlock_t *lock);
void write_unlock_bh(rwlock_t *lock);
void write_unlock_irq(rwlock_t *lock);
void write_unlock_irqrestore(rwlock_t *lock, unsigned long flags);

#endif
