#ifndef LINUX_ERR_H
#define LINUX_ERR_H

#include <linux/types.h>
#define MAX_ERRNO 4095

static inline bool IS_ERR(const void *p)
{
	return (unsigned long)p >= (unsigned long)-MAX_ERRNO;
}

static inline bool IS_ERR_OR_NULL(const void *p)
{
	return !p || IS_ERR(p);
}

static inline long PTR_ERR(const void *p)
{
	return (long)p;
}

static inline void *ERR_PTR(long error)
{
	return (void *)error;
}

#endif
