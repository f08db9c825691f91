// rule: linux/class
// entry: auto
#include <linux/module.h>
#include <linux/device.h>
#include <linux/err.h>
#include <linux/errno.h>

static struct class *in;
static struct class *out;

static struct class *make(const char *name)
{
	return class_create(THIS_MODULE, name);
}

static int add_device(struct class *cls, int minor)
{
	struct device *dev;

	dev = device_create(cls, NULL, minor, NULL, "port%d", minor);
	if (IS_ERR(dev))
		return -ENOMEM;
	device_destroy(cls, minor);
	return 0;
}

static int __init port_init(void)
{
	int err;

	in = make("port_in");
	if (IS_ERR(in))
		return -ENOMEM;
	out = make("port_out");
	if (IS_ERR(out)) { // mutant: if (!out) {
		class_destroy(in); // mutant: drop // mutant: class_destroy(out);
		return -ENOMEM;
	}
	err = add_device(out, 1);
	if (err) {
		class_destroy(out);
		class_destroy(in);
	}
	return err; // mutant: return 0;
}

static void __exit port_exit(void)
{
	class_destroy(out); // mutant: twice
	class_destroy(in);
}

module_init(port_init);
module_exit(port_exit);
MODULE_LICENSE("GPL");
