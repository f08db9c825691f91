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

_Bool try_module_get(struct module *module);
void __module_get(struct module *module);
void module_put(struct module *module);

#endif
