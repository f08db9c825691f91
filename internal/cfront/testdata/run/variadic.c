int printf(const char *, ...);
#define named(fmt, args...) printf(fmt, ##args)
#define spaced( fmt , args ... ) \
	do { printf(fmt , ## args); printf(fmt, ##args); } while (0)
#define only(args...) printf(args)
#define text(args...) #args
#define standard(fmt, ...) printf(fmt, ##__VA_ARGS__)
#define both(fmt, rest...) named(fmt, ##rest)
#if 0
don't "do this
it isn't 'so
#endif
#ifdef NEVER
isn't
# if 1
"
# endif
#else
int used = 1;
#endif
int main(void)
{
	named("a\n");
	named("%d\n", 1);
	named("%d %d\n", 1, 2);
	spaced("b\n");
	spaced("%d\n", 3);
	only("c %d\n", 4);
	printf("%s|\n", text(x, y "z"));
	standard("d\n");
	standard("%c\n", '\'');
	both("e\n");
	both("%d\n", used);
	return 0;
}
