// rule: linux/of_node
// entry: find_clock
// message: a reference to a node isn't given back at the end
#include <linux/module.h>
#include <linux/of.h>
#include <linux/errno.h>

int find_clock(u32 *rate)
{
	struct device_node *np;

	np = of_find_node_by_path("/clocks/main");
	if (!np)
		return -ENODEV;
	if (of_property_read_u32(np, "rate", rate))
		return -EINVAL;
	of_node_put(np);
	return 0;
}
