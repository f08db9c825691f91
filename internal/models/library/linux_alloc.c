/*
 * Models of Linux's memory allocation, as of Linux 6.1.
 *
 * The functions that allocate are declared with the attributes that say so: the numbers of
 * the parameters that make up the size, and whether the memory is zero. Sleeping, accounting
 * and NUMA nodes are not modelled. Those that are inline functions in the headers are
 * modelled as a whole, so that each call is an allocation of its own. For 0 bytes the kernel's
 * allocators return ZERO_SIZE_PTR. What creates something else than plain memory has filled
 * it, and may keep what it got; the lists and counts that it changes in a device or the like
 * nobody looks at.
 */
#define allocates(...) __attribute__((model_overrides, model_allocates(__VA_ARGS__)))
#define creates(...) __attribute__((model_overrides)) __attribute__((model_filled, model_allocates(__VA_ARGS__)))
#define makes(...) __attribute__((model_overrides)) __attribute__((model_keeps, model_allocates(__VA_ARGS__)))
#define changes(...) __attribute__((model_changes(__VA_ARGS__)))
#define zeroed __attribute__((model_zeroes))
#define error_pointer __attribute__((model_error_pointer))
#define harmless __attribute__((model_harmless))
#define empty __attribute__((model_empty(16)))
#define zeroed_if_gfp_zero(flags) __attribute__((model_zeroes_if(flags, 0x100)))

typedef unsigned long size;
typedef unsigned gfp;

