#ifndef LINUX_DMA_MAPPING_H
#define LINUX_DMA_MAPPING_H

#include <linux/types.h>
struct device;

enum dma_data_direction { DMA_BIDIRECTIONAL, DMA_TO_DEVICE, DMA_FROM_DEVICE };

dma_addr_t dma_map_single(struct device *dev, void *ptr, size_t size, enum dma_data_direction dir);
void dma_unmap_single(struct device *dev, dma_addr_t addr, size_t size, enum dma_data_direction dir);
int dma_mapping_error(struct device *dev, dma_addr_t addr);

#endif
