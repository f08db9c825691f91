int printf(const char *, ...);
int main(void)
{
	printf("%d %d %d %u\n", 0x1f, 017, 'A', 0xffffffff);
	printf("%d %d %d %d\n", (int)sizeof(2147483648), (int)sizeof(0x80000000), (int)sizeof 1u, (int)sizeof 1ll);
	printf("%d %d\n", -2147483647 - 1, (-2147483647 - 1) < 0);
	printf("%d %d\n", 2147483647 > -1u, -1 < 0u);
	printf("%ld %d\n", 4294967296L, 0b1011);
	printf("%.3f %.3f %.3f\n", 1e3, .5f, 0x1p4);
	return 0;
}
