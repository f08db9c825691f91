/*
 * Models of how Linux drivers register themselves and switch their devices on, as of
 * Linux 6.1. What fails returns a negative error number, and what is registered is called
 * by the environment, not by these. Of a struct that they get they change the numbers in the
 * members that are named; of a subsystem's own pointers in it nothing is said.
 */
#define makes(...) __attribute__((model_overrides)) __attribute__((model_keeps, model_allocates(__VA_ARGS__)))
#define harmless __attribute__((model_harmless))
#define changes(...) __attribute__((model_changes(__VA_ARGS__)))
#define net_device_changes changes(1, name, ifindex, flags, priv_flags, state, operstate, link_mode, reg_state, rtnl_link_state, features, hw_features, wanted_features, vlan_features, hw_enc_features, mpls_features, gso_partial_features, perm_addr, dev)

typedef unsigned long size;

int __VERIFIER_nondet_int(void);

/* A result that is 0 or a negative error number. */
#define ERROR_OR_ZERO \
	{ \
		int n = __VERIFIER_nondet_int(); \
		return n > 0 ? 0 : n; \
	}

/* returns a mapping of its own, or null */
makes() void *ioremap_wc(unsigned long long start, size n);
/* returns a mapping of its own, or null */
makes() void *ioremap_uc(unsigned long long start, size n);
/* returns a mapping of its own, or null */
makes() void *ioremap_cache(unsigned long long start, size n);
/* returns a mapping of its own, or null */
makes() void *pci_iomap(void *dev, int bar, size n);
/* returns a mapping of its own, or null */
makes() void *pci_ioremap_bar(void *dev, int bar);
/* returns a mapping of its own, or null */
makes() void *of_iomap(void *node, int index);

/* returns 0 or a negative error number, and changes only what the subsystem keeps in the struct; the driver is called by the environment */
changes(1, drvwrap) int usb_register_driver(void *driver, void *owner, const char *name) ERROR_OR_ZERO
/* returns 0 or a negative error number, and changes only what the subsystem keeps in the struct; the driver is called by the environment */
changes(1, driver, dynids) int __pci_register_driver(void *driver, void *owner, const char *name) ERROR_OR_ZERO
/* returns 0 or a negative error number, and changes only what the subsystem keeps in the struct; the driver is called by the environment */
changes(1, driver) int __platform_driver_register(void *driver, void *owner) ERROR_OR_ZERO
/* returns 0 or a negative error number, and changes no memory of the program */
int clk_prepare(void *clk) ERROR_OR_ZERO
/* returns 0 or a negative error number, and changes no memory of the program */
int clk_enable(void *clk) ERROR_OR_ZERO
/* returns 0 or a negative error number, and changes no memory of the program */
int regulator_enable(void *regulator) ERROR_OR_ZERO
/* returns 0 or a negative error number, and changes no memory of the program */
int regulator_disable(void *regulator) ERROR_OR_ZERO
/* returns 0 or a negative error number, and changes no memory of the program; the handler is called by the environment */
int request_threaded_irq(unsigned irq, void *handler, void *thread, unsigned long flags, const char *name, void *dev) ERROR_OR_ZERO
/* returns 0 or a negative error number, and changes no memory of the program; the action is called by the environment */
int devm_add_action(void *dev, void *action, void *data) ERROR_OR_ZERO
/* returns 0 or a negative error number, and changes no memory of the program; the action is called by the environment */
int __devm_add_action(void *dev, void *action, void *data, const char *name) ERROR_OR_ZERO
/* changes no memory of the program */
void devm_remove_action(void *dev, void *action, void *data) {}
/* changes no memory of the program by itself; the action is called by the environment */
void devm_release_action(void *dev, void *action, void *data) {}
/* returns 0 or a negative error number, and changes no memory of the program; the files are shown, read and written by the environment, which is_visible is not asked for */
int sysfs_create_group(void *kobj, const void *group) ERROR_OR_ZERO
/* returns 0 or a negative error number, and changes no memory of the program; the devices that it adds belong to other drivers */
int mfd_add_devices(void *parent, int id, const void *cells, int n, void *memory, int irq, void *domain) ERROR_OR_ZERO
/* returns 0 or a negative error number, and changes no memory of the program; the devices that it adds belong to other drivers */
int devm_mfd_add_devices(void *parent, int id, const void *cells, int n, void *memory, int irq, void *domain) ERROR_OR_ZERO
/* returns 0 or a negative error number, and changes no memory of the program */
int register_chrdev_region(unsigned from, unsigned count, const char *name) ERROR_OR_ZERO
/* returns 0 or a negative error number, and changes only the number and the count in the struct; the device is used by the environment */
changes(1, dev, count) int cdev_add(void *cdev, unsigned dev, unsigned count) ERROR_OR_ZERO
/* returns 0 or a negative error number, and changes only flags, features, name and state of the device; the driver is called by the environment */
net_device_changes int register_netdev(void *dev) ERROR_OR_ZERO
/* returns 0 or a negative error number, and changes only the interrupt number and the state of the device */
changes(1, irq, current_state, enable_cnt, is_busmaster, pm_cap, dev) int pci_enable_device(void *dev) ERROR_OR_ZERO
/* returns 0 or a negative error number, and changes only the resources of the device */
changes(1, resource) int pci_request_regions(void *dev, const char *name) ERROR_OR_ZERO
/* stores a device number; returns 0 or a negative error number, and changes nothing else */
int alloc_chrdev_region(unsigned *dev, unsigned first, unsigned count, const char *name)
{
	int n = __VERIFIER_nondet_int();
	if (n >= 0)
		*dev = __VERIFIER_nondet_int();
	return n > 0 ? 0 : n;
}

