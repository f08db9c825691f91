// rule: linux/pending
// entry: auto
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/slab.h>
#include <linux/errno.h>
#include <linux/workqueue.h>

struct meter {
	int value;
	struct delayed_work poll;
};

static void meter_poll(struct work_struct *work)
{
	struct meter *m = container_of(to_delayed_work(work), struct meter, poll);

	m->value++;
	schedule_delayed_work(&m->poll, 100);
}

static int meter_probe(struct platform_device *pdev)
{
	struct meter *m = devm_kzalloc(&pdev->dev, sizeof(*m), GFP_KERNEL);
	int irq;

	if (!m)
		return -ENOMEM;
	INIT_DELAYED_WORK(&m->poll, meter_poll);
	platform_set_drvdata(pdev, m);
	schedule_delayed_work(&m->poll, 100);
	irq = platform_get_irq(pdev, 0);
	if (irq < 0) {
		cancel_delayed_work_sync(&m->poll); // mutant: drop
		return irq;
	}
	return 0;
}

static int meter_remove(struct platform_device *pdev)
{
	struct meter *m = platform_get_drvdata(pdev);

	cancel_delayed_work_sync(&m->poll); // mutant: drop
	return 0;
}

static struct platform_driver meter_driver = {
	.probe = meter_probe,
	.remove = meter_remove,
};

module_platform_driver(meter_driver)
MODULE_LICENSE("GPL");
