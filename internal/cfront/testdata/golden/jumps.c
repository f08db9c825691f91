int probe(int *p), lock(void), unlock(void);
static int key(int x)
{
	asm goto("1: jmp %l[yes]" : : "i"(x) : "memory" : yes);
	return 0;
yes:
	return 1;
}
static int except(int *p)
{
	int r = 0;
	__try {
		lock();
		r = *p;
		if (r == 2)
			__leave;
		r = probe(p);
	} __except (r == 3) {
		r = -1;
	}
	return r;
}
static int finally(int *p)
{
	__try {
		lock();
		if (*p)
			return *p;
	} __finally {
		unlock();
	}
	return 0;
}
int main(void) { int a = 1; return key(1) + except(&a) + finally(&a); }
