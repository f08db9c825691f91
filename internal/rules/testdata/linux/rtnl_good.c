// rule: linux/rtnl
// entry: configure
#include <linux/module.h>
#include <linux/netdevice.h>
#include <linux/rtnetlink.h>
#include <linux/errno.h>

static int set_mtu(struct net_device *dev, unsigned int mtu)
{
	if (mtu < 68)
		return -EINVAL;
	rtnl_lock(); // mutant: twice // mutant: drop
	dev->mtu = mtu;
	rtnl_unlock(); // mutant: drop
	return 0;
}

int configure(struct net_device *a, struct net_device *b, unsigned int mtu)
{
	int err;

	err = set_mtu(a, mtu);
	if (err)
		return err;
	if (!rtnl_trylock()) // mutant: if (rtnl_trylock())
		return -EAGAIN;
	b->mtu = a->mtu;
	rtnl_unlock(); // mutant: err = set_mtu(b, mtu); rtnl_unlock();
	if (rtnl_lock_killable())
		return -EINTR;
	b->mtu = mtu;
	rtnl_unlock();
	return set_mtu(b, mtu);
}
