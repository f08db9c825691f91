// rule: linux/firmware
// entry: upload
// message: firmware isn't released at the end
#include <linux/module.h>
#include <linux/device.h>
#include <linux/firmware.h>
#include <linux/errno.h>

int upload(struct device *dev, size_t room)
{
	const struct firmware *fw;
	int err;

	err = request_firmware(&fw, "patch.bin", dev);
	if (err)
		return err;
	if (fw->size > room)
		return -ENOSPC;
	release_firmware(fw);
	return 0;
}
