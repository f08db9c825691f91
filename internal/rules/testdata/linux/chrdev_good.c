// rule: linux/chrdev
// entry: auto
#include <linux/module.h>
#include <linux/fs.h>
#include <linux/cdev.h>
#include <linux/errno.h>

static dev_t numbers;
static struct cdev cdev;

static int take_numbers(void)
{
	int err;

	err = alloc_chrdev_region(&numbers, 0, 4, "tape");
	if (err < 0)
		return err;
	err = register_chrdev_region(9 << 20, 4, "tape_old");
	if (err < 0)
		unregister_chrdev_region(numbers, 4); // mutant: drop // mutant: twice
	return err;
}

static void give_back(void)
{
	unregister_chrdev_region(9 << 20, 4); // mutant: drop
	unregister_chrdev_region(numbers, 4); // mutant: drop
}

static int __init tape_init(void)
{
	int err;

	err = take_numbers();
	if (err < 0)
		return err; // mutant: return 0;
	err = cdev_add(&cdev, numbers, 4);
	if (err < 0) {
		give_back();
		return err;
	}
	return 0;
}

static void __exit tape_exit(void)
{
	cdev_del(&cdev);
	give_back();
}

module_init(tape_init);
module_exit(tape_exit);
MODULE_LICENSE("GPL");
