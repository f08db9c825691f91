#ifndef LINUX_ERRNO_H
#define LINUX_ERRNO_H

#define ENOENT 2
#define EINTR 4
#define EIO 5
#define EAGAIN 11
#define ENOMEM 12
#define EFAULT 14
#define EBUSY 16
#define ENODEV 19
#define EINVAL 22
#define ENOSPC 28
#define ESHUTDOWN 108
#define ERESTARTSYS 512

#endif
