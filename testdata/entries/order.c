/* A driver that notices when it is not called in the order in which the kernel calls it.
   The declarations stand for those of Linux. */
void reach_error(void);
typedef int (*irq_handler_t)(int, void *);

struct device { void *driver_data; };
struct platform_device { int id; struct device dev; };
struct dev_pm_ops { int (*suspend)(struct device *); int (*resume)(struct device *); };
struct platform_driver {
	int (*probe)(struct platform_device *);
	int (*remove)(struct platform_device *);
	const struct dev_pm_ops *pm;
};
struct inode { int n; };
struct file { void *private_data; };
struct file_operations {
	int (*open)(struct inode *, struct file *);
	int (*release)(struct inode *, struct file *);
	long (*read)(struct file *, char *, unsigned long, long long *);
};
struct timer_list { void (*function)(struct timer_list *); };
struct work_struct { void (*func)(struct work_struct *); };
struct net_device { void *priv; };
struct net_device_ops { int (*ndo_open)(struct net_device *); int (*ndo_stop)(struct net_device *); int (*ndo_start_xmit)(void *, struct net_device *); };

int platform_driver_register(struct platform_driver *);
void platform_driver_unregister(struct platform_driver *);
int misc_register(const struct file_operations *);
void misc_deregister(const struct file_operations *);
int request_threaded_irq(unsigned, irq_handler_t, irq_handler_t, unsigned long, const char *, void *);
void free_irq(unsigned, void *);
int mod_timer(struct timer_list *, unsigned long);
int del_timer_sync(struct timer_list *);
_Bool queue_work_on(int, void *, struct work_struct *);
_Bool flush_work(struct work_struct *);
int devm_add_action(struct device *, void (*)(void *), void *);
int register_netdev(struct net_device *);
void unregister_netdev(struct net_device *);

static int inited, bound, asleep, opened, irq, armed, queued, up, context, promised;
static int data;
static struct net_device netdev;
static struct timer_list timer;
static struct work_struct work;

void hardbop_context_process(void) { context = 1; }
void hardbop_context_atomic(void) { context = 2; }
void hardbop_context_interrupt(void) { context = 3; }

#define expect(ok) do { if (!(ok)) reach_error(); } while (0)

static int my_open(struct inode *inode, struct file *file)
{
	expect(inited && bound && !opened && context == 1);
	file->private_data = &data;
	opened = 1;
	return 0;
}

static int my_release(struct inode *inode, struct file *file)
{
	expect(opened && file->private_data == &data);
	flush_work(&work);
	expect(!queued && context == 1);
	opened = 0;
	return 0;
}

static long my_read(struct file *file, char *to, unsigned long n, long long *pos)
{
	expect(opened && to && pos && file->private_data == &data && context == 1);
	queued = 1;
	queue_work_on(1, 0, &work);
	return 0;
}

static int my_irq(int n, void *dev)
{
	expect(irq && dev == &data && context == 3);
	armed = 1;
	mod_timer(&timer, 1);
	return 1;
}

static void my_timer(struct timer_list *t)
{
	expect(armed && t == &timer && context == 2);
	armed = 0;
}

static void my_work(struct work_struct *w)
{
	expect(queued && w == &work && context == 1);
	queued = 0;
}

static int my_netopen(struct net_device *dev)
{
	expect(bound && !up && dev == &netdev && context == 1);
	up = 1;
	return 0;
}

static int my_netstop(struct net_device *dev)
{
	expect(up && dev == &netdev);
	up = 0;
	return 0;
}

static int my_xmit(void *skb, struct net_device *dev)
{
	expect(up && skb && dev == &netdev && context == 2);
	return 0;
}

static void my_action(void *p)
{
	expect(promised && !bound && p == &data);
	promised = 0;
}

static const struct file_operations my_fops = { .open = my_open, .release = my_release, .read = my_read };
static const struct net_device_ops my_netdev_ops = { my_netopen, my_netstop, my_xmit };
const struct net_device_ops *used;

static int my_probe(struct platform_device *pdev)
{
	expect(inited && !bound && !irq && pdev && context == 1);
	used = &my_netdev_ops;
	timer.function = my_timer;
	work.func = my_work;
	pdev->dev.driver_data = &data;
	expect(!promised);
	if (devm_add_action(&pdev->dev, my_action, &data))
		return -1;
	promised = 1;
	if (request_threaded_irq(3, my_irq, 0, 0, "order", &data))
		return -1;
	irq = 1;
	if (misc_register(&my_fops))
		goto no_misc;
	if (register_netdev(&netdev))
		goto no_net;
	bound = 1;
	asleep = 0;
	return 0;
no_net:
	misc_deregister(&my_fops);
no_misc:
	free_irq(3, &data);
	irq = 0;
	return -1;
}

static int my_remove(struct platform_device *pdev)
{
	expect(bound && !asleep && pdev->dev.driver_data == &data && context == 1);
	unregister_netdev(&netdev);
	expect(!up);
	misc_deregister(&my_fops);
	free_irq(3, &data);
	irq = 0;
	del_timer_sync(&timer);
	armed = 0;
	bound = 0;
	return 0;
}

static int my_suspend(struct device *dev)
{
	expect(bound && !asleep && dev->driver_data == &data);
	asleep = 1;
	return 0;
}

static int my_resume(struct device *dev)
{
	expect(bound && asleep && dev->driver_data == &data);
	asleep = 0;
	return 0;
}

static const struct dev_pm_ops my_pm = { my_suspend, my_resume };
static struct platform_driver my_driver = { my_probe, my_remove, &my_pm };

static int my_init(void)
{
	expect(!inited);
	if (platform_driver_register(&my_driver))
		return -1;
	inited = 1;
	return 0;
}

static void my_exit(void)
{
	expect(inited && !bound && !opened && !up && !irq && !promised);
	platform_driver_unregister(&my_driver);
}

static inline int (*__inittest(void))(void) { return my_init; }
static inline void (*__exittest(void))(void) { return my_exit; }
