// entry ioctl
struct list { struct list *next; };
struct dev { int lock; struct list head; int *count; struct dev *parent; void (*done)(struct dev *); };
struct dev *find(int);
void keep(struct dev *);
int hidden;
int *shown;
struct dev own;
void finish(struct dev *d) { d->lock = 0; }
int ioctl(struct dev *d, struct list *l, unsigned long arg)
{
	int here;
	struct dev local;
	struct dev *e = find(1);
	struct dev *c = (struct dev *)((char *)l - (unsigned long)&((struct dev *)0)->head);
	local.done = finish;
	local.count = &here;
	keep(&local);
	e->count = &hidden;
	d->done(d);
	c->lock = 1;
	shown = d->count;
	*(int *)arg = 3;
	return e->lock;
}
