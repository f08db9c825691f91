// rule: linux/module_refs
// entry: attach
#include <linux/module.h>
#include <linux/errno.h>

struct codec {
	struct module *owner;
	int disabled;
	int users;
};

static int codec_get(struct codec *c)
{
	if (c->disabled)
		return -ESHUTDOWN;
	c->users++;
	if (!try_module_get(c->owner)) // mutant: try_module_get(c->owner); if (c->disabled)
		return -ENODEV;
	return 0;
}

static void codec_put(struct codec *c)
{
	c->users--;
	module_put(c->owner); // mutant: drop // mutant: twice
}

int attach(struct codec *play, struct codec *record)
{
	int err;

	if (play->owner == record->owner)
		return -EINVAL;
	err = codec_get(play);
	if (err)
		return err;
	err = codec_get(record);
	if (err) {
		codec_put(play); // mutant: codec_put(record);
		return err;
	}
	codec_put(record);
	codec_put(play);
	return 0;
}