/* returns new memory of the size asked for, or null */
allocates(1) empty zeroed_if_gfp_zero(2) void *kmalloc(size n, gfp flags);
/* returns new memory of the size asked for, or null */
allocates(1) empty zeroed_if_gfp_zero(2) void *__kmalloc(size n, gfp flags);
/* returns new memory of the size asked for, or null */
allocates(1) empty zeroed_if_gfp_zero(2) void *kmalloc_node(size n, gfp flags, int node);
/* returns new memory of the size asked for, or null */
allocates(1) empty zeroed_if_gfp_zero(2) void *__kmalloc_node(size n, gfp flags, int node);
/* returns new memory of the size asked for, or null */
allocates(3) zeroed_if_gfp_zero(2) void *kmalloc_trace(void *cache, gfp flags, size n);
/* returns new memory of the size asked for, or null */
allocates(1) zeroed_if_gfp_zero(2) void *kmalloc_large(size n, gfp flags);
/* returns new memory of the size asked for, or null */
allocates(1) zeroed_if_gfp_zero(2) void *kmalloc_order(size n, gfp flags, unsigned order);
/* returns new zeroed memory of the size asked for, or null */
allocates(1) empty zeroed void *kzalloc(size n, gfp flags);
/* returns new zeroed memory of the size asked for, or null */
allocates(1) empty zeroed void *kzalloc_node(size n, gfp flags, int node);
/* returns new zeroed memory for an array, or null; the size doesn't overflow */
allocates(1, 2) empty zeroed void *kcalloc(size n, size each, gfp flags);
/* returns new memory for an array, or null; the size doesn't overflow */
allocates(1, 2) empty zeroed_if_gfp_zero(3) void *kmalloc_array(size n, size each, gfp flags);
/* returns a new object of the cache, or null */
allocates() void *kmem_cache_alloc(void *cache, gfp flags);
/* returns a new object of the cache, or null */
allocates() void *kmem_cache_zalloc(void *cache, gfp flags);
/* returns new memory of the size asked for, or null */
allocates(1) void *vmalloc(size n);
/* returns new zeroed memory of the size asked for, or null */
allocates(1) zeroed void *vzalloc(size n);
/* returns new memory of the size asked for, or null */
allocates(1) empty zeroed_if_gfp_zero(2) void *kvmalloc(size n, gfp flags);
/* returns new zeroed memory of the size asked for, or null */
allocates(1) empty zeroed void *kvzalloc(size n, gfp flags);
/* returns new memory of the size asked for, or null; a driver's teardown releases it */
allocates(2) empty zeroed_if_gfp_zero(3) void *devm_kmalloc(void *dev, size n, gfp flags);
/* returns new zeroed memory of the size asked for, or null; a driver's teardown releases it */
allocates(2) empty zeroed void *devm_kzalloc(void *dev, size n, gfp flags);
/* returns new zeroed memory for an array, or null; a driver's teardown releases it */
allocates(2, 3) empty zeroed void *devm_kcalloc(void *dev, size n, size each, gfp flags);
/* returns a new copy of the string, or null */
allocates() void *kstrdup(const char *s, gfp flags);
/* returns a new copy of the string, or null */
allocates() void *kstrndup(const char *s, size max, gfp flags);
/* returns a new copy of the memory, or null */
creates(2) empty void *kmemdup(const void *from, size n, gfp flags);
/* returns a new string, or null */
allocates() void *kasprintf(gfp flags, const char *format, ...);
/* returns a new string, or null; a driver's teardown releases it */
allocates() void *devm_kasprintf(void *dev, gfp flags, const char *format, ...);
/* returns a new copy of the string, or null; a driver's teardown releases it */
allocates() void *devm_kstrdup(void *dev, const char *s, gfp flags);
/* returns new memory with arbitrary contents, or an error pointer */
creates(2) empty error_pointer void *memdup_user(const void *from, size n);
/* returns a new string, or an error pointer */
allocates() error_pointer void *memdup_user_nul(const void *from, size n);
/* returns a new string, or an error pointer */
allocates() error_pointer void *strndup_user(const char *from, long n);
/* returns the address of new pages, or 0 */
allocates() size __get_free_pages(gfp flags, unsigned order);
/* returns the address of a new page of zeros, or 0 */
allocates() size get_zeroed_page(gfp flags);
/* returns new memory and writes its bus address, or null */
makes(2) changes(3) void *dma_alloc_attrs(void *dev, size n, unsigned long long *handle, gfp flags, size attrs);
/* returns new memory and writes its bus address, or null */
makes(2) changes(4) void *usb_alloc_coherent(void *dev, size n, gfp flags, unsigned long long *handle);
/* returns a new URB, or null */
makes() void *usb_alloc_urb(int packets, gfp flags);
/* returns a new network device, or null */
makes() void *alloc_etherdev_mqs(int private, unsigned transmit, unsigned receive);
/* returns a new network device, or null */
makes() void *hardbop_net_device(void);
/* returns a new network device, or null; the setup function is called */
void *alloc_netdev_mqs(int private, const char *name, unsigned char assigned, void (*setup)(void *), unsigned transmit, unsigned receive)
{
	void *dev = hardbop_net_device();
	if (dev)
		setup(dev);
	return dev;
}
/* returns a new socket buffer, or null */
makes() void *__alloc_skb(unsigned n, gfp flags, int options, int node);
/* returns a new socket buffer, or null */
makes() void *__netdev_alloc_skb(void *dev, unsigned n, gfp flags);
/* returns a new host, or null */
makes() void *mmc_alloc_host(int extra, void *dev);
/* returns a new host, or null */
makes() void *memstick_alloc_host(unsigned extra, void *dev);
/* returns a new input device, or null */
makes() void *input_allocate_device(void);
/* returns a new input device, or null; a driver's teardown releases it */
makes() void *devm_input_allocate_device(void *dev);
/* returns a new cache, or null; the constructor of its objects is not called */
makes() void *kmem_cache_create(const char *name, unsigned n, unsigned align, unsigned flags, void *constructor);
/* returns a new work queue, or null */
makes() void *alloc_workqueue(const char *format, unsigned flags, int active, ...);
/* returns a mapping of its own, or null */
makes() void *ioremap(unsigned long long start, size n);
/* returns a mapping of its own, or null; a driver's teardown releases it */
makes() void *devm_ioremap(void *dev, unsigned long long start, size n);
/* returns a mapping of its own, or an error pointer; a driver's teardown releases it */
makes() error_pointer void *devm_ioremap_resource(void *dev, const void *resource);
/* returns a mapping of its own, or an error pointer; a driver's teardown releases it */
makes() error_pointer void *devm_platform_ioremap_resource(void *dev, unsigned index);
/* returns a handle of its own for the clock, or an error pointer; null stands for no clock */
makes() error_pointer void *clk_get(void *dev, const char *id);
/* returns a handle of its own for the clock, or an error pointer; a driver's teardown releases it */
makes() error_pointer void *devm_clk_get(void *dev, const char *id);
/* returns a handle of its own for the regulator, or an error pointer */
makes() error_pointer void *regulator_get(void *dev, const char *id);
/* returns a handle of its own for the regulator, or an error pointer; a driver's teardown releases it */
makes() error_pointer void *devm_regulator_get(void *dev, const char *id);
/* returns a new class, or an error pointer */
makes() error_pointer void *__class_create(void *owner, const char *name, void *key);
/* returns a new device, or an error pointer; no function of the program is called back */
makes() error_pointer void *device_create(void *class, void *parent, unsigned number, void *data, const char *format, ...);
/* returns a new task, or an error pointer; what it runs is not run: there are no other threads */
makes() error_pointer void *kthread_create_on_node(void *function, void *data, int node, const char *format, ...);
/* returns a new open file, or an error pointer; no function of the program is called back */
makes() error_pointer void *filp_open(const char *name, int flags, unsigned short mode);
/* returns a new folder, or an error pointer */
makes() error_pointer void *debugfs_create_dir(const char *name, void *parent);
/* returns a new platform device, or null */
makes() void *platform_device_alloc(const char *name, int id);
/* returns a new character device, or null */
makes() void *cdev_alloc(void);

/* releases memory, whose contents nobody looks at any more */
harmless void kvfree(const void *p);
/* releases memory, whose contents nobody looks at any more */
harmless void kfree_sensitive(const void *p);
/* releases memory, whose contents nobody looks at any more */
harmless void devm_kfree(void *dev, const void *p);
/* releases an object, whose contents nobody looks at any more */
harmless void kmem_cache_free(void *cache, void *p);
/* releases pages, whose contents nobody looks at any more */
harmless void free_pages(size address, unsigned order);
/* releases memory, whose contents nobody looks at any more */
harmless void dma_free_attrs(void *dev, size n, void *p, unsigned long long handle, size attrs);
/* releases memory, whose contents nobody looks at any more */
harmless void usb_free_coherent(void *dev, size n, void *p, unsigned long long handle);
/* drops a reference to an URB: what the last one releases nobody looks at any more */
harmless void usb_free_urb(void *urb);
/* ends a mapping */
harmless void iounmap(volatile void *mapping);
