/* Counting bits, of constants and of values; statement expressions that end in a label. */
int printf(const char *, ...);

static unsigned values[] = { 1, 2, 3, 0x80000000u, 0xffffffffu, 0x00f0f000u, 12345, 1u << 16 };
static unsigned long wide[] = { 1, 1ul << 63, ~0ul, 1ul << 32, 0xff00ff00ff00ul, 77 };

extern int scale;
extern __typeof__(scale) scale;
int scale = 3;
int twice(int x) { return 2 * x; }
extern __typeof__(twice) twice;

static int wait_for(int *count)
{
	return ({
		__label__ out;
		int left = 5;
		for (;;) {
			if ((*count)++ > 2)
				goto out;
			left--;
		}
	out:	left;
	});
}

enum { BITS = __builtin_constant_p(1000) ? 63 - __builtin_clzll(1000) : -1, FFS = __builtin_ffs(48) };

int main(void)
{
	for (int i = 0; i < (int)(sizeof values / sizeof *values); i++) {
		unsigned v = values[i];
		printf("%d %d %d %d %d %d\n", __builtin_clz(v), __builtin_ctz(v), __builtin_ffs((int)v),
		       __builtin_popcount(v), __builtin_parity(v), __builtin_clrsb((int)v));
	}
	for (int i = 0; i < (int)(sizeof wide / sizeof *wide); i++) {
		unsigned long v = wide[i];
		printf("%d %d %d %d %d %d\n", __builtin_clzl(v), __builtin_ctzll(v), __builtin_ffsl((long)v),
		       __builtin_popcountll(v), __builtin_parityl(v), __builtin_clrsbll((long long)v));
	}
	int zero = 0;
	printf("%d %d %d %d\n", __builtin_ffs(zero), __builtin_popcount(zero), BITS, FFS);
	int count = 0;
	int left = wait_for(&count);
	printf("%d %d\n", left, count);
	printf("%d\n", twice(scale));
	return 0;
}
