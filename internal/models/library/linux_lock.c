/*
 * Models of Linux's locks and of what goes with them, as of Linux 6.1.
 *
 * Which lock is held is what rules are about; here it is only said that a call changes
 * nothing but the numbers in the lock itself, which are arbitrary then, and keeps no pointer
 * to it. The pointers in it are of no use to programs.
 */
#define harmless __attribute__((model_harmless))
#define changes(k) __attribute__((model_changes(k)))
#define waits __attribute__((model_waits))
#define awaits __attribute__((model_awaits))
#define wakes __attribute__((model_wakes))
#define overrides __attribute__((model_overrides))

int __VERIFIER_nondet_int(void);

/* has no body: what is unknown of a function */
int __VERIFIER_outside(void *p, ...);

/* 0, or an error number that says that a signal came */
static int interruptible(void)
{
	return __VERIFIER_nondet_int() ? -4 : 0;
}

/* changes only the numbers in the lock; another thread changes meanwhile what a loop around it waits for */
harmless waits changes(1) void mutex_lock(void *lock);
/* changes only the numbers in the lock; another thread changes meanwhile what a loop around it waits for */
harmless waits changes(1) void mutex_lock_nested(void *lock, unsigned subclass);
/* changes only the numbers in the lock; another thread changes meanwhile what a loop around it waits for */
harmless waits changes(1) void _mutex_lock_nest_lock(void *lock, void *nest);
/* changes only the numbers in the lock */
harmless changes(1) void mutex_unlock(void *lock);
/* changes only the numbers in the lock */
harmless changes(1) void __mutex_init(void *lock, const char *name, void *key);
/* changes only the numbers in the lock */
harmless changes(1) void mutex_destroy(void *lock);

/* returns 1 if it took the lock, else 0 */
changes(1) int mutex_trylock(void *lock)
{
	return __VERIFIER_nondet_int() != 0;
}

/* returns 0, or -EINTR without the lock; another thread changes meanwhile what a loop around it waits for */
waits changes(1) int mutex_lock_interruptible(void *lock)
{
	return interruptible();
}

/* returns 0, or -EINTR without the lock; another thread changes meanwhile what a loop around it waits for */
waits changes(1) int mutex_lock_interruptible_nested(void *lock, unsigned subclass)
{
	return interruptible();
}

/* returns 0, or -EINTR without the lock; another thread changes meanwhile what a loop around it waits for */
waits changes(1) int mutex_lock_killable(void *lock)
{
	return interruptible();
}

/* returns 0, or -EINTR without the lock; another thread changes meanwhile what a loop around it waits for */
waits changes(1) int mutex_lock_killable_nested(void *lock, unsigned subclass)
{
	return interruptible();
}

/* changes only the numbers in the semaphore; another thread changes meanwhile what a loop around it waits for */
harmless waits changes(1) void down(void *semaphore);
/* changes only the numbers in the semaphore */
harmless changes(1) void up(void *semaphore);

/* returns 0, or -EINTR without the semaphore; another thread changes meanwhile what a loop around it waits for */
waits changes(1) int down_interruptible(void *semaphore)
{
	return interruptible();
}

/* returns 0, or -EINTR without the semaphore; another thread changes meanwhile what a loop around it waits for */
waits changes(1) int down_killable(void *semaphore)
{
	return interruptible();
}

/* returns 0 if it took the semaphore, else 1 */
changes(1) int down_trylock(void *semaphore)
{
	return __VERIFIER_nondet_int() != 0;
}

/* changes only the numbers in the lock; another thread changes meanwhile what a loop around it waits for */
harmless waits changes(1) void down_read(void *lock);
/* changes only the numbers in the lock; another thread changes meanwhile what a loop around it waits for */
harmless waits changes(1) void down_write(void *lock);
/* changes only the numbers in the lock */
harmless changes(1) void up_read(void *lock);
/* changes only the numbers in the lock */
harmless changes(1) void up_write(void *lock);
/* changes only the numbers in the lock */
harmless changes(1) void downgrade_write(void *lock);
/* changes only the numbers in the lock */
harmless changes(1) void __init_rwsem(void *lock, const char *name, void *key);

