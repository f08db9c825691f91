// rule: linux/cdev
// entry: auto
#include <linux/module.h>
#include <linux/fs.h>
#include <linux/cdev.h>
#include <linux/errno.h>

static struct cdev data;
static struct cdev control;
static int single;

static int add_control(void)
{
	if (single)
		return -ENODEV;
	return cdev_add(&control, 2, 1);
}

static int __init modem_init(void)
{
	int err;

	cdev_init(&data, NULL);
	cdev_init(&control, NULL); // mutant: cdev_init(&control, NULL); cdev_del(&control);
	err = cdev_add(&data, 1, 1);
	if (err)
		return err; // mutant: drop
	err = add_control();
	if (err)
		cdev_del(&data); // mutant: drop // mutant: cdev_del(&control);
	return err;
}

static void __exit modem_exit(void)
{
	cdev_del(&control); // mutant: drop // mutant: twice
	cdev_del(&data);
}

module_init(modem_init);
module_exit(modem_exit);
MODULE_LICENSE("GPL");
