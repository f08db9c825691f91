/* <cpuid.h> */
#ifndef __hardbop_cpuid
#define __hardbop_cpuid 1
#define __cpuid(level, a, b, c, d) __asm__("cpuid" : "=a"(a), "=b"(b), "=c"(c), "=d"(d) : "0"(level))
#define __cpuid_count(level, count, a, b, c, d) __asm__("cpuid" : "=a"(a), "=b"(b), "=c"(c), "=d"(d) : "0"(level), "2"(count))
#endif
