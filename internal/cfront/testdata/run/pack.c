int printf(const char *, ...);
#pragma pack(push, 1)
struct a { char c; int i; struct { short s; long l; } in; };
#pragma pack(push)
#pragma pack(2)
struct b { char c; int i; long l; unsigned x : 3; int y : 30; };
#pragma pack(pop)
struct c { char c; long l; };
#pragma pack(pop)
struct d { char c; long l; };
#pragma pack(4)
typedef struct { char c; double d; long double e; } e;
#pragma pack()
typedef union { char c; double d; } f;
_Pragma("pack(1)") 
int main(void)
{
	printf("%d %d %d %d %d %d\n", (int)sizeof(struct a), (int)sizeof(struct b), (int)sizeof(struct c), (int)sizeof(struct d), (int)sizeof(e), (int)sizeof(f));
	struct a v = { 1, 2, { 3, 4 } };
	char *p = (char *)&v;
	printf("%d %d %d\n", p[1], p[5], p[7]);
	return 0;
}
