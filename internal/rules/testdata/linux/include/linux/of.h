#ifndef LINUX_OF_H
#define LINUX_OF_H

#include <linux/types.h>
struct device_node {
	const char *name;
};

struct device_node *of_node_get(struct device_node *node);
void of_node_put(struct device_node *node);
struct device_node *of_find_node_by_name(struct device_node *from, const char *name);
struct device_node *of_find_node_by_path(const char *path);
struct device_node *of_get_child_by_name(const struct device_node *node, const char *name);
struct device_node *of_get_parent(const struct device_node *node);
struct device_node *of_parse_phandle(const struct device_node *np, const char *name, int index);
int of_property_read_u32(const struct device_node *np, const char *name, u32 *value);

#endif
