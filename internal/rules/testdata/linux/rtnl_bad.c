// rule: linux/rtnl
// entry: rename_device
// message: rename_device unlocks the rtnl lock, which isn't locked
#include <linux/module.h>
#include <linux/netdevice.h>
#include <linux/rtnetlink.h>
#include <linux/errno.h>

int rename_device(struct net_device *dev)
{
	int err = -EBUSY;

	if (!rtnl_trylock())
		goto out;
	dev->mtu = 1500;
	err = 0;
out:
	rtnl_unlock();
	return err;
}
