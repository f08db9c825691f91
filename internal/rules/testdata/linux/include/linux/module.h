#ifndef LINUX_MODULE_H
#define LINUX_MODULE_H

#include <linux/types.h>

struct module;
#define THIS_MODULE ((struct module *)0)
#define MODULE_LICENSE(text)
#define MODULE_AUTHOR(text)
#define MODULE_DESCRIPTION(text)
#define __init
#define __exit

typedef int (*initcall_t)(void);
typedef void (*exitcall_t)(void);

/* What the kernel runs when the module is loaded, and before it is unloaded. */
#define module_init(f) \
	static inline initcall_t __inittest(void) { return f; } \
	int init_module(void) __attribute__((alias(#f)));
#define module_exit(f) \
	static inline exitcall_t __exittest(void) { return f; } \
	void cleanup_module(void) __attribute__((alias(#f)));

_Bool try_module_get(struct module *module);
void __module_get(struct module *module);
void module_put(struct module *module);

#endif
