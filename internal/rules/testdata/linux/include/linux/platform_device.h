#ifndef LINUX_PLATFORM_DEVICE_H
#define LINUX_PLATFORM_DEVICE_H

#include <linux/device.h>

struct resource {
	resource_size_t start;
	resource_size_t end;
};

struct platform_device {
	const char *name;
	struct device dev;
};

struct platform_driver {
	int (*probe)(struct platform_device *pdev);
	int (*remove)(struct platform_device *pdev);
};

#define IORESOURCE_MEM 0x200

struct resource *platform_get_resource(struct platform_device *pdev, unsigned int type, unsigned int n);
int platform_get_irq(struct platform_device *pdev, unsigned int n);
int __platform_driver_register(struct platform_driver *driver, struct module *owner);
void platform_driver_unregister(struct platform_driver *driver);

static inline void *platform_get_drvdata(const struct platform_device *pdev)
{
	return pdev->dev.driver_data;
}

static inline void platform_set_drvdata(struct platform_device *pdev, void *data)
{
	pdev->dev.driver_data = data;
}

#define module_platform_driver(d) \
	static int d##_init(void) { return __platform_driver_register(&d, THIS_MODULE); } \
	module_init(d##_init) \
	static void d##_exit(void) { platform_driver_unregister(&d); } \
	module_exit(d##_exit)

#endif
