#ifndef LINUX_GFP_H
#define LINUX_GFP_H

#include <linux/types.h>
#define ___GFP_HIGH 0x20u
#define ___GFP_DIRECT_RECLAIM 0x400u
#define ___GFP_KSWAPD_RECLAIM 0x800u
#define GFP_ATOMIC ((gfp_t)(___GFP_HIGH | ___GFP_KSWAPD_RECLAIM))
#define GFP_NOWAIT ((gfp_t)___GFP_KSWAPD_RECLAIM)
#define GFP_KERNEL ((gfp_t)(___GFP_DIRECT_RECLAIM | ___GFP_KSWAPD_RECLAIM | 0xc0u))

#endif
