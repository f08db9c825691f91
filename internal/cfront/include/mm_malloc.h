/* <mm_malloc.h> */
#ifndef __hardbop_mm_malloc
#define __hardbop_mm_malloc 1
#include <stddef.h>
void *_mm_malloc(size_t size, size_t align);
void _mm_free(void *p);
#endif
