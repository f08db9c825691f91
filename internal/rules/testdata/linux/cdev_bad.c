// rule: linux/cdev
// entry: auto
// message: deletes a character device that wasn't added
#include <linux/module.h>
#include <linux/fs.h>
#include <linux/cdev.h>

static struct cdev cdev;
static int failures;

static int __init bell_init(void)
{
	cdev_init(&cdev, NULL);
	if (cdev_add(&cdev, 3, 1))
		failures++;
	return 0;
}

static void __exit bell_exit(void)
{
	cdev_del(&cdev);
}

module_init(bell_init);
module_exit(bell_exit);
MODULE_LICENSE("GPL");
