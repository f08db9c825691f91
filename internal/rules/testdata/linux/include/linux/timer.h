#ifndef LINUX_TIMER_H
#define LINUX_TIMER_H

#include <linux/types.h>

struct timer_list {
	unsigned long expires;
	void (*function)(struct timer_list *);
};

extern unsigned long jiffies;

#define timer_setup(t, f, flags) do { (t)->expires = 0; (t)->function = (f); } while (0)
#define from_timer(var, timer, field) container_of(timer, typeof(*var), field)

void add_timer(struct timer_list *timer);
int mod_timer(struct timer_list *timer, unsigned long expires);
int del_timer_sync(struct timer_list *timer);

#endif
