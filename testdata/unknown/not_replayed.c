/* Each run to the error reads through a null pointer, which no process can. */
extern void reach_error(void);

int main(void)
{
	int *p = 0;
	int v = *p;
	if (v == 3)
		reach_error();
	return 0;
}
