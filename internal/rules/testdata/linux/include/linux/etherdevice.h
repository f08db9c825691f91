#ifndef LINUX_ETHERDEVICE_H
#define LINUX_ETHERDEVICE_H

#include <linux/netdevice.h>

struct net_device *alloc_etherdev_mqs(int private_size, unsigned int senders, unsigned int receivers);
#define alloc_etherdev(private_size) alloc_etherdev_mqs(private_size, 1, 1)

#endif
