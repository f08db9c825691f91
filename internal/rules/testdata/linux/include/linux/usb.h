#ifndef LINUX_USB_H
#define LINUX_USB_H

#include <linux/types.h>
#include <linux/device.h>
#include <linux/module.h>
#include <linux/slab.h>

struct usb_device {
	int devnum;
	struct device dev;
};

struct usb_interface {
	struct device dev;
};

struct usb_device_id {
	unsigned long driver_info;
};

struct urb;
typedef void (*usb_complete_t)(struct urb *urb);

struct urb {
	void *context;
	void *transfer_buffer;
	dma_addr_t transfer_dma;
	int status;
};

struct usb_driver {
	const char *name;
	int (*probe)(struct usb_interface *intf, const struct usb_device_id *id);
	void (*disconnect)(struct usb_interface *intf);
	const struct usb_device_id *id_table;
};

static inline void usb_set_intfdata(struct usb_interface *intf, void *data)
{
	intf->dev.driver_data = data;
}

static inline void *usb_get_intfdata(struct usb_interface *intf)
{
	return intf->dev.driver_data;
}

struct usb_device *interface_to_usbdev(struct usb_interface *intf);
struct usb_device *usb_get_dev(struct usb_device *dev);
void usb_put_dev(struct usb_device *dev);
struct urb *usb_alloc_urb(int iso_packets, gfp_t flags);
void usb_free_urb(struct urb *urb);
int usb_submit_urb(struct urb *urb, gfp_t flags);
void usb_kill_urb(struct urb *urb);
void *usb_alloc_coherent(struct usb_device *dev, size_t size, gfp_t flags, dma_addr_t *dma);
void usb_free_coherent(struct usb_device *dev, size_t size, void *addr, dma_addr_t dma);
int usb_register_driver(struct usb_driver *driver, struct module *owner, const char *name);
void usb_deregister(struct usb_driver *driver);
#define usb_register(driver) usb_register_driver(driver, THIS_MODULE, "driver")

#endif
