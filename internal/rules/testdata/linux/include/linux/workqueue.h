#ifndef LINUX_WORKQUEUE_H
#define LINUX_WORKQUEUE_H

#include <linux/timer.h>

struct work_struct;
typedef void (*work_func_t)(struct work_struct *work);
struct work_struct {
	long data;
	work_func_t func;
};
struct delayed_work {
	struct work_struct work;
	struct timer_list timer;
};
struct workqueue_struct;

extern struct workqueue_struct *system_wq;

#define INIT_WORK(w, f) do { (w)->data = 0; (w)->func = (f); } while (0)
#define INIT_DELAYED_WORK(w, f) INIT_WORK(&(w)->work, f)
#define to_delayed_work(w) container_of(w, struct delayed_work, work)

bool queue_work_on(int cpu, struct workqueue_struct *queue, struct work_struct *work);
bool queue_delayed_work_on(int cpu, struct workqueue_struct *queue, struct delayed_work *work, unsigned long delay);
bool cancel_work_sync(struct work_struct *work);
bool cancel_delayed_work_sync(struct delayed_work *work);

static inline bool schedule_work(struct work_struct *work)
{
	return queue_work_on(64, system_wq, work);
}

static inline bool schedule_delayed_work(struct delayed_work *work, unsigned long delay)
{
	return queue_delayed_work_on(64, system_wq, work, delay);
}

#endif