struct file_operations;
struct cdev { const struct file_operations *ops; };

/* stores the operations in the struct, and changes only the numbers in it besides */
changes(1) void cdev_init(struct cdev *cdev, const struct file_operations *ops)
{
	cdev->ops = ops;
}
/* returns a file of debugfs, or an error as a pointer, and changes no memory of the program; the environment uses the file */
harmless void *debugfs_create_file(const char *name, unsigned short mode, void *parent, void *data, const void *ops);
/* returns a file of debugfs, or an error as a pointer, and changes no memory of the program; the environment uses the file */
harmless void *debugfs_create_file_unsafe(const char *name, unsigned short mode, void *parent, void *data, const void *ops);
/* changes no memory of the program; the environment uses its files no more */
harmless void debugfs_remove(void *file);
/* returns a file of proc, or null, and changes no memory of the program; the environment uses the file */
harmless void *proc_create_data(const char *name, unsigned short mode, void *parent, const void *ops, void *data);
/* returns a file of proc, or null, and changes no memory of the program; the environment uses the file */
harmless void *proc_create_single_data(const char *name, unsigned short mode, void *parent, void *show, void *data);

struct file { void *private_data; };

/* returns a sequence file of its own, or null */
makes() void *hardbop_seq_file(void);
/* returns 0 and stores a sequence file of its own in private_data, or returns a negative error number; changes no other memory of the program, and the environment has the file shown */
int single_open(struct file *file, void *show, void *data)
{
	int n = __VERIFIER_nondet_int();
	file->private_data = hardbop_seq_file();
	return n > 0 ? 0 : n;
}

/* changes only what the subsystem keeps in the struct; the environment opens the device no more */
harmless changes(1, minor) void misc_deregister(void *misc);
/* changes only what the subsystem keeps in the struct; the driver is called by the environment */
harmless changes(1, drvwrap) void usb_deregister(void *driver);
/* changes only what the subsystem keeps in the struct; the driver is called by the environment */
harmless changes(1, driver, dynids) void pci_unregister_driver(void *driver);
/* changes only what the subsystem keeps in the struct; the driver is called by the environment */
harmless changes(1, driver) void platform_driver_unregister(void *driver);
/* changes no memory of the program */
harmless void clk_disable(void *clk);
/* changes no memory of the program */
harmless void clk_unprepare(void *clk);
/* changes no memory of the program */
harmless void sysfs_remove_group(void *kobj, const void *group);
/* changes no memory of the program */
harmless void mfd_remove_devices(void *parent);
/* changes no memory of the program */
harmless void unregister_chrdev_region(unsigned from, unsigned count);
/* changes only the struct's count of references */
harmless changes(1, kobj) void cdev_del(void *cdev);
/* changes only flags, features and state of the device; the driver is called by the environment */
harmless net_device_changes void unregister_netdev(void *dev);
/* changes only the state of the device */
harmless changes(1, current_state, enable_cnt, is_busmaster, dev) void pci_disable_device(void *dev);
/* changes only the resources of the device */
harmless changes(1, resource) void pci_release_regions(void *dev);
/* changes no memory of the program */
harmless void pci_iounmap(void *dev, void *mapping);
/* changes no memory of the program; the handler is no more called by the environment */
harmless const void *free_irq(unsigned irq, void *dev);
/* releases a network device: nobody looks at it any more; its destructor is not called */
harmless void free_netdev(void *dev);
