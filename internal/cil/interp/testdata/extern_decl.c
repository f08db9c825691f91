int printf(const char *, ...);
extern int shared;
extern int arr[];
int get(void) { extern int shared; return shared + arr[1]; }
int shared = 4;
int arr[2] = {1, 2};
int tentative;
int tentative;
int main(void)
{
	tentative += get();
	printf("%d %d\n", tentative, (int)sizeof arr);
	return 0;
}
