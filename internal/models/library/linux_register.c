/*
 * Models of functions of Linux, as of Linux 6.1, by which drivers register what they have
 * and which fail with a negative error number. Nothing is said of what else they do:
 * that is as of functions that nothing is known of.
 */

/* has no body: what is unknown of the functions below */
int __VERIFIER_outside(void *p, ...);

/* A result that is 0 or a negative error number; what is changed is unknown. */
#define FAILS_NEGATIVE(...) \
	{ \
		int n = __VERIFIER_outside(__VA_ARGS__); \
		return n > 0 ? 0 : n; \
	}

#define makes(...) __attribute__((model_overrides)) __attribute__((model_keeps, model_allocates(__VA_ARGS__)))

int __VERIFIER_nondet_int(void);

/* returns new firmware, or null */
makes() void *hardbop_firmware(void);

/* Stores new firmware, or null with the error number -12 or another one. */
#define NEW_FIRMWARE(firmware) \
	{ \
		int n = __VERIFIER_nondet_int(); \
		*firmware = hardbop_firmware(); \
		if (*firmware) \
			return 0; \
		return n < 0 ? n : -12; \
	}

/* returns 0 or a negative error number */
int input_register_device(void *dev)
	FAILS_NEGATIVE(dev)
/* returns 0 or a negative error number */
int misc_register(void *misc)
	FAILS_NEGATIVE(misc)
/* returns 0 or a negative error number */
int i2c_register_driver(void *owner, void *driver)
	FAILS_NEGATIVE(owner, driver)
/* returns 0 or a negative error number */
int __spi_register_driver(void *owner, void *driver)
	FAILS_NEGATIVE(owner, driver)
/* returns 0 or a negative error number */
int __hid_register_driver(void *driver, void *owner, const char *name)
	FAILS_NEGATIVE(driver, owner, name)
/* returns 0 or a negative error number */
int __serio_register_driver(void *driver, void *owner, const char *name)
	FAILS_NEGATIVE(driver, owner, name)
/* returns 0 or a negative error number */
int __parport_register_driver(void *driver, void *owner, const char *name)
	FAILS_NEGATIVE(driver, owner, name)
/* returns 0 or a negative error number */
int pcmcia_register_driver(void *driver)
	FAILS_NEGATIVE(driver)
/* returns 0 or a negative error number */
int acpi_bus_register_driver(void *driver)
	FAILS_NEGATIVE(driver)
/* returns 0 or a negative error number */
int register_virtio_driver(void *driver)
	FAILS_NEGATIVE(driver)
/* returns 0 or a negative error number */
int comedi_driver_register(void *driver)
	FAILS_NEGATIVE(driver)
/* returns 0 or a negative error number */
int uart_register_driver(void *driver)
	FAILS_NEGATIVE(driver)
/* returns 0 or a negative error number */
int uart_add_one_port(void *driver, void *port)
	FAILS_NEGATIVE(driver, port)
/* returns 0 or a negative error number */
int driver_register(void *driver)
	FAILS_NEGATIVE(driver)
/* returns 0 or a negative error number */
int device_register(void *dev)
	FAILS_NEGATIVE(dev)
/* returns 0 or a negative error number */
int device_add(void *dev)
	FAILS_NEGATIVE(dev)
/* returns 0 or a negative error number */
int platform_device_add(void *dev)
	FAILS_NEGATIVE(dev)
/* returns 0 or a negative error number */
int platform_device_register(void *dev)
	FAILS_NEGATIVE(dev)
/* returns 0 or a negative error number */
int device_create_file(void *dev, const void *attribute)
	FAILS_NEGATIVE(dev, attribute)
/* returns 0 or a negative error number */
int device_create_bin_file(void *dev, const void *attribute)
	FAILS_NEGATIVE(dev, attribute)
/* returns 0 or a negative error number */
int sysfs_create_file_ns(void *kobj, const void *attribute, const void *ns)
	FAILS_NEGATIVE(kobj, attribute, ns)
/* returns 0 or a negative error number */
int sysfs_create_bin_file(void *kobj, const void *attribute)
	FAILS_NEGATIVE(kobj, attribute)
/* returns 0 or a negative error number */
int sysfs_create_link(void *kobj, void *target, const char *name)
	FAILS_NEGATIVE(kobj, target, name)
/* returns 0 or a negative error number */
int led_classdev_register_ext(void *parent, void *led, void *init)
	FAILS_NEGATIVE(parent, led, init)
/* returns 0 or a negative error number */
int devm_led_classdev_register_ext(void *parent, void *led, void *init)
	FAILS_NEGATIVE(parent, led, init)
