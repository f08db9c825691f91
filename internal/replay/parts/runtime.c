static unsigned hb_now; /* the next event */
static hb_byte hb_value[HB_VALUE_BYTES] __attribute__((aligned(16)));

#ifdef __x86_64__
static hb_word hb_call(hb_word n, hb_word a, hb_word b, hb_word c, hb_word d)
{
	hb_word r;
	register hb_word r10 __asm__("r10") = d;
	register hb_word r8 __asm__("r8") = -1;
	register hb_word r9 __asm__("r9") = 0;
	__asm__ volatile("syscall" : "=a"(r) : "a"(n), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9) : "rcx", "r11", "memory");
	return r;
}
#define HB_WRITE 1
#define HB_EXIT 60
static hb_word hb_mmap(hb_word at, hb_word bytes, hb_word access)
{
	return hb_call(9, at, bytes, access, 0x100022);
}
__asm__(".globl _start\n_start:\n\txor %ebp, %ebp\n\tand $-16, %rsp\n\tcall hb_main\n\thlt\n");
#else
static hb_word hb_call(hb_word n, hb_word a, hb_word b, hb_word c, hb_word d)
{
	hb_word r;
	__asm__ volatile("int $0x80" : "=a"(r) : "a"(n), "b"(a), "c"(b), "d"(c), "S"(d) : "memory");
	return r;
}
#define HB_WRITE 4
#define HB_EXIT 1
static hb_word hb_mmap(hb_word at, hb_word bytes, hb_word access)
{
	hb_word args[6] = {at, bytes, access, 0x100022, -1, 0};
	return hb_call(90, (hb_word)args, 0, 0, 0);
}
__asm__(".globl _start\n_start:\n\txor %ebp, %ebp\n\tand $-16, %esp\n\tcall hb_main\n\thlt\n");
#endif

/* hb_end ends the run: word says how, number at which event or error. */
static void hb_end(const char *word, unsigned number, int code)
{
	char line[80] = "hardbop-replay ";
	char digits[12];
	unsigned n = 15, k = 0;
	while (*word)
		line[n++] = *word++;
	line[n++] = ' ';
	do {
		digits[k++] = '0' + number % 10;
		number /= 10;
	} while (number);
	while (k)
		line[n++] = digits[--k];
	line[n++] = '\n';
	hb_call(HB_WRITE, 1, (hb_word)line, n, 0);
	for (;;)
		hb_call(HB_EXIT, code, 0, 0, 0);
}

static void hb_diverged(void) { hb_end("diverged", hb_now, 78); }

static void hb_assume(int holds)
{
	if (!holds)
		hb_end("blocked", hb_now, 78);
}

static void hb_put(hb_byte *to, const struct hb_write *w)
{
	unsigned i;
	if (w->width) {
		for (i = 0; i < w->width; i++) {
			unsigned at = w->bit + i;
			hb_byte mask = 1u << at % 8;
			to[at / 8] = (w->lo >> i & 1) ? to[at / 8] | mask : to[at / 8] & ~mask;
		}
		return;
	}
	for (i = 0; i < w->bytes; i++)
		to[i] = i < 8 ? w->lo >> 8 * i : i < 16 ? w->hi >> 8 * (i - 8) : 0;
}

void *memcpy(void *to, const void *from, __SIZE_TYPE__ n)
{
	volatile hb_byte *t = to;
	const hb_byte *f = from;
	while (n--)
		*t++ = *f++;
	return to;
}

void *memmove(void *to, const void *from, __SIZE_TYPE__ n)
{
	volatile hb_byte *t = to;
	const hb_byte *f = from;
	if ((hb_word)t <= (hb_word)f)
		return memcpy(to, from, n);
	while (n--)
		t[n] = f[n];
	return to;
}

void *memset(void *to, int c, __SIZE_TYPE__ n)
{
	volatile hb_byte *t = to;
	while (n--)
		*t++ = c;
	return to;
}

int memcmp(const void *a, const void *b, __SIZE_TYPE__ n)
{
	const hb_byte *x = a, *y = b;
	for (; n; n--, x++, y++)
		if (*x != *y)
			return *x < *y ? -1 : 1;
	return 0;
}

