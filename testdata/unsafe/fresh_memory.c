/* What was allocated before is changed when something new is made. */
extern void reach_error(void);
extern void *malloc(unsigned long);
extern int nondet(void);

struct part { struct device *self; };
struct device { struct part *part; };

static struct device *kept;

static int create(struct device **out)
{
	struct device *d = malloc(sizeof *d);

	if (!d)
		return -1;
	d->part = malloc(sizeof *d->part);
	if (!d->part)
		return -1;
	*out = d;
	return 0;
}

static void keep(struct device **at)
{
	if (!kept)
		kept = *at;
}

static void add(void)
{
	struct device *d;

	if (create(&d) < 0)
		return;
	keep(&d);
	kept->part->self = d;
}

int main(void)
{
	while (nondet()) {
		add();
		if (kept && kept->part->self != kept)
			reach_error();
	}
	return 0;
}
