int g, next(void), *where(int *);
struct s { int f; } *h;
int main(int argc)
{
	int x = argc, y = argc, a[4], *p = a;
	where(&y);
	g = g + next();          /* g is read before the call */
	x = x + next();          /* nothing changes x */
	x = y + next();          /* y may be changed through a pointer */
	x = x + (x = next());    /* undefined, but done in order */
	a[x] = next();
	a[g] = next();
	p[x] += next();
	h->f = next();
	*where(p) = next();
	return next() + g - next();
}
