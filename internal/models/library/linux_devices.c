/*
 * Models of Linux's device memory and USB buffers, as of Linux 6.1.
 *
 * What is handed out is new: it is neither in use already nor part of the program's other
 * memory. Giving it back changes none of the program's memory.
 */
#define allocates(...) __attribute__((model_overrides, model_allocates(__VA_ARGS__)))

typedef unsigned long size;
typedef unsigned gfp;

/* returns device memory that isn't mapped yet, or null */
allocates(2) void *ioremap(unsigned long long at, size n);
/* returns device memory that isn't mapped yet, or null */
allocates(2) void *ioremap_wc(unsigned long long at, size n);
/* returns device memory that isn't mapped yet, or null */
allocates(2) void *ioremap_uc(unsigned long long at, size n);
/* returns device memory that isn't mapped yet, or null */
allocates(2) void *ioremap_cache(unsigned long long at, size n);
/* returns device memory that isn't mapped yet, or null */
allocates() void *pci_iomap(void *dev, int bar, size n);
/* returns device memory that isn't mapped yet, or null */
allocates() void *pci_ioremap_bar(void *dev, int bar);
/* returns device memory that isn't mapped yet, or null */
allocates() void *of_iomap(void *node, int index);
/* changes no memory of the program */
void iounmap(volatile void *memory)
{
}
/* changes no memory of the program */
void pci_iounmap(void *dev, void *memory)
{
}

/* returns a new URB, or null */
allocates() void *usb_alloc_urb(int packets, gfp flags);
/* changes no memory that the program may still use */
void usb_free_urb(void *urb)
{
}
/* changes no memory that the program may still use */
void usb_free_coherent(void *dev, size n, void *memory, unsigned long long dma)
{
}

int __VERIFIER_nondet_int(void);

/* A result that is 0 or a negative error number. */
#define ERROR_OR_ZERO \
	{ \
		int n = __VERIFIER_nondet_int(); \
		return n > 0 ? 0 : n; \
	}

/* returns the device, with one more reference */
void *usb_get_dev(void *dev)
{
	return dev;
}
/* changes no memory that the program may still use */
void usb_put_dev(void *dev)
{
}
/* returns 0 or a negative error number, and changes no memory of the program */
int usb_register_driver(void *driver, void *owner, const char *name) ERROR_OR_ZERO
/* changes no memory of the program */
void usb_deregister(void *driver)
{
}
/* returns 0 or a negative error number, and changes no memory of the program */
int __pci_register_driver(void *driver, void *owner, const char *name) ERROR_OR_ZERO
/* changes no memory of the program */
void pci_unregister_driver(void *driver)
{
}
/* returns 0 or a negative error number, and changes no memory of the program */
int __platform_driver_register(void *driver, void *owner) ERROR_OR_ZERO
/* changes no memory of the program */
void platform_driver_unregister(void *driver)
{
}
/* returns 0 or a negative error number, and changes no memory of the program */
int clk_prepare(void *clk) ERROR_OR_ZERO
/* returns 0 or a negative error number, and changes no memory of the program */
int clk_enable(void *clk) ERROR_OR_ZERO
/* changes no memory of the program */
void clk_disable(void *clk)
{
}
/* changes no memory of the program */
void clk_unprepare(void *clk)
{
}
/* returns 0 or a negative error number, and changes no memory of the program */
int regulator_enable(void *regulator) ERROR_OR_ZERO
/* returns 0 or a negative error number, and changes no memory of the program */
int regulator_disable(void *regulator) ERROR_OR_ZERO
/* returns 0 or a negative error number, and changes no memory of the program */
int request_threaded_irq(unsigned irq, void *handler, void *thread, unsigned long flags, const char *name, void *dev) ERROR_OR_ZERO
/* changes no memory of the program */
const void *free_irq(unsigned irq, void *dev)
{
	return 0;
}
/* returns 0 or a negative error number, and changes no memory of the program */
int sysfs_create_group(void *kobj, const void *group) ERROR_OR_ZERO
/* changes no memory of the program */
void sysfs_remove_group(void *kobj, const void *group)
{
}
/* stores a device number; returns 0 or a negative error number, and changes nothing else */
int alloc_chrdev_region(unsigned *dev, unsigned first, unsigned count, const char *name)
{
	int n = __VERIFIER_nondet_int();
	if (n >= 0)
		*dev = __VERIFIER_nondet_int();
	return n > 0 ? 0 : n;
}
/* returns 0 or a negative error number, and changes no memory of the program */
int register_chrdev_region(unsigned from, unsigned count, const char *name) ERROR_OR_ZERO
/* changes no memory of the program */
void unregister_chrdev_region(unsigned from, unsigned count)
{
}
/* returns 0 or a negative error number, and changes no memory of the program */
int cdev_add(void *cdev, unsigned dev, unsigned count) ERROR_OR_ZERO
/* changes no memory of the program */
void cdev_del(void *cdev)
{
}
/* returns 0 or a negative error number, and changes no memory of the program */
int register_netdev(void *dev) ERROR_OR_ZERO
/* changes no memory of the program */
void unregister_netdev(void *dev)
{
}
/* returns 0 or a negative error number, and changes no memory of the program */
int pci_enable_device(void *dev) ERROR_OR_ZERO
/* changes no memory of the program */
void pci_disable_device(void *dev)
{
}
/* returns 0 or a negative error number, and changes no memory of the program */
int pci_request_regions(void *dev, const char *name) ERROR_OR_ZERO
/* changes no memory of the program */
void pci_release_regions(void *dev)
{
}
/* returns a new network device, or null */
allocates() void *alloc_etherdev_mqs(int size_of_private, unsigned senders, unsigned receivers);
/* returns a new network device, or null */
allocates() void *alloc_netdev_mqs(int size_of_private, const char *name, unsigned char assigned, void *setup, unsigned senders,
	unsigned receivers);
/* changes no memory that the program may still use */
void free_netdev(void *dev)
{
}
