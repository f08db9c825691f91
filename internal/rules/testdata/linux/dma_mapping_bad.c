// rule: linux/dma_mapping
// entry: start_transfer
// message: dma_mapping_error wasn't asked about
#include <linux/module.h>
#include <linux/device.h>
#include <linux/dma-mapping.h>
#include <linux/errno.h>

int start_transfer(struct device *dev, void *data, int busy)
{
	dma_addr_t addr;

	addr = dma_map_single(dev, data, 512, DMA_FROM_DEVICE);
	if (busy) {
		dma_unmap_single(dev, addr, 512, DMA_FROM_DEVICE);
		return -EBUSY;
	}
	if (dma_mapping_error(dev, addr))
		return -ENOMEM;
	return 0;
}
