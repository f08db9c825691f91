/* A system call that makes a socket and a file for it, in the style of a kernel. */

struct socket {
	int family, type, protocol;
	void *ops;
};

int sock_create(int family, int type, int protocol, struct socket **made);
int sock_map_fd(struct socket *sock);
void sock_release(struct socket *sock);

#define AF_MAX 32
#define SOCK_MAX 11
#define PACKET 17
#define OBSOLETE 10

static int check(int family, int type)
{
	if (family < 0 || family >= AF_MAX)
		return -97;
	if (type < 0 || type >= SOCK_MAX)
		return -22;
	return 0;
}

int sys_socket(int family, int type, int protocol)
{
	int retval;
	struct socket *sock;

	retval = check(family, type);
	if (retval < 0)
		goto out;

	/* An old way to ask for packets. */
	if (family == 2 && type == OBSOLETE)
		family = PACKET;

	retval = sock_create(family, type, protocol, &sock);
	if (retval < 0)
		goto out;

	retval = sock_map_fd(sock);
	if (retval < 0)
		goto out_release;
out:
	/* It may be already another descriptor 8) Not kernel problem. */
	return retval;

out_release:
	sock_release(sock);
	return retval;
}
