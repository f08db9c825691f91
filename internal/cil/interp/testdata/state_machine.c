int printf(const char *, ...);
enum st { IDLE, WORD, NUM };
static int classify(char c) { return c >= '0' && c <= '9' ? 2 : c == ' ' ? 0 : 1; }
int main(void)
{
	const char *p = "ab 12 c3d 456";
	enum st st = IDLE;
	int words = 0, nums = 0, value = 0, total = 0;
	for (;; p++) {
		int k = *p ? classify(*p) : 0;
		switch (st) {
		case IDLE:
			if (k == 1) { st = WORD; words++; }
			else if (k == 2) { st = NUM; nums++; value = *p - '0'; }
			break;
		case NUM:
			if (k == 2) { value = value * 10 + (*p - '0'); break; }
			total += value;
			/* fall through */
		case WORD:
			if (k == 0)
				st = IDLE;
		}
		if (!*p)
			break;
	}
	printf("%d %d %d\n", words, nums, total);
	return 0;
}