/* changes only the numbers in the lock; another thread changes meanwhile what a loop around it waits for */
harmless waits changes(1) void _raw_spin_lock(void *lock);
/* changes only the numbers in the lock; another thread changes meanwhile what a loop around it waits for */
harmless waits changes(1) void _raw_spin_lock_nested(void *lock, int subclass);
/* changes only the numbers in the lock; another thread changes meanwhile what a loop around it waits for */
harmless waits changes(1) void _raw_spin_lock_bh(void *lock);
/* changes only the numbers in the lock; another thread changes meanwhile what a loop around it waits for */
harmless waits changes(1) void _raw_spin_lock_irq(void *lock);
/* changes only the numbers in the lock, and returns any flags; another thread changes meanwhile what a loop around it waits for */
harmless waits changes(1) unsigned long _raw_spin_lock_irqsave(void *lock);
/* changes only the numbers in the lock */
harmless changes(1) void _raw_spin_unlock(void *lock);
/* changes only the numbers in the lock */
harmless changes(1) void _raw_spin_unlock_bh(void *lock);
/* changes only the numbers in the lock */
harmless changes(1) void _raw_spin_unlock_irq(void *lock);
/* changes only the numbers in the lock */
harmless changes(1) void _raw_spin_unlock_irqrestore(void *lock, unsigned long flags);
/* changes only the numbers in the lock */
harmless changes(1) void __raw_spin_lock_init(void *lock, const char *name, void *key, short kind);
/* changes only the numbers in the lock; another thread changes meanwhile what a loop around it waits for */
harmless waits changes(1) void _raw_read_lock(void *lock);
/* changes only the numbers in the lock */
harmless changes(1) void _raw_read_unlock(void *lock);
/* changes only the numbers in the lock; another thread changes meanwhile what a loop around it waits for */
harmless waits changes(1) void _raw_write_lock(void *lock);
/* changes only the numbers in the lock */
harmless changes(1) void _raw_write_unlock(void *lock);

/* returns 1 if it took the lock, else 0 */
changes(1) int _raw_spin_trylock(void *lock)
{
	return __VERIFIER_nondet_int() != 0;
}

/* wakes whoever waits; that is another thread */
harmless wakes changes(1) int __wake_up(void *queue, unsigned mode, int many, void *key);
/* wakes whoever waits; that is another thread */
harmless wakes changes(1) void complete(void *completion);
/* wakes whoever waits; that is another thread */
harmless wakes changes(1) void complete_all(void *completion);
/* wakes whoever waits; that is another thread */
harmless wakes changes(1) void __wake_up_locked(void *queue, unsigned mode, int many);
/* wakes whoever waits; that is another thread */
harmless wakes changes(1) void __wake_up_locked_key(void *queue, unsigned mode, void *key);
/* wakes whoever waits; that is another thread */
harmless wakes changes(1) void __wake_up_sync(void *queue, unsigned mode);
/* wakes whoever waits; that is another thread */
harmless wakes changes(1) void __wake_up_sync_key(void *queue, unsigned mode, void *key);
/* wakes whoever waits; that is another thread */
harmless wakes changes(1) void swake_up_one(void *queue);
/* wakes whoever waits; that is another thread */
harmless wakes changes(1) void swake_up_all(void *queue);
/* wakes whoever waits; that is another thread */
harmless wakes void wake_up_bit(void *word, int bit);
/* wakes whoever waits; that is another thread */
harmless wakes void wake_up_var(void *var);
/* wakes a thread; the result is arbitrary */
harmless wakes int wake_up_state(void *task, unsigned state);
/* wakes a thread; the result is arbitrary */
harmless wakes int wake_up_process(void *task);
/* waits; another thread changes meanwhile what a loop around it waits for, and what those set that wake others, nothing else */
harmless awaits changes(1) void wait_for_completion_io(void *completion);
/* waits; another thread changes meanwhile what a loop around it waits for, and what those set that wake others, nothing else */
harmless awaits changes(1) unsigned long wait_for_completion_io_timeout(void *completion, unsigned long time);
/* waits; another thread changes meanwhile what a loop around it waits for, and what those set that wake others, nothing else */
harmless awaits changes(1) long wait_for_completion_killable_timeout(void *completion, unsigned long time);
/* waits; another thread changes meanwhile what a loop around it waits for, nothing else */
harmless waits long wait_woken(void *entry, unsigned mode, long timeout);
/* waits; another thread changes meanwhile what a loop around it waits for, nothing else */
harmless waits int schedule_hrtimeout(void *expires, unsigned mode);
/* waits; another thread changes meanwhile what a loop around it waits for, nothing else */
harmless waits int schedule_hrtimeout_range(void *expires, unsigned long long delta, unsigned mode);
/* waits; another thread changes meanwhile what a loop around it waits for, and what those set that wake others, nothing else */
harmless awaits changes(1) void wait_for_completion(void *completion);
/* waits; another thread changes meanwhile what a loop around it waits for, and what those set that wake others, nothing else */
harmless awaits changes(1) unsigned long wait_for_completion_timeout(void *completion, unsigned long time);
/* waits; another thread changes meanwhile what a loop around it waits for, and what those set that wake others, nothing else */
harmless awaits changes(1) long wait_for_completion_interruptible_timeout(void *completion, unsigned long time);
/* sets the numbers in the queue */
harmless changes(1) void __init_waitqueue_head(void *queue, const char *name, void *key);
/* waits; another thread changes meanwhile what a loop around it waits for, nothing else */
harmless waits void schedule(void);
/* waits; another thread changes meanwhile what a loop around it waits for, nothing else */
harmless waits void io_schedule(void);
/* waits; another thread changes meanwhile what a loop around it waits for, nothing else */
harmless waits long schedule_timeout(long time);
/* waits; another thread changes meanwhile what a loop around it waits for, nothing else */
harmless waits long schedule_timeout_interruptible(long time);
/* waits; another thread changes meanwhile what a loop around it waits for, nothing else */
harmless waits long schedule_timeout_killable(long time);
/* waits; another thread changes meanwhile what a loop around it waits for, nothing else */
harmless waits long schedule_timeout_uninterruptible(long time);
/* waits; another thread changes meanwhile what a loop around it waits for, nothing else */
harmless waits long schedule_timeout_idle(long time);
/* waits; another thread changes meanwhile what a loop around it waits for, nothing else */
harmless waits long io_schedule_timeout(long time);
/* waits; another thread changes meanwhile what a loop around it waits for, nothing else */
harmless waits void yield(void);
/* waits; another thread changes meanwhile what a loop around it waits for, nothing else */
harmless waits int __cond_resched(void);
/* waits; another thread changes meanwhile what a loop around it waits for, nothing else */
harmless waits int __SCT__cond_resched(void);
/* waits; another thread changes meanwhile what a loop around it waits for, nothing else */
harmless waits void msleep(unsigned milliseconds);
/* waits; another thread changes meanwhile what a loop around it waits for, nothing else */
harmless waits unsigned long msleep_interruptible(unsigned milliseconds);
/* waits; another thread changes meanwhile what a loop around it waits for, nothing else */
harmless waits void usleep_range_state(unsigned long min, unsigned long max, unsigned state);
/* waits; another thread changes meanwhile what a loop around it waits for, nothing else */
harmless waits void usleep_range(unsigned long min, unsigned long max);
/* waits; another thread changes meanwhile what a loop around it waits for, nothing else */
harmless waits void __udelay(unsigned long microseconds);
/* waits; another thread changes meanwhile what a loop around it waits for, nothing else */
harmless waits void __const_udelay(unsigned long loops);
/* waits; another thread changes meanwhile what a loop around it waits for, nothing else */
harmless waits void __ndelay(unsigned long nanoseconds);
/* waits; another thread changes meanwhile what a loop around it waits for, nothing else */
harmless waits void __delay(unsigned long loops);
/* waits; another thread changes meanwhile what a loop around it waits for, nothing else */
harmless waits overrides void cpu_relax(void);
/* waits; another thread changes meanwhile what a loop around it waits for, nothing else */
harmless waits overrides void rep_nop(void);

