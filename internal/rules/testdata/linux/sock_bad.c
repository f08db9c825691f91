// rule: linux/sock
// entry: connect
// message: a socket is still locked at the end
#include <linux/module.h>
#include <net/sock.h>
#include <linux/errno.h>

int connect(struct sock *sk, int busy)
{
	lock_sock(sk);
	if (busy)
		return -EBUSY;
	release_sock(sk);
	return 0;
}
