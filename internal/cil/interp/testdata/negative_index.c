int printf(const char *, ...);
struct r { int len; int data[4]; };
int main(void)
{
	int a[5] = {1, 2, 3, 4, 5}, *mid = a + 2, i;
	unsigned char idx = 3;
	struct r r = {2, {7, 8}}, *p = &r;
	long k = -2;
	for (i = -2; i <= 2; i++)
		printf("%d ", mid[i] + *(mid - i));
	printf("%d %d %d\n", mid[k], a[idx], p->data[p->len - 1]);
	return 0;
}
