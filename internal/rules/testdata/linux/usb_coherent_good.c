// rule: linux/usb_coherent
// entry: transfer
#include <linux/module.h>
#include <linux/usb.h>
#include <linux/errno.h>

struct pipe {
	struct usb_device *udev;
	dma_addr_t dma;
	int stalled;
};

static void *pipe_buffer(struct pipe *p, size_t size)
{
	if (p->stalled)
		return NULL;
	return usb_alloc_coherent(p->udev, size, GFP_KERNEL, &p->dma);
}

static void pipe_release(struct pipe *p, size_t size, void *buffer)
{
	usb_free_coherent(p->udev, size, buffer, p->dma); // mutant: drop // mutant: twice
}

int transfer(struct pipe *in, struct pipe *out)
{
	void *a, *b;

	a = pipe_buffer(in, 64);
	if (!a)
		return -ENOMEM;
	b = pipe_buffer(out, 512);
	if (!b) {
		pipe_release(in, 64, a); // mutant: pipe_release(in, 64, b);
		return -ENOMEM;
	}
	pipe_release(out, 512, b);
	pipe_release(in, 64, a);
	return 0;
}
