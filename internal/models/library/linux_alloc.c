/*
 * Models of Linux's memory allocation, as of Linux 6.1.
 *
 * The functions that allocate are declared with the attributes that say so: the numbers of
 * the parameters that make up the size, and whether the memory is zero. Sleeping, accounting
 * and NUMA nodes are not modelled. Those that are inline functions in the headers are
 * modelled as a whole, so that each call is an allocation of its own.
 */
#define allocates(...) __attribute__((model_overrides, model_allocates(__VA_ARGS__)))
#define zeroed __attribute__((model_zeroes))
#define zeroed_if_gfp_zero(flags) __attribute__((model_zeroes_if(flags, 0x100)))

typedef unsigned long size;
typedef unsigned gfp;

/* returns new memory of the size asked for, or null */
allocates(1) zeroed_if_gfp_zero(2) void *kmalloc(size n, gfp flags);
/* returns new memory of the size asked for, or null */
allocates(1) zeroed_if_gfp_zero(2) void *__kmalloc(size n, gfp flags);
/* returns new memory of the size asked for, or null */
allocates(1) zeroed_if_gfp_zero(2) void *kmalloc_node(size n, gfp flags, int node);
/* returns new memory of the size asked for, or null */
allocates(1) zeroed_if_gfp_zero(2) void *__kmalloc_node(size n, gfp flags, int node);
/* returns new memory of the size asked for, or null */
allocates(3) zeroed_if_gfp_zero(2) void *kmalloc_trace(void *cache, gfp flags, size n);
/* returns new memory of the size asked for, or null */
allocates(1) zeroed_if_gfp_zero(2) void *kmalloc_large(size n, gfp flags);
/* returns new memory of the size asked for, or null */
allocates(1) zeroed_if_gfp_zero(2) void *kmalloc_order(size n, gfp flags, unsigned order);
/* returns new zeroed memory of the size asked for, or null */
allocates(1) zeroed void *kzalloc(size n, gfp flags);
/* returns new zeroed memory of the size asked for, or null */
allocates(1) zeroed void *kzalloc_node(size n, gfp flags, int node);
/* returns new zeroed memory for an array, or null; the size doesn't overflow */
allocates(1, 2) zeroed void *kcalloc(size n, size each, gfp flags);
/* returns new memory for an array, or null; the size doesn't overflow */
allocates(1, 2) zeroed_if_gfp_zero(3) void *kmalloc_array(size n, size each, gfp flags);
/* returns a new object of the cache, or null */
allocates() void *kmem_cache_alloc(void *cache, gfp flags);
/* returns a new object of the cache, or null */
allocates() void *kmem_cache_zalloc(void *cache, gfp flags);
/* returns new memory of the size asked for, or null */
allocates(1) void *vmalloc(size n);
/* returns new zeroed memory of the size asked for, or null */
allocates(1) zeroed void *vzalloc(size n);
/* returns new memory of the size asked for, or null */
allocates(1) zeroed_if_gfp_zero(2) void *kvmalloc(size n, gfp flags);
/* returns new zeroed memory of the size asked for, or null */
allocates(1) zeroed void *kvzalloc(size n, gfp flags);
/* returns new memory of the size asked for, or null; a driver's teardown releases it */
allocates(2) zeroed_if_gfp_zero(3) void *devm_kmalloc(void *dev, size n, gfp flags);
/* returns new zeroed memory of the size asked for, or null; a driver's teardown releases it */
allocates(2) zeroed void *devm_kzalloc(void *dev, size n, gfp flags);
/* returns new zeroed memory for an array, or null; a driver's teardown releases it */
allocates(2, 3) zeroed void *devm_kcalloc(void *dev, size n, size each, gfp flags);
