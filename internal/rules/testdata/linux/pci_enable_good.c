// rule: linux/pci_enable
// entry: pair_up
#include <linux/module.h>
#include <linux/pci.h>
#include <linux/errno.h>

static int claim(struct pci_dev *dev)
{
	int err;

	err = pci_enable_device(dev);
	if (err)
		return err; // mutant: drop
	err = pci_request_regions(dev, "pair");
	if (err)
		pci_disable_device(dev); // mutant: drop // mutant: twice
	return err;
}

static void release(struct pci_dev *dev)
{
	pci_release_regions(dev);
	pci_disable_device(dev); // mutant: drop
}

int pair_up(struct pci_dev *a, struct pci_dev *b)
{
	int err;

	if (a == b)
		return -EINVAL;
	err = claim(a);
	if (err)
		return err;
	err = claim(b);
	if (!err)
		release(b);
	release(a); // mutant: release(b);
	return err;
}
