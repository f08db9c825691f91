int printf(const char *, ...);

/* Initialisers go on behind a member of an anonymous struct, and behind that. */
struct point { int first; struct { int x, y; struct { int z, w; }; }; int last, more; };
struct point one = { .x = 1, 2, 3, 4, 5, 6 };
struct point two = { .z = 7, 8, 9 };
struct point list[] = { [1].y = 1, 2, 3, 4, 5, 6, { .w = 7 }, 8 };

static void show(struct point *p)
{
	printf("%d %d %d %d %d %d %d\n", p->first, p->x, p->y, p->z, p->w, p->last, p->more);
}

int main(void)
{
	struct point own = { 1, .y = 2, 3, 4, 5 };
	unsigned i;

	show(&one);
	show(&two);
	show(&own);
	for (i = 0; i < sizeof list / sizeof *list; i++)
		show(&list[i]);
	return 0;
}
