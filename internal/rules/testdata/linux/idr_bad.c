// rule: linux/idr
// entry: close
// message: close uses an IDR that was destroyed
#include <linux/module.h>
#include <linux/idr.h>

void *close(struct idr *handles, int id, int last)
{
	if (last)
		idr_destroy(handles);
	return idr_remove(handles, id);
}
