#ifndef LINUX_NETDEVICE_H
#define LINUX_NETDEVICE_H

#include <linux/types.h>
struct net_device {
	int mtu;
};

int register_netdev(struct net_device *dev);
void unregister_netdev(struct net_device *dev);
void free_netdev(struct net_device *dev);

#endif
