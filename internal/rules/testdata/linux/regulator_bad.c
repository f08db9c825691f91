// rule: linux/regulator
// entry: enable
// message: enable disables a regulator that isn't enabled
#include <linux/module.h>
#include <linux/regulator/consumer.h>
#include <linux/errno.h>

int enable(struct regulator *vcc, int fault)
{
	int err;

	err = regulator_enable(vcc);
	if (!err && fault)
		err = -EIO;
	if (err)
		regulator_disable(vcc);
	return err;
}
