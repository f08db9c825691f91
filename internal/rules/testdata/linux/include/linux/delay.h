#ifndef LINUX_DELAY_H
#define LINUX_DELAY_H

#include <linux/types.h>
void msleep(unsigned int msecs);
void usleep_range(unsigned long min, unsigned long max);
void udelay(unsigned long usecs);

#endif
