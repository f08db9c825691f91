// entry main
struct base { int kind; int *data; };
struct derived { struct base b; int *more; };
struct other { int *first; int *second; };
int x, y;
struct derived d;
struct other o;
struct other punned;
unsigned long word;
int main(void)
{
	struct base *b = (struct base *)&d;
	struct derived *e = (struct derived *)b;
	int **walk = &o.first;
	char *c = (char *)&punned;
	b->data = &x;
	e->more = &y;
	o.second = &y;
	walk[1] = &x;
	*(int **)(c + 8) = &x;
	word = (unsigned long)&x;
	return *(int *)word;
}
