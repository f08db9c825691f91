/*
 * Models of the C library. Allocation, and the functions that copy and fill memory, are
 * known to the analyses themselves.
 */
#define harmless __attribute__((model_harmless))
#define keeps_nothing __attribute__((model_keeps_nothing))
#define format(k) __attribute__((model_format(k)))

typedef unsigned long size;

int __VERIFIER_nondet_int(void);

/* returns a number that is not negative */
int rand(void)
{
	int n = __VERIFIER_nondet_int();
	return n < 0 ? 0 : n;
}

/* returns any length */
harmless size strlen(const char *s);
/* returns any length up to max, or more */
harmless size strnlen(const char *s, size max);
/* returns any number */
harmless int strcmp(const char *a, const char *b);
/* returns any number */
harmless int strncmp(const char *a, const char *b, size n);
/* returns any number */
harmless int strcasecmp(const char *a, const char *b);
/* returns any number */
harmless int strncasecmp(const char *a, const char *b, size n);
/* returns any number */
harmless int memcmp(const void *a, const void *b, size n);
/* writes text for people */
harmless format(1) int printf(const char *format, ...);
/* writes text for people */
harmless int puts(const char *text);
/* writes text for people */
harmless int putchar(int c);
/* returns any number */
harmless int atoi(const char *text);
/* returns any number */
harmless long atol(const char *text);
/* waits; no other thread changes memory meanwhile */
harmless unsigned sleep(unsigned seconds);
/* waits; no other thread changes memory meanwhile */
harmless int usleep(unsigned microseconds);
/* fills the buffer with any text */
keeps_nothing format(2) int sprintf(char *to, const char *format, ...);
/* fills the buffer with any text */
keeps_nothing format(3) int snprintf(char *to, size n, const char *format, ...);
