/* Sending with the credentials of the one who asks. */

struct msg { int flags; void *control; };
struct cookie { int pid, uid, gid; };
struct socket { int type; };

int scm_send(struct socket *sock, struct msg *msg, struct cookie *scm);
int ops_sendmsg(struct socket *sock, struct msg *msg, int size, struct cookie *scm);
void scm_destroy(struct cookie *scm);

int sock_sendmsg(struct socket *sock, struct msg *msg, int size)
{
	int err;
	struct cookie scm;

	err = scm_send(sock, msg, &scm);
	if (err >= 0) {
		err = ops_sendmsg(sock, msg, size, &scm);
		if (err < 0)
			return err;
		scm_destroy(&scm);
	}
	return err;
}