#ifndef __x86_64__
/* Division of 64 bits, which compilers for 32 bits call. */
static hb_wide hb_divide(hb_wide n, hb_wide d, hb_wide *rest)
{
	hb_wide q = 0, r = 0;
	int i;
	if (!d)
		__builtin_trap();
	for (i = 63; i >= 0; i--) {
		hb_wide high = r >> 63;
		r = r << 1 | (n >> i & 1);
		if (high || r >= d) {
			r -= d;
			q |= (hb_wide)1 << i;
		}
	}
	*rest = r;
	return q;
}

unsigned long long __udivdi3(unsigned long long a, unsigned long long b) { hb_wide r; return hb_divide(a, b, &r); }
unsigned long long __umoddi3(unsigned long long a, unsigned long long b) { hb_wide r; hb_divide(a, b, &r); return r; }
long long __divdi3(long long a, long long b)
{
	hb_wide r, q = hb_divide(a < 0 ? -(hb_wide)a : (hb_wide)a, b < 0 ? -(hb_wide)b : (hb_wide)b, &r);
	return (a < 0) != (b < 0) ? -q : q;
}
long long __moddi3(long long a, long long b)
{
	hb_wide r;
	hb_divide(a < 0 ? -(hb_wide)a : (hb_wide)a, b < 0 ? -(hb_wide)b : (hb_wide)b, &r);
	return a < 0 ? -r : r;
}
#endif

/* hb_peek reports whether the next event is one of the site. */
static int hb_peek(unsigned site) { return hb_now < hb_count && hb_events[hb_now].site == site; }

/* hb_has_value reports whether the next event has a value, besides changes of memory. */
static int hb_has_value(void) { return hb_now < hb_count && hb_events[hb_now].values; }

/* hb_enter begins an activation and returns the places of its variables. */
static const struct hb_write *hb_enter(unsigned site)
{
	if (!hb_peek(site))
		hb_diverged();
	return hb_writes + hb_events[hb_now++].first;
}

/* hb_next gives the answer to the site: memory changes, and the value is returned. */
static void *hb_next(unsigned site)
{
	const struct hb_event *e;
	unsigned i;
	if (!hb_peek(site))
		hb_diverged();
	e = hb_events + hb_now++;
	for (i = 0; i < e->values; i++)
		hb_put(hb_value + hb_writes[e->first + i].at, hb_writes + e->first + i);
	for (; i < e->values + e->changes; i++)
		hb_put((hb_byte *)(hb_word)hb_writes[e->first + i].at, hb_writes + e->first + i);
	return hb_value;
}

/* hb_error ends the run at an error point: the run has replayed if it took all answers. */
static void hb_error(unsigned number)
{
	if (hb_now != hb_count)
		hb_diverged();
	hb_end("error", number, 77);
}

static void hb_nothing(void) {}

/* hb_jump writes code at an address that goes on at f. */
static void hb_jump(hb_byte *at, void (*f)(void))
{
	hb_word to = (hb_word)f;
	unsigned n = 0, i;
#ifdef __x86_64__
	at[n++] = 0x49;
	at[n++] = 0xbb;
#else
	at[n++] = 0xb8;
#endif
	for (i = 0; i < sizeof to; i++)
		at[n++] = to >> 8 * i;
#ifdef __x86_64__
	at[n++] = 0x41;
	at[n++] = 0xff;
	at[n++] = 0xe3;
#else
	at[n++] = 0xff;
	at[n++] = 0xe0;
#endif
}

static void hb_set_up(void);
static void hb_begin(void);

/* hb_main is where the process starts. */
__attribute__((used)) static void hb_main(void)
{
	unsigned i;
	for (i = 0; i < hb_ranges_count; i++)
		if (hb_mmap(hb_ranges[i].at, hb_ranges[i].bytes, i < HB_CODE_RANGES ? 7 : 3) != hb_ranges[i].at)
			hb_end("unmapped", i, 79);
	for (i = 0; i < hb_start_count; i++)
		hb_put((hb_byte *)(hb_word)hb_start[i].at, hb_start + i);
	hb_set_up();
	hb_begin();
	hb_end("returned", hb_now, 78);
}
