/* <x86intrin.h>: the types, and barriers and hints as functions without effect on memory. */
#ifndef __hardbop_x86intrin
#define __hardbop_x86intrin 1
typedef int __m64 __attribute__((__vector_size__(8), __may_alias__));
typedef float __m128 __attribute__((__vector_size__(16), __may_alias__));
typedef double __m128d __attribute__((__vector_size__(16), __may_alias__));
typedef long long __m128i __attribute__((__vector_size__(16), __may_alias__));
typedef float __m256 __attribute__((__vector_size__(32), __may_alias__));
typedef double __m256d __attribute__((__vector_size__(32), __may_alias__));
typedef long long __m256i __attribute__((__vector_size__(32), __may_alias__));
typedef float __m512 __attribute__((__vector_size__(64), __may_alias__));
typedef double __m512d __attribute__((__vector_size__(64), __may_alias__));
typedef long long __m512i __attribute__((__vector_size__(64), __may_alias__));
static __inline__ void _mm_pause(void) { __asm__ __volatile__("pause"); }
static __inline__ void _mm_lfence(void) { __asm__ __volatile__("lfence" : : : "memory"); }
static __inline__ void _mm_mfence(void) { __asm__ __volatile__("mfence" : : : "memory"); }
static __inline__ void _mm_sfence(void) { __asm__ __volatile__("sfence" : : : "memory"); }
#endif
