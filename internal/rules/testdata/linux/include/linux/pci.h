#ifndef LINUX_PCI_H
#define LINUX_PCI_H

#include <linux/types.h>
#include <linux/device.h>

struct pci_dev {
	struct device dev;
	unsigned int irq;
};

int pci_enable_device(struct pci_dev *dev);
void pci_disable_device(struct pci_dev *dev);
int pci_request_regions(struct pci_dev *dev, const char *name);
void pci_release_regions(struct pci_dev *dev);
void pci_set_master(struct pci_dev *dev);

#endif
