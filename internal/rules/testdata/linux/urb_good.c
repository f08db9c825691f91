// rule: linux/urb
// entry: exchange
#include <linux/module.h>
#include <linux/usb.h>
#include <linux/errno.h>

static void ignore(struct urb *urb)
{
	if (urb)
		usb_free_urb(urb); // mutant: drop // mutant: twice
}

static int send(struct urb *urb)
{
	int err;

	err = usb_submit_urb(urb, GFP_KERNEL);
	if (err)
		return err;
	usb_kill_urb(urb);
	return 0;
}

int exchange(void)
{
	struct urb *in, *out;
	int err;

	in = usb_alloc_urb(0, GFP_KERNEL);
	if (!in)
		return -ENOMEM;
	out = usb_alloc_urb(0, GFP_KERNEL);
	if (!out) {
		ignore(in); // mutant: ignore(out);
		return -ENOMEM;
	}
	err = send(out);
	if (!err)
		err = send(in);
	ignore(out);
	usb_free_urb(in); // mutant: drop
	return err;
}
