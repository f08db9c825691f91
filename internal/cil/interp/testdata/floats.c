int printf(const char *, ...);
static double half(float x) { return x / 2; }
int main(void)
{
	float f = 0.1f, g = 16777217;
	double d = 0.1, e = 1e300;
	int i = 7;
	printf("%f %.10f %.10f %d\n", f, f, d, f == d);
	printf("%.1f %d %d %d\n", g, (int)3.99, (int)-3.99, (unsigned char)200.5);
	printf("%f %f %f\n", (double)(i / 2), i / 2.0, half(i));
	printf("%d %d %d\n", e * e > e, -d < 0, (0.0 / 0.0) == (0.0 / 0.0));
	printf("%e %g %g\n", 12345.678, 0.0001, 1e20);
	f += 1; d *= 3; i += 1.9;
	printf("%f %f %d %d\n", f, d, i, !d);
	printf("%.2f %d\n", (float)(1u << 31), (d ? 1 : 0));
	return 0;
}
