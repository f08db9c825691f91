// entry main
void *malloc(unsigned long);
void free(void *);
struct node { struct node *next; int *data; };
struct pair { struct node first; int *second; };
union u { int *a; long b; };
int x, y, z;
struct pair g, h;
struct node nodes[4];
union u un;

int main(void)
{
	struct node *n = malloc(sizeof(struct node));
	struct node *m = malloc(sizeof *m);
	int *d;
	n->next = m;
	n->data = &x;
	m->data = &y;
	m->next = 0;
	d = n->next->data;
	g.first.data = &x;
	g.second = &z;
	h = g;
	nodes[1] = g.first;
	nodes[2].next = &nodes[3];
	d = nodes[0].data;
	un.a = &x;
	d = (int *)un.b;
	free(n);
	return *d;
}
