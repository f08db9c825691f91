#ifndef LINUX_DEVICE_H
#define LINUX_DEVICE_H

#include <linux/types.h>
struct module;
struct kobject {
	int refs;
};

struct device {
	struct kobject kobj;
	void *driver_data;
};

struct class;
struct class *class_create(struct module *owner, const char *name);
void class_destroy(struct class *cls);
struct device *device_create(struct class *cls, struct device *parent, dev_t devt, void *data, const char *fmt, ...);
void device_destroy(struct class *cls, dev_t devt);
struct device *get_device(struct device *dev);
void put_device(struct device *dev);

#include <linux/err.h>

#endif
