// rule: linux/pending
// entry: auto
// message: memory is freed while a timer in it is pending
#include <linux/module.h>
#include <linux/fs.h>
#include <linux/miscdevice.h>
#include <linux/slab.h>
#include <linux/errno.h>
#include <linux/timer.h>

struct blink {
	int on;
	struct timer_list timer;
};

static void blink_tick(struct timer_list *t)
{
	struct blink *b = from_timer(b, t, timer);

	b->on = !b->on;
	mod_timer(&b->timer, jiffies + 50);
}

static int blink_open(struct inode *inode, struct file *file)
{
	struct blink *b = kzalloc(sizeof(*b), GFP_KERNEL);

	if (!b)
		return -ENOMEM;
	timer_setup(&b->timer, blink_tick, 0);
	file->private_data = b;
	return 0;
}

static ssize_t blink_write(struct file *file, const char *from, size_t n, loff_t *pos)
{
	struct blink *b = file->private_data;

	mod_timer(&b->timer, jiffies + 50);
	return n;
}

static int blink_release(struct inode *inode, struct file *file)
{
	kfree(file->private_data);
	return 0;
}

static const struct file_operations blink_fops = {
	.open = blink_open,
	.write = blink_write,
	.release = blink_release,
};

static struct miscdevice blink_device = { .name = "blink", .fops = &blink_fops };

static int __init blink_init(void)
{
	return misc_register(&blink_device);
}

static void __exit blink_exit(void)
{
	misc_deregister(&blink_device);
}

module_init(blink_init)
module_exit(blink_exit)
MODULE_LICENSE("GPL");
