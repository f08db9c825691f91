int printf(const char *, ...);
struct list { struct list *next, *prev; };
struct item { int v; struct list link; char c; };
#define ENTRY(p, t, m) ((t *)((char *)(p) - __builtin_offsetof(t, m)))
static struct list head = {&head, &head};
static void add(struct list *n)
{
	n->next = head.next;
	n->prev = &head;
	head.next->prev = n;
	head.next = n;
}
static void del(struct list *n) { n->prev->next = n->next; n->next->prev = n->prev; }
int main(void)
{
	static struct item a[4] = {{1}, {2}, {3}, {4}};
	struct list *p;
	int i;
	for (i = 0; i < 4; i++)
		add(&a[i].link);
	del(&a[1].link);
	for (p = head.next; p != &head; p = p->next)
		printf("%d ", ENTRY(p, struct item, link)->v);
	printf("\n");
	return 0;
}
