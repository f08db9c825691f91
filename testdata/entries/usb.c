/* A driver for a USB device with a character device and an interrupt, in the manner of
   Linux. The declarations stand for those of the kernel's headers. */
typedef unsigned long size_t;
typedef long ssize_t;
typedef long long loff_t;
typedef int irqreturn_t;
typedef irqreturn_t (*irq_handler_t)(int, void *);

struct mutex { int owner; };
void mutex_lock(struct mutex *lock);
void mutex_unlock(struct mutex *lock);

struct device { void *driver_data; };
struct usb_interface { int minor; struct device dev; };
struct usb_device_id { int id; };
struct usb_driver {
	const char *name;
	int (*probe)(struct usb_interface *intf, const struct usb_device_id *id);
	void (*disconnect)(struct usb_interface *intf);
};
struct inode { int i_rdev; };
struct file { void *private_data; };
struct file_operations {
	int (*open)(struct inode *inode, struct file *file);
	int (*release)(struct inode *inode, struct file *file);
	ssize_t (*read)(struct file *file, char *buf, size_t count, loff_t *pos);
};
struct usb_class_driver { char *name; const struct file_operations *fops; };

int usb_register_driver(struct usb_driver *driver, void *owner, const char *name);
void usb_deregister(struct usb_driver *driver);
int usb_register_dev(struct usb_interface *intf, struct usb_class_driver *class);
void usb_deregister_dev(struct usb_interface *intf, struct usb_class_driver *class);
struct usb_interface *usb_find_interface(struct usb_driver *driver, int minor);
int request_threaded_irq(unsigned irq, irq_handler_t handler, irq_handler_t thread, unsigned long flags, const char *name, void *dev);
void free_irq(unsigned irq, void *dev);
void *kzalloc(size_t size, unsigned flags);
void kfree(const void *p);

static inline int request_irq(unsigned irq, irq_handler_t handler, unsigned long flags, const char *name, void *dev)
{
	return request_threaded_irq(irq, handler, 0, flags, name, dev);
}

static inline void usb_set_intfdata(struct usb_interface *intf, void *data)
{
	intf->dev.driver_data = data;
}

static inline void *usb_get_intfdata(struct usb_interface *intf)
{
	return intf->dev.driver_data;
}

struct sk { struct mutex lock; unsigned irqs; };

static struct usb_driver sk_driver;

static int sk_open(struct inode *inode, struct file *file)
{
	struct usb_interface *intf = usb_find_interface(&sk_driver, inode->i_rdev);

	if (!intf)
		return -19;
	file->private_data = usb_get_intfdata(intf);
	return 0;
}

static int sk_release(struct inode *inode, struct file *file)
{
	file->private_data = 0;
	return 0;
}

static ssize_t sk_read(struct file *file, char *buf, size_t count, loff_t *pos)
{
	struct sk *sk = file->private_data;

	mutex_lock(&sk->lock);
#ifdef BUG
	if (count > 10)
		return -22;
#endif
	mutex_unlock(&sk->lock);
	return count;
}

static const struct file_operations sk_fops = { .open = sk_open, .release = sk_release, .read = sk_read };
static struct usb_class_driver sk_class = { "sk", &sk_fops };

static irqreturn_t sk_irq(int irq, void *dev)
{
	struct sk *sk = dev;

	sk->irqs++;
	return 1;
}

static int sk_probe(struct usb_interface *intf, const struct usb_device_id *id)
{
	struct sk *sk = kzalloc(sizeof *sk, 0);

	if (!sk)
		return -12;
	usb_set_intfdata(intf, sk);
	if (request_irq(3, sk_irq, 0, "sk", sk)) {
		kfree(sk);
		return -5;
	}
	if (usb_register_dev(intf, &sk_class)) {
		free_irq(3, sk);
		kfree(sk);
		return -5;
	}
	return 0;
}

static void sk_disconnect(struct usb_interface *intf)
{
	struct sk *sk = usb_get_intfdata(intf);

	usb_deregister_dev(intf, &sk_class);
	free_irq(3, sk);
	kfree(sk);
}

static struct usb_driver sk_driver = { .name = "sk", .probe = sk_probe, .disconnect = sk_disconnect };

static int sk_init(void)
{
	return usb_register_driver(&sk_driver, 0, "sk");
}

static void sk_exit(void)
{
	usb_deregister(&sk_driver);
}

/* module_init(sk_init); module_exit(sk_exit); */
static inline int (*__inittest(void))(void) { return sk_init; }
static inline void (*__exittest(void))(void) { return sk_exit; }
