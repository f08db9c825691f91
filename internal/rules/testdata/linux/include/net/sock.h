#ifndef NET_SOCK_H
#define NET_SOCK_H

#include <linux/types.h>
struct sock {
	int state;
	int err;
};

void lock_sock_nested(struct sock *sk, int subclass);
void release_sock(struct sock *sk);
bool lock_sock_fast(struct sock *sk);
void unlock_sock_fast(struct sock *sk, bool slow);

static inline void lock_sock(struct sock *sk)
{
	lock_sock_nested(sk, 0);
}

#endif
