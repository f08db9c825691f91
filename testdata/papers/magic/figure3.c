/* Figure 3: the running example. */

void do_a(void);
void do_b(void);

int proc(int x)
{
	int y;

S0:	y = 8;
S1:	if (x == 0) {
S2:		do_a();
S4:		if (y < 10) {
S6:			return 0;
		} else {
S7:			return 1;
		}
	} else {
S3:		do_b();
S5:		if (y > 5) {
S8:			return 2;
		} else {
S9:			return 3;
		}
	}
}
