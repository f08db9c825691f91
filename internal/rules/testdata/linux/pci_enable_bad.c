// rule: linux/pci_enable
// entry: probe
// message: a PCI device is still enabled at the end
#include <linux/module.h>
#include <linux/pci.h>

int probe(struct pci_dev *dev)
{
	int err;

	err = pci_enable_device(dev);
	if (err)
		return err;
	err = pci_request_regions(dev, "tuner");
	if (err)
		return err;
	pci_release_regions(dev);
	pci_disable_device(dev);
	return 0;
}
