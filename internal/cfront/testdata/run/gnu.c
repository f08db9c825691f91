#define offsetof(t, m) __builtin_offsetof(t, m)
#define container_of(p, t, m) ({ const typeof(((t *)0)->m) *__p = (p); (t *)((char *)__p - offsetof(t, m)); })
#define max(a, b) ({ typeof(a) _a = (a); typeof(b) _b = (b); _a > _b ? _a : _b; })
#define likely(x) __builtin_expect(!!(x), 1)
int printf(const char *, ...);
typedef unsigned int u32 __attribute__((mode(SI)));
struct list { struct list *next; };
struct item { int v; struct list l; char pad __attribute__((aligned(16))); } __attribute__((aligned(32)));
struct packed { char c; int i; short s; } __attribute__((packed));
static inline __attribute__((always_inline)) int twice(int x) { return 2 * x; }
static int sum(int n, ...)
{
	__builtin_va_list ap;
	__builtin_va_start(ap, n);
	__builtin_va_end(ap);
	return n;
}
int main(void)
{
	struct item it = { 5, { &it.l } };
	struct list *p = &it.l;
	__auto_type q = container_of(p, struct item, l);
	u32 u = max(3, twice(4));
	int ov, flag = __builtin_add_overflow(2147483647, 1, &ov), x = 'ab';
	if (likely(u == 8 && q->v) || x) printf("%d %u %d %d\n", q->v, u, flag, ov);
	printf("%d %d %d %d\n", (int)sizeof(struct item), (int)sizeof(struct packed), (int)offsetof(struct item, l), (int)_Alignof(struct item));
	printf("%d %d %d\n", __builtin_constant_p(3 + 4), __builtin_constant_p(u), __builtin_types_compatible_p(int, typeof(x)));
	printf("%d %d\n", __builtin_choose_expr(1, 4, p), sum(2, 3, 4));
	printf("%x %x %llx\n", __builtin_bswap16(0x1234 + flag - 1), __builtin_bswap32(0x80345678 + flag - 1), (long long)__builtin_bswap64(0x8123456789abcdefull + flag - 1));
	printf("%d %d %d\n", 'abcd', 'abc', '\377');
	printf("%d %s %d\n", x, __func__, _Generic(u, int: 1, unsigned: 2, default: 3));
	{
		__label__ again;
		int n = 0;
	again:
		if (n++ < 3) goto again;
		printf("%d\n", n);
	}
	printf("%d ", __sync_fetch_and_add(&it.v, 3));
	printf("%d %d\n", __sync_bool_compare_and_swap(&it.v, 8, 1), __sync_add_and_fetch(&u, 2));
	u -= 2;
	printf("%d\n", ({ int i = 0; while (1) { if (i == 7) break; i++; } i; }));
	switch (u) { case 8: ; int y = 4; printf("%d\n", y); end: }
	asm volatile("" ::: "memory");
	return __builtin_strlen("abc");
}
