void reach_error(void);
int atexit(void (*)(void));

static void at_end(void)
{
	reach_error();
}

int main(void)
{
	atexit(at_end);
	return 0;
}
