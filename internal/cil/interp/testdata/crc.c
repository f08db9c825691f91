int printf(const char *, ...);
static unsigned table[256];
static void init(void)
{
	unsigned i, j, c;
	for (i = 0; i < 256; i++) {
		for (c = i, j = 0; j < 8; j++)
			c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
		table[i] = c;
	}
}
int main(void)
{
	const unsigned char *p = (const unsigned char *)"123456789";
	unsigned c = ~0u;
	init();
	while (*p)
		c = table[(c ^ *p++) & 0xff] ^ c >> 8;
	printf("%08x\n", ~c);
	return 0;
}
