#ifndef LINUX_REGULATOR_CONSUMER_H
#define LINUX_REGULATOR_CONSUMER_H

#include <linux/types.h>
struct regulator;
int regulator_enable(struct regulator *regulator);
int regulator_disable(struct regulator *regulator);

#endif
