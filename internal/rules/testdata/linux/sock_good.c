// rule: linux/sock
// entry: splice
#include <linux/module.h>
#include <net/sock.h>
#include <linux/errno.h>

static int shut;

static int pending(struct sock *sk)
{
	bool slow;
	int err = 0;

	slow = lock_sock_fast(sk);
	if (shut)
		err = -ESHUTDOWN;
	unlock_sock_fast(sk, slow); // mutant: drop // mutant: twice
	return err;
}

int splice(struct sock *from, struct sock *to)
{
	int err;

	if (from == to)
		return -EINVAL;
	lock_sock(from); // mutant: drop
	if (shut) {
		release_sock(from); // mutant: release_sock(to);
		return -ESHUTDOWN;
	}
	err = pending(to); // mutant: err = pending(from);
	release_sock(from);
	return err;
}
