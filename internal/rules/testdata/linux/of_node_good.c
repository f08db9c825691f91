// rule: linux/of_node
// entry: parse
#include <linux/module.h>
#include <linux/of.h>
#include <linux/errno.h>

static int reg_of(struct device_node *np)
{
	u32 reg;

	if (of_property_read_u32(np, "reg", &reg))
		return -EINVAL;
	return reg & 0xff;
}

static int child_reg(struct device_node *parent)
{
	struct device_node *np;
	int reg;

	np = of_get_child_by_name(parent, "channel");
	if (!np)
		return -ENODEV;
	reg = reg_of(np);
	of_node_put(np); // mutant: drop // mutant: twice
	return reg;
}

int parse(struct device_node *node)
{
	struct device_node *bus;
	int reg;

	bus = of_parse_phandle(node, "bus", 0);
	if (!bus)
		return -ENODEV;
	reg = reg_of(bus);
	if (reg < 0)
		goto out; // mutant: return reg;
	reg = child_reg(bus);
out:
	of_node_put(bus); // mutant: of_node_put(node);
	return reg;
}
