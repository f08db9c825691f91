// rule: linux/pending
// entry: auto
#include <linux/module.h>
#include <linux/fs.h>
#include <linux/miscdevice.h>
#include <linux/timer.h>

static struct timer_list watchdog;
static int bites;

static void watchdog_bite(struct timer_list *t)
{
	bites++;
	mod_timer(t, jiffies + 5000);
}

static ssize_t watchdog_write(struct file *file, const char *from, size_t n, loff_t *pos)
{
	mod_timer(&watchdog, jiffies + 5000);
	return n;
}

static const struct file_operations watchdog_fops = {
	.write = watchdog_write,
};

static struct miscdevice watchdog_device = { .name = "watchdog", .fops = &watchdog_fops };

static int __init watchdog_init(void)
{
	timer_setup(&watchdog, watchdog_bite, 0);
	return misc_register(&watchdog_device);
}

static void __exit watchdog_exit(void)
{
	misc_deregister(&watchdog_device);
	del_timer_sync(&watchdog); // mutant: drop
}

module_init(watchdog_init)
module_exit(watchdog_exit)
MODULE_LICENSE("GPL");
