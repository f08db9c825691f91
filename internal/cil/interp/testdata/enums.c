int printf(const char *, ...);
enum color { RED, GREEN = 5, BLUE, ALIAS = GREEN, NEG = -2 };
enum big { HUGE_ = 0x80000000u };
typedef enum color color_t;
static int f(color_t c) { return c == BLUE ? 1 : c < 0 ? 2 : 3; }
int main(void)
{
	enum color c = BLUE;
	enum { LOCAL = sizeof(int) * 3 };
	enum big b = HUGE_;
	int a[LOCAL];
	printf("%d %d %d %d %d\n", c, f(c), f(NEG), ALIAS, (int)(sizeof a / sizeof *a));
	printf("%d %u\n", b > 0, b);
	return 0;
}