/* returns 0 or a negative error number */
int watchdog_register_device(void *watchdog)
	FAILS_NEGATIVE(watchdog)
/* returns 0 or a negative error number */
int devm_watchdog_register_device(void *dev, void *watchdog)
	FAILS_NEGATIVE(dev, watchdog)
/* returns 0 or a negative error number */
int gpiochip_add_data_with_key(void *chip, void *data, void *lock, void *request)
	FAILS_NEGATIVE(chip, data, lock, request)
/* returns 0 or a negative error number */
int v4l2_device_register(void *dev, void *v4l2)
	FAILS_NEGATIVE(dev, v4l2)
/* returns 0 or a negative error number */
int usb_register_dev(void *interface, void *class)
	FAILS_NEGATIVE(interface, class)
/* returns 0 or a negative error number */
int usb_submit_urb(void *urb, unsigned flags)
	FAILS_NEGATIVE(urb)
/* returns 0 or a negative error number */
int hid_hw_start(void *hid, unsigned mask)
	FAILS_NEGATIVE(hid)
/* returns 0 or a negative error number */
int __uio_register_device(void *owner, void *parent, void *info)
	FAILS_NEGATIVE(owner, parent, info)
/* returns 0 or a negative error number */
int snd_card_register(void *card)
	FAILS_NEGATIVE(card)
/* returns 0 or a negative error number */
int register_netdevice(void *dev)
	FAILS_NEGATIVE(dev)
/* returns 0 or a negative error number */
int device_add_disk(void *parent, void *disk, const void *groups)
	FAILS_NEGATIVE(parent, disk, groups)
/* returns 0 or a negative error number */
int i2c_add_adapter(void *adapter)
	FAILS_NEGATIVE(adapter)
/* returns 0 or a negative error number */
int w1_add_master_device(void *master)
	FAILS_NEGATIVE(master)
/* returns 0 or a negative error number */
int mmc_add_host(void *host)
	FAILS_NEGATIVE(host)
/* returns 0 or a negative error number */
int memstick_add_host(void *host)
	FAILS_NEGATIVE(host)
/* returns 0 or a negative error number */
int pwmchip_add(void *chip)
	FAILS_NEGATIVE(chip)
/* returns 0 or a negative error number */
int tty_register_driver(void *driver)
	FAILS_NEGATIVE(driver)
/* returns 0 or a negative error number */
int hwrng_register(void *rng)
	FAILS_NEGATIVE(rng)
/* returns 0 or a negative error number */
int nci_register_device(void *ndev)
	FAILS_NEGATIVE(ndev)
/* returns 0 or a negative error number */
int pci_request_region(void *dev, int bar, const char *name)
	FAILS_NEGATIVE(dev, name)
/* returns 0 or a negative error number */
int pcim_enable_device(void *dev)
	FAILS_NEGATIVE(dev)
/* returns 0 or a negative error number */
int dma_set_mask(void *dev, unsigned long long mask)
	FAILS_NEGATIVE(dev)
/* returns 0 or a negative error number */
int dma_set_coherent_mask(void *dev, unsigned long long mask)
	FAILS_NEGATIVE(dev)
/* returns 0 or a negative error number */
int devm_request_threaded_irq(void *dev, unsigned irq, void *handler, void *thread, unsigned long flags, const char *name, void *data)
	FAILS_NEGATIVE(dev, handler, thread, name, data)
/* stores new firmware and returns 0, or stores null and returns a negative error number; nothing else changes */
int request_firmware(const void **firmware, const char *name, void *dev)
	NEW_FIRMWARE(firmware)
/* stores new firmware and returns 0, or stores null and returns a negative error number; nothing else changes */
int request_firmware_direct(const void **firmware, const char *name, void *dev)
	NEW_FIRMWARE(firmware)
/* stores new firmware and returns 0, or stores null and returns a negative error number; nothing else changes */
int firmware_request_nowarn(const void **firmware, const char *name, void *dev)
	NEW_FIRMWARE(firmware)
/* returns 0 or a negative error number */
int subsys_system_register(void *bus, const void *groups)
	FAILS_NEGATIVE(bus, groups)

struct usb_anchor;
struct urb { struct usb_anchor *anchor; };
/* says where the request is anchored; the list of those at the anchor is not looked at */
void usb_anchor_urb(struct urb *urb, struct usb_anchor *anchor)
{
	urb->anchor = anchor;
}
/* says that the request isn't anchored; the list of those at the anchor is not looked at */
void usb_unanchor_urb(struct urb *urb)
{
	if (urb)
		urb->anchor = 0;
}