/* returns 0, or -ERESTARTSYS if a signal came; what is changed is unknown */
long prepare_to_wait_event(void *queue, void *entry, int state)
{
	return __VERIFIER_outside(queue, entry) ? -512 : 0;
}

/* waits; returns 0, or -ERESTARTSYS if a signal came; what is changed is unknown */
awaits int do_wait_intr(void *queue, void *entry)
{
	return __VERIFIER_outside(queue, entry) ? -512 : 0;
}

/* waits; returns 0, or -ERESTARTSYS if a signal came; what is changed is unknown */
awaits int do_wait_intr_irq(void *queue, void *entry)
{
	return __VERIFIER_outside(queue, entry) ? -512 : 0;
}

/* waits; returns 0, or -ERESTARTSYS if a signal came */
awaits changes(1) int wait_for_completion_interruptible(void *completion)
{
	return __VERIFIER_nondet_int() ? -512 : 0;
}

/* waits; returns 0, or -ERESTARTSYS if a signal came */
awaits changes(1) int wait_for_completion_killable(void *completion)
{
	return __VERIFIER_nondet_int() ? -512 : 0;
}

/* waits; returns 0, or -ERESTARTSYS if a signal came */
awaits changes(1) int wait_for_completion_state(void *completion, unsigned state)
{
	return __VERIFIER_nondet_int() ? -512 : 0;
}

/* checks only how locks are used */
harmless changes(1) void lockdep_init_map_type(void *map, const char *name, void *key, int subclass, unsigned char inner, unsigned char outer, unsigned char type);
/* checks only how locks are used */
harmless int lock_is_held_type(const void *lock, int read);
/* checks only where it is called */
harmless void __might_sleep(const char *file, int line);
/* checks only where it is called */
harmless void __might_resched(const char *file, int line, unsigned offsets);
/* checks only where it is called */
harmless void __might_fault(const char *file, int line);
