// rule: linux/dma_mapping
// entry: queue
#include <linux/module.h>
#include <linux/device.h>
#include <linux/dma-mapping.h>
#include <linux/errno.h>

static int stopped;

static void unmap(struct device *dev, dma_addr_t addr)
{
	dma_unmap_single(dev, addr, 64, DMA_TO_DEVICE);
}

static int fill(struct device *dev, void *data)
{
	dma_addr_t addr;

	addr = dma_map_single(dev, data, 64, DMA_TO_DEVICE);
	if (dma_mapping_error(dev, addr)) // mutant: if (!addr) // mutant: if (!dma_mapping_error(dev, addr))
		return -ENOMEM; // mutant: drop
	unmap(dev, addr);
	return 0;
}

int queue(struct device *dev, void *head, void *body)
{
	int err;

	if (stopped)
		return -ENODEV;
	err = fill(dev, head);
	if (err)
		return err;
	return fill(dev, body);
}
