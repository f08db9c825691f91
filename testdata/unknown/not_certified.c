/* All pointers in the list lead to y: that is known, but no condition about a few variables says so. */
void reach_error(void);
int __VERIFIER_nondet_int(void);
void *malloc(unsigned long);

struct node {
	struct node *next;
	int *p;
};

int x, y;

int main(void)
{
	struct node *list = 0, *n;

	while (__VERIFIER_nondet_int()) {
		n = malloc(sizeof *n);
		if (!n)
			return 0;
		n->p = &y;
		n->next = list;
		list = n;
	}
	for (; list; list = list->next)
		*list->p = 1;
	if (x == 1)
		reach_error();
	return 0;
}
