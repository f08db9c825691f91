// rule: linux/regulator
// entry: resume
#include <linux/module.h>
#include <linux/regulator/consumer.h>
#include <linux/errno.h>

struct sensor {
	struct regulator *vdd;
	struct regulator *vio;
	int lost;
};

static int supplies_on(struct sensor *s)
{
	int err;

	err = regulator_enable(s->vdd);
	if (err)
		return err; // mutant: drop
	err = regulator_enable(s->vio);
	if (err)
		regulator_disable(s->vdd); // mutant: drop // mutant: regulator_disable(s->vio);
	return err;
}

int resume(struct sensor *s)
{
	int err;

	if (s->vdd == s->vio)
		return -EINVAL;
	err = supplies_on(s);
	if (err)
		return err;
	if (s->lost)
		err = -ENODEV;
	regulator_disable(s->vio); // mutant: drop // mutant: twice
	regulator_disable(s->vdd);
	return err;
}
