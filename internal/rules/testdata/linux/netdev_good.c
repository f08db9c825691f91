// rule: linux/netdev
// entry: auto
#include <linux/module.h>
#include <linux/netdevice.h>
#include <linux/etherdevice.h>
#include <linux/errno.h>

static struct net_device *first;
static struct net_device *second;

static int bring_up(struct net_device *dev)
{
	int err;

	if (dev->mtu == 0)
		return -EINVAL;
	err = register_netdev(dev);
	return err; // mutant: return 0;
}

static void bring_down(struct net_device *dev)
{
	unregister_netdev(dev); // mutant: drop // mutant: twice
	free_netdev(dev);
}

static int __init pair_init(void)
{
	int err;

	first = alloc_etherdev(16);
	if (!first)
		return -ENOMEM;
	second = alloc_etherdev(16);
	if (!second) {
		free_netdev(first);
		return -ENOMEM;
	}
	err = bring_up(first);
	if (err)
		goto fail;
	err = bring_up(second);
	if (!err)
		return 0;
	unregister_netdev(first); // mutant: drop // mutant: unregister_netdev(second);
fail:
	free_netdev(second);
	free_netdev(first);
	return err;
}

static void __exit pair_exit(void)
{
	bring_down(second);
	bring_down(first);
}

module_init(pair_init);
module_exit(pair_exit);
MODULE_LICENSE("GPL");
