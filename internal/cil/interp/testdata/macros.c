int printf(const char *, ...);
#define CAT(a, b) a##b
#define STR(x) #x
#define SQ(x) ((x) * (x))
#define LOG(fmt, ...) printf(fmt "\n", ##__VA_ARGS__)
#if defined(SQ) && SQ(3) == 9
#define OK 1
#else
#define OK 0
#endif
int main(void)
{
	int CAT(va, lue) = SQ(1 + 2);
	LOG("%d %s", value, STR(a + b));
	LOG("none");
	printf("%d %d\n", OK, __LINE__);
	return 0;
}
