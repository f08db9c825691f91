// rule: linux/firmware
// entry: boot
#include <linux/module.h>
#include <linux/device.h>
#include <linux/firmware.h>
#include <linux/errno.h>

static int load(struct device *dev, const char *name, size_t limit)
{
	const struct firmware *fw;
	int err;

	err = request_firmware(&fw, name, dev);
	if (err)
		return err;
	if (fw->size > limit) {
		release_firmware(fw); // mutant: drop // mutant: twice
		return -EINVAL;
	}
	release_firmware(fw); // mutant: if (limit > 8192) release_firmware(fw);
	return 0;
}

int boot(struct device *a, struct device *b)
{
	int err;

	if (a == b)
		return -EINVAL;
	err = load(a, "boot.bin", 4096);
	if (err)
		return err;
	return load(b, "core.bin", 65536);
}
