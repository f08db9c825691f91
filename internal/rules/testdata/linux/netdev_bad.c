// rule: linux/netdev
// entry: start
// message: start frees a network device that is registered
#include <linux/module.h>
#include <linux/netdevice.h>
#include <linux/etherdevice.h>
#include <linux/errno.h>

int start(int probe_ok)
{
	struct net_device *dev;
	int err;

	dev = alloc_etherdev(64);
	if (!dev)
		return -ENOMEM;
	err = register_netdev(dev);
	if (!err && !probe_ok)
		err = -ENODEV;
	if (err) {
		free_netdev(dev);
		return err;
	}
	unregister_netdev(dev);
	free_netdev(dev);
	return 0;
}
