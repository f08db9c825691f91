// entry main
void *malloc(unsigned long);
void *memcpy(void *, const void *, unsigned long);
void *realloc(void *, unsigned long);
struct link { struct link *next, *prev; };
struct item { int key; struct link link; int *value; };
struct wide { long a; int *p; char tail[8]; };
union any { int *i; char bytes[8]; struct { int lo, hi; } half; };
int x, y, z;
struct item items[3];
struct link head;
struct wide w1, w2, w3;
int only, *where;
struct tiny { short a, b; } tiny;
union any un;
int *vector[4];
int (*handlers[2])(int *);
int **deep;
int ***deeper;

int take(int *p) { *p = 1; return *p; }
int drop(int *p) { x = *p; return 0; }

void insert(struct link *l, struct link *at)
{
	l->next = at->next;
	l->prev = at;
	at->next->prev = l;
	at->next = l;
}

struct item *item_of(struct link *l)
{
	return (struct item *)((char *)l - (unsigned long)&((struct item *)0)->link);
}

void bytes(void *to, void *from, int n)
{
	char *d = to, *s = from;
	int i;
	for (i = 0; i < n; i++)
		d[i] = s[i];
}

void copy(void *to, void *from, unsigned long n)
{
	memcpy(to, from, n);
}

int pun(void)
{
	short *s = &tiny.b;
	int *whole = (int *)&tiny.a;
	*whole = 65537;
	return *s + tiny.a + tiny.b;
}

int recursive(int n, int *up)
{
	int mine = n;
	if (n > 0) {
		recursive(n - 1, &mine);
	}
	*up = mine + 1;
	return mine;
}

int main(void)
{
	int i, local = 0, sum = 0;
	int *p;
	long word;
	struct item *it;
	struct link *l;
	struct wide *h;
	head.next = head.prev = &head;
	for (i = 0; i < 3; i++) {
		items[i].key = i;
		items[i].value = i == 1 ? &x : &y;
		insert(&items[i].link, &head);
	}
	for (l = head.next; l != &head; l = l->next) {
		it = item_of(l);
		*it->value = it->key;
		sum += it->key;
	}
	w1.p = &z;
	w1.tail[0] = 3;
	memcpy(&w2, &w1, sizeof w1);
	*w2.p = 4;
	h = malloc(sizeof *h);
	bytes(h, &w2, sizeof w2);
	*h->p = 5;
	copy(&w3, h, sizeof w3);
	*w3.p = 5;
	*(int **)((char *)0 + (unsigned long)&where) = &only;
	*where = 1;
	sum += pun();
	un.i = &local;
	p = (int *)(((long)un.half.hi << 32) | (unsigned)un.half.lo);
	*p = 6;
	un.bytes[0] = un.bytes[0];
	*un.i = 7;
	word = (long)&vector[1];
	*(int **)word = &x;
	vector[2] = vector[1];
	vector[0] = p;
	for (i = 0; i < 3; i++)
		*vector[i] = i;
	deep = &vector[2];
	deeper = &deep;
	**deeper = &y;
	***deeper = 9;
	deep[1] = &z;
	*vector[3] = 2;
	handlers[0] = take;
	handlers[1] = drop;
	for (i = 0; i < 2; i++)
		sum += handlers[i](&local);
	recursive(3, &local);
	return sum;
}
