// entry main
// Calls through pointers that may be of many functions.
void *malloc(unsigned long);
struct two { int *a, *b; };
int u, v, w, x, y, z, *kept, *spare, *far;
int *first(int *a, int *b) { return a; }
int *second(int *a, int *b) { return b; }
int *keep(int *a, int *b) { kept = a; return &z; }
int *give(int *a, int *b) { return kept ? kept : a; }
int *store(int *a, int *b) { spare = b; return a; }
int *(*table[])(int *, int *) = { first, second, keep, give, store };
int *pick(int n, int *a, int *b) { return table[n](a, b); }

int *open_one(int n, ...) { far = &u; return &v; }
int *open_two(int n, ...) { return far; }
int *open_3(int n, ...) { return &w; }
int *open_4(int n, ...) { return far; }
int *open_5(int n, ...) { return &w; }
int *(*others[])(int, ...) = { open_one, open_two, open_3, open_4, open_5 };
int *apart;

struct two pair_1(int *a) { struct two t = { a, &u }; return t; }
struct two pair_2(int *a) { struct two t = { &v, a }; return t; }
struct two pair_3(int *a) { struct two t = { a, a }; return t; }
struct two pair_4(int *a) { struct two t = { a, &w }; return t; }
struct two pair_5(int *a) { struct two t = { &x, a }; return t; }
struct two (*pairs[])(int *) = { pair_1, pair_2, pair_3, pair_4, pair_5 };

int *gone_1(int *a, int *b);
int *gone_2(int *a, int *b);
int *gone_3(int *a, int *b);
int *gone_4(int *a, int *b);
int *gone_5(int *a, int *b);
int *(*gone[])(int *, int *) = { first, gone_1, gone_2, gone_3, gone_4, gone_5 };
int *lost;

void take_1(struct two t) { *t.a = 1; }
void take_2(struct two t) { *t.b = 2; }
void take_3(struct two t) { *t.a = 3; }
void take_4(struct two t) { *t.b = 4; }
void take_5(struct two t) { *t.a = 5; }
void (*takes[])(struct two) = { take_1, take_2, take_3, take_4, take_5 };

int main(void)
{
	int i, *p, *q, **r;
	struct two t;
	r = malloc(sizeof *r);
	for (i = 0; i < 5; i++) {
		p = pick(i, &x, &y);
		*p = i;
		q = table[i](&y, &x);
		*q = i;
		*r = table[4 - i](p, q);
		**r = i;
	}
	for (i = 0; i < 5; i++) {
		p = others[i](i, &apart);
		*p = i;
		t = pairs[i](&z);
		*t.a = i;
		takes[i](t);
	}
	q = ((int *(*)(int *, int *))((unsigned long)table[2] & ~0UL))(&x, &y);
	pairs[0](&z);
	gone[0](&y, (int *)&lost);
	if (lost)
		*lost = 2;
	if (apart)
		*apart = 1;
	return *spare;
}
