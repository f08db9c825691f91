#ifndef LINUX_ETHERDEVICE_H
#define LINUX_ETHERDEVICE_H

#include <linux/types.h>
#include <linux/netdevice.h>

struct net_device *alloc_etherdev(int private_size);

#endif
