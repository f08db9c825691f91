/* The system call send is sendto without an address. */

long sys_sendto(int fd, void *buff, unsigned long len, unsigned flags, void *addr, int addr_len);

long sys_send(int fd, void *buff, unsigned long len, unsigned flags)
{
	return sys_sendto(fd, buff, len, flags, 0, 0);
}
