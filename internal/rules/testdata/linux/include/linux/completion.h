#ifndef LINUX_COMPLETION_H
#define LINUX_COMPLETION_H

#include <linux/types.h>

struct list_head {
	struct list_head *next, *prev;
};

struct swait_queue_head {
	struct list_head task_list;
};

struct completion {
	unsigned int done;
	struct swait_queue_head wait;
};

#define DECLARE_COMPLETION(x) struct completion x = { 0, { { &x.wait.task_list, &x.wait.task_list } } }

void init_completion(struct completion *x);
void reinit_completion(struct completion *x);
void wait_for_completion(struct completion *x);
int wait_for_completion_interruptible(struct completion *x);
unsigned long wait_for_completion_timeout(struct completion *x, unsigned long timeout);
void complete(struct completion *x);
void complete_all(struct completion *x);

#endif
