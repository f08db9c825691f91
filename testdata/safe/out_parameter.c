/* A device that is created behind a pointer is the first one of its driver. */
extern void reach_error(void);
extern void *malloc(unsigned long);

struct driver;
struct device { struct driver *driver; int id; };
struct driver { struct device *first; };

static struct driver driver;

static int create(int id, struct device **out)
{
	struct device *d = malloc(sizeof *d);

	if (!d)
		return -1;
	d->driver = &driver;
	d->id = id;
	driver.first = d;
	*out = d;
	return 0;
}

int main(void)
{
	struct device *device;

	if (create(7, &device) < 0)
		return 0;
	if (device->driver->first != device)
		reach_error();
	return 0;
}
