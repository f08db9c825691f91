/* A socket in a new inode. */

struct inode {
	int mode, uid, gid;
	void *sock;
};

struct socket {
	struct inode *inode;
	int state, flags;
};

struct inode *new_inode(void);
struct socket *socki_lookup(struct inode *inode);
void count_socket(void);

int current_uid, current_gid;

struct socket *sock_alloc(void)
{
	struct inode *inode;
	struct socket *sock;

	inode = new_inode();
	if (!inode)
		return 0;

	sock = socki_lookup(inode);

	inode->mode = 0140000 | 0777;
	inode->uid = current_uid;
	inode->gid = current_gid;

	sock->inode = inode;
	sock->state = 1;
	sock->flags = 0;
	count_socket();
	return sock;
}
