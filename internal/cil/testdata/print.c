struct node;
struct ops;
struct regs;
struct node {
	int val;
	unsigned int : 32;
	struct node *next;
	int arr[4];
	unsigned int u;
	unsigned int : 32;
	unsigned int : 32;
	unsigned int : 32;
} __attribute__((packed, aligned(8)));
struct regs {
	unsigned int : 3;
	unsigned int mode : 5;
	long inner;
} __attribute__((packed, aligned(1)));
struct ops {
	int (*f)(int);
	struct node *first;
	struct regs regs;
};
int f(void);
extern int printf(char *, ...);
static int int_(int);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
extern void __hardbop_opaque(const char *);

int g;
unsigned int gu;
struct node *list;
static char __str1[6] = "a\"\077\n\001";
struct ops table = {.f = int_, .regs.inner = (-9223372036854775807L - 1)};
int rule_state;

int f(void)
{
	unsigned int g_1;
	unsigned char c;
	/* g_1 is uninitialised */ /* a.c:1 */
	c = __VERIFIER_nondet_uchar(); /* a.c:2 */
	__VERIFIER_assume(g_1 > 2147483648U); /* a.c:3 */
	c = (unsigned char)(c + 255); /* a.c:4 */
	table.regs.mode = g_1; /* a.c:5 */
	g = (int)table.regs.mode; /* a.c:6 */
	g = table.f(g); /* a.c:7 */
	printf(__str1); /* a.c:8 */
	__hardbop_opaque("strange */ thing"); /* a.c:9 */
	return rule_state; /* a.c:10 */
}

static int int_(int g)
{
	return g + (-2147483647 - 1); /* a.c:1 */
}

