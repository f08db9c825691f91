/* A driver whose callbacks find its state in what subsystems set before they call them: the
   device of a file, of an inode, the data of a file of debugfs and of a sequence file. The
   declarations stand for those of Linux. */
void reach_error(void);
void *kzalloc(unsigned long size, unsigned flags);
void kfree(const void *p);

#define container_of(p, type, member) ((type *)((char *)(p) - __builtin_offsetof(type, member)))
#define expect(ok) do { if (!(ok)) reach_error(); } while (0)

struct device { void *driver_data; };
struct platform_device { int id; struct device dev; };
struct platform_driver {
	int (*probe)(struct platform_device *);
	int (*remove)(struct platform_device *);
};
struct cdev;
struct inode { struct cdev *i_cdev; void *i_private; };
struct file { int f_flags; void *private_data; };
struct seq_file { unsigned long size; void *private; };
struct file_operations {
	int (*open)(struct inode *, struct file *);
	int (*release)(struct inode *, struct file *);
	long (*read)(struct file *, char *, unsigned long, long long *);
};
struct cdev { const struct file_operations *ops; unsigned dev; };
struct miscdevice { int minor; const char *name; const struct file_operations *fops; };

int platform_driver_register(struct platform_driver *);
void platform_driver_unregister(struct platform_driver *);
int misc_register(struct miscdevice *);
void misc_deregister(struct miscdevice *);
void cdev_init(struct cdev *, const struct file_operations *);
int cdev_add(struct cdev *, unsigned dev, unsigned count);
void cdev_del(struct cdev *);
void *debugfs_create_file(const char *, unsigned short, void *parent, void *data, const struct file_operations *);
void debugfs_remove(void *);
int single_open(struct file *, int (*show)(struct seq_file *, void *), void *data);
int single_release(struct inode *, struct file *);

struct box {
	int magic;
	struct miscdevice misc;
	struct cdev cdev;
	void *debug;
};

static int boxes;

#ifdef BUG
#define WRONG 1
#else
#define WRONG 0
#endif

static long box_read(struct file *file, char *to, unsigned long n, long long *pos)
{
	struct box *b = container_of(file->private_data, struct box, misc);

	expect(b->magic == 17 + WRONG);
	return 0;
}

static const struct file_operations box_fops = { .read = box_read };

static int node_open(struct inode *inode, struct file *file)
{
	struct box *b = container_of(inode->i_cdev, struct box, cdev);

	expect(b->magic == 17);
	file->private_data = b;
	return 0;
}

static int node_release(struct inode *inode, struct file *file)
{
	struct box *b = file->private_data;

	expect(b->magic == 17);
	return 0;
}

static long node_read(struct file *file, char *to, unsigned long n, long long *pos)
{
	struct box *b = file->private_data;

	expect(b->magic == 17);
	return 0;
}

static const struct file_operations node_fops = { .open = node_open, .read = node_read, .release = node_release };

static int debug_show(struct seq_file *m, void *v)
{
	struct box *b = m->private;

	expect(b->magic == 17);
	return 0;
}

static int debug_open(struct inode *inode, struct file *file)
{
	return single_open(file, debug_show, inode->i_private);
}

static const struct file_operations debug_fops = { .open = debug_open, .release = single_release };

/* Its address is also used otherwise: nobody knows what its functions get. */
static long other_read(struct file *file, char *to, unsigned long n, long long *pos)
{
	return file->private_data == 0;
}

static const struct file_operations other_fops = { .read = other_read };
static struct miscdevice other = { .minor = 1, .name = "other", .fops = &other_fops };
const struct file_operations *handed_out = &other_fops;

static int box_probe(struct platform_device *pdev)
{
	struct box *b = kzalloc(sizeof *b, 0);

	if (!b)
		return -12;
	b->magic = 17;
	b->misc.fops = &box_fops;
	if (misc_register(&b->misc))
		goto free;
	cdev_init(&b->cdev, &node_fops);
	if (cdev_add(&b->cdev, 5, 1))
		goto misc;
	b->debug = debugfs_create_file("box", 0444, 0, b, &debug_fops);
	pdev->dev.driver_data = b;
	boxes++;
	return 0;
misc:
	misc_deregister(&b->misc);
free:
	kfree(b);
	return -5;
}

static int box_remove(struct platform_device *pdev)
{
	struct box *b = pdev->dev.driver_data;

	debugfs_remove(b->debug);
	cdev_del(&b->cdev);
	misc_deregister(&b->misc);
	kfree(b);
	boxes--;
	return 0;
}

static struct platform_driver box_driver = { .probe = box_probe, .remove = box_remove };

int init_module(void)
{
	if (misc_register(&other))
		return -5;
	return platform_driver_register(&box_driver);
}

void cleanup_module(void)
{
	platform_driver_unregister(&box_driver);
	misc_deregister(&other);
}
