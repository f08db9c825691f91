/*
 * Models of Linux's reference counts, as of Linux 6.1: of objects that the program doesn't
 * look into, and of counters that it does. To change a counter is exact, as there is no other
 * thread; that counters saturate is not modelled. To read one gives any value, as the headers
 * have it, so that what waits for another thread goes on.
 */
#define harmless __attribute__((model_harmless))
#define overrides __attribute__((model_overrides))
#define waits __attribute__((model_waits))

typedef struct { int counter; } atomic_t;
typedef struct refcount_struct { atomic_t refs; } refcount_t;

int __VERIFIER_nondet_int(void);

/* counts a reference and returns its argument */
void *get_device(void *dev)
{
	return dev;
}

/* drops a reference: what the last one releases nobody looks at any more, and a release function is called by the environment, if at all */
harmless void put_device(void *dev);

/* counts a reference and returns its argument */
void *kobject_get(void *object)
{
	return object;
}

/* counts a reference and returns its argument */
void *usb_get_dev(void *dev)
{
	return dev;
}

/* drops a reference: what the last one releases nobody looks at any more, and a release function is called by the environment, if at all */
harmless void usb_put_dev(void *dev);

/* counts a reference and returns its argument */
void *usb_get_intf(void *interface)
{
	return interface;
}

/* drops a reference: what the last one releases nobody looks at any more, and a release function is called by the environment, if at all */
harmless void usb_put_intf(void *interface);

/* counts a reference and returns its argument */
void *usb_get_urb(void *urb)
{
	return urb;
}

/* counts a reference and returns its argument */
void *pci_dev_get(void *dev)
{
	return dev;
}

/* drops a reference: what the last one releases nobody looks at any more, and a release function is called by the environment, if at all */
harmless void pci_dev_put(void *dev);

/* counts a reference and returns its argument */
void *of_node_get(void *node)
{
	return node;
}

/* drops a reference: what the last one releases nobody looks at any more, and a release function is called by the environment, if at all */
harmless void of_node_put(void *node);

/* returns whether the module is still there, and counts a reference then */
_Bool try_module_get(void *module)
{
	return __VERIFIER_nondet_int() != 0;
}

/* changes only the module's count */
harmless void __module_get(void *module);
/* changes only the module's count */
harmless void module_put(void *module);

/* is exact: there is no other thread */
overrides void atomic_set(atomic_t *v, int i)
{
	v->counter = i;
}

/* is exact: there is no other thread */
overrides void atomic_inc(atomic_t *v)
{
	v->counter = (int)((unsigned)v->counter + 1);
}

/* is exact: there is no other thread */
overrides void atomic_dec(atomic_t *v)
{
	v->counter = (int)((unsigned)v->counter - 1);
}

/* is exact: there is no other thread */
overrides void atomic_add(int i, atomic_t *v)
{
	v->counter = (int)((unsigned)v->counter + (unsigned)i);
}

/* is exact: there is no other thread */
overrides void atomic_sub(int i, atomic_t *v)
{
	v->counter = (int)((unsigned)v->counter - (unsigned)i);
}

/* is exact: there is no other thread */
overrides int atomic_inc_return(atomic_t *v)
{
	v->counter = (int)((unsigned)v->counter + 1);
	return v->counter;
}

/* is exact: there is no other thread */
overrides int atomic_dec_return(atomic_t *v)
{
	v->counter = (int)((unsigned)v->counter - 1);
	return v->counter;
}

/* is exact: there is no other thread */
overrides _Bool atomic_dec_and_test(atomic_t *v)
{
	v->counter = (int)((unsigned)v->counter - 1);
	return v->counter == 0;
}

/* is exact: there is no other thread */
overrides _Bool atomic_inc_and_test(atomic_t *v)
{
	v->counter = (int)((unsigned)v->counter + 1);
	return v->counter == 0;
}

/* is exact, but that another thread changes what a loop around it waits for */
overrides waits int atomic_xchg(atomic_t *v, int i)
{
	int old = v->counter;
	v->counter = i;
	return old;
}

/* is exact, but that another thread changes what a loop around it waits for */
overrides waits int atomic_cmpxchg(atomic_t *v, int old, int i)
{
	int was = v->counter;
	if (was == old)
		v->counter = i;
	return was;
}

/* is exact: there is no other thread */
overrides _Bool atomic_add_unless(atomic_t *v, int i, int u)
{
	if (v->counter == u)
		return 0;
	v->counter = (int)((unsigned)v->counter + (unsigned)i);
	return 1;
}

/* is exact: there is no other thread, and no saturation */
overrides void refcount_set(refcount_t *r, int n)
{
	r->refs.counter = n;
}

/* is exact: there is no other thread, and no saturation */
overrides void refcount_inc(refcount_t *r)
{
	r->refs.counter = (int)((unsigned)r->refs.counter + 1);
}

/* is exact: there is no other thread, and no saturation */
overrides _Bool refcount_inc_not_zero(refcount_t *r)
{
	if (r->refs.counter == 0)
		return 0;
	r->refs.counter = (int)((unsigned)r->refs.counter + 1);
	return 1;
}

/* is exact: there is no other thread, and no saturation */
overrides void refcount_dec(refcount_t *r)
{
	r->refs.counter = (int)((unsigned)r->refs.counter - 1);
}

/* is exact: there is no other thread, and no saturation */
overrides _Bool refcount_dec_and_test(refcount_t *r)
{
	r->refs.counter = (int)((unsigned)r->refs.counter - 1);
	return r->refs.counter == 0;
}
