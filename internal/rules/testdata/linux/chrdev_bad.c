// rule: linux/chrdev
// entry: auto
// message: a range of device numbers isn't given back at the end
#include <linux/module.h>
#include <linux/fs.h>
#include <linux/cdev.h>

static dev_t number;
static struct cdev cdev;

static int __init horn_init(void)
{
	int err;

	err = alloc_chrdev_region(&number, 0, 1, "horn");
	if (err)
		return err;
	return cdev_add(&cdev, number, 1);
}

static void __exit horn_exit(void)
{
	cdev_del(&cdev);
	unregister_chrdev_region(number, 1);
}

module_init(horn_init);
module_exit(horn_exit);
MODULE_LICENSE("GPL");
