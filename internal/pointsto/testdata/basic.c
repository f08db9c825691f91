// entry main
int x, y, z;
int *p, *q, **pp;
int a[10];
char *s = "text";

int *id(int *v) { return v; }

int main(void)
{
	int local;
	int *r;
	p = &x;
	pp = &p;
	*pp = &y;
	q = *pp;
	r = id(&local);
	r = &a[3];
	r = r + 2;
	*r = 1;
	return *q;
}
