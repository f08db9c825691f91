int printf(const char *, ...);
void *malloc(unsigned long);
void free(void *);
struct node { int v; struct node *next; };
static struct node *push(struct node *h, int v)
{
	struct node *n = malloc(sizeof *n);
	n->v = v;
	n->next = h;
	return n;
}
static struct node *reverse(struct node *h)
{
	struct node *r = 0;
	while (h) {
		struct node *next = h->next;
		h->next = r;
		r = h;
		h = next;
	}
	return r;
}
static void remove_if(struct node **pp, int m)
{
	while (*pp) {
		struct node *n = *pp;
		if (n->v % m == 0) {
			*pp = n->next;
			free(n);
		} else
			pp = &n->next;
	}
}
int main(void)
{
	struct node *h = 0, *n;
	int i;
	for (i = 0; i < 8; i++)
		h = push(h, i);
	h = reverse(h);
	remove_if(&h, 3);
	for (n = h; n; n = n->next)
		printf("%d ", n->v);
	printf("\n");
	return 0;
}
