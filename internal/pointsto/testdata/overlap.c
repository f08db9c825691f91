// entry main
struct two { int a, b; };
struct one { int only; };
int z, marks[4];
struct two s, t;
struct one w;
short *half;
unsigned char *low;
struct two *whole;
struct one *single;
int *word;
struct two row[2], *first, *between;
union { struct two low; struct { int pad; struct two high; } up; } un;
struct two *lower, *upper;
struct pointers { int *p, *q; } *named;
union { struct pointers named; int *raw[2]; } both;

void mark(int k) { marks[k] = 1; }

int main(void)
{
	half = (short *)&z;
	low = (unsigned char *)half;
	z = 65539;
	*half = 2;
	*low = 1;
	whole = &s;
	s.a = z;
	t = *whole;
	whole->b = 4;
	*whole = t;
	word = &s.b;
	*word = 3;
	single = &w;
	*(int *)single = 5;
	mark(2);
	first = &row[0];
	between = (struct two *)&row[0].b;
	first->b = 7;
	between->a = first->b + 1;
	lower = &un.low;
	upper = &un.up.high;
	lower->b = 8;
	upper->a = lower->b + first->b + between->b;
	named = &both.named;
	named->p = &z;
	named->q = &s.a;
	*both.raw[1] = 9;
	return *half + *low + s.a + whole->b + single->only + w.only + *word + z;
}
