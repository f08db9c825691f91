struct s { volatile int v; int b : 3; unsigned long big : 33; };
typedef long jmp_buf[8];
int setjmp(jmp_buf);
void exit(int) __attribute__((noreturn));
volatile int port;
static int va(int n, ...)
{
	__builtin_va_list ap;
	__builtin_va_start(ap, n);
	n += __builtin_va_arg(ap, int);
	__builtin_va_end(ap);
	return n;
}
int main(int argc, char **argv)
{
	static jmp_buf env;
	struct s s;
	int r, sum = 0;
	char *names[argc];
	if (setjmp(env)) return 1;
	asm volatile("bts %1,%0" : "+m"(s.b), "=r"(r) : "r"(port));
	asm volatile("cli" ::: "memory");
	asm volatile("rep movsb" ::: "memory");
	sum = port + s.v + va(1, 2);
	port = 4;
	s.b = sum;
	s.big += s.b;
	if (sum) exit(3);
	void *l = &&out;
	goto *l;
out:
	return sizeof names + sum;
}
