/*
 * Models of how Linux drivers talk to devices, as of Linux 6.1. A register holds any value at
 * each read. What is mapped is none of the program's memory, so that a write changes nothing
 * in it; that the device writes to memory later (DMA) is not modelled.
 */
#define register_access __attribute__((model_overrides, model_harmless))
#define fills(k) __attribute__((model_changes(k)))

typedef unsigned long size;

/* returns any value, and changes no memory of the program */
register_access unsigned char readb(const volatile void *address);
/* returns any value, and changes no memory of the program */
register_access unsigned short readw(const volatile void *address);
/* returns any value, and changes no memory of the program */
register_access unsigned readl(const volatile void *address);
/* returns any value, and changes no memory of the program */
register_access unsigned long readq(const volatile void *address);
/* returns any value, and changes no memory of the program */
register_access unsigned char __readb(const volatile void *address);
/* returns any value, and changes no memory of the program */
register_access unsigned short __readw(const volatile void *address);
/* returns any value, and changes no memory of the program */
register_access unsigned __readl(const volatile void *address);
/* returns any value, and changes no memory of the program */
register_access unsigned long __readq(const volatile void *address);
/* returns any value, and changes no memory of the program */
register_access unsigned char __raw_readb(const volatile void *address);
/* returns any value, and changes no memory of the program */
register_access unsigned short __raw_readw(const volatile void *address);
/* returns any value, and changes no memory of the program */
register_access unsigned __raw_readl(const volatile void *address);
/* returns any value, and changes no memory of the program */
register_access unsigned long __raw_readq(const volatile void *address);
/* changes no memory of the program */
register_access void writeb(unsigned char value, volatile void *address);
/* changes no memory of the program */
register_access void writew(unsigned short value, volatile void *address);
/* changes no memory of the program */
register_access void writel(unsigned value, volatile void *address);
/* changes no memory of the program */
register_access void writeq(unsigned long value, volatile void *address);
/* changes no memory of the program */
register_access void __writeb(unsigned char value, volatile void *address);
/* changes no memory of the program */
register_access void __writew(unsigned short value, volatile void *address);
/* changes no memory of the program */
register_access void __writel(unsigned value, volatile void *address);
/* changes no memory of the program */
register_access void __writeq(unsigned long value, volatile void *address);
/* changes no memory of the program */
register_access void __raw_writeb(unsigned char value, volatile void *address);
/* changes no memory of the program */
register_access void __raw_writew(unsigned short value, volatile void *address);
/* changes no memory of the program */
register_access void __raw_writel(unsigned value, volatile void *address);
/* changes no memory of the program */
register_access void __raw_writeq(unsigned long value, volatile void *address);
/* returns any value, and changes no memory of the program */
register_access unsigned ioread8(const void *address);
/* returns any value, and changes no memory of the program */
register_access unsigned ioread16(const void *address);
/* returns any value, and changes no memory of the program */
register_access unsigned ioread16be(const void *address);
/* returns any value, and changes no memory of the program */
register_access unsigned ioread32(const void *address);
/* returns any value, and changes no memory of the program */
register_access unsigned ioread32be(const void *address);
/* returns any value, and changes no memory of the program */
register_access unsigned long ioread64(const void *address);
/* returns any value, and changes no memory of the program */
register_access unsigned long ioread64be(const void *address);
/* changes no memory of the program */
register_access void iowrite8(unsigned char value, void *address);
/* changes no memory of the program */
register_access void iowrite16(unsigned short value, void *address);
/* changes no memory of the program */
register_access void iowrite16be(unsigned short value, void *address);
/* changes no memory of the program */
register_access void iowrite32(unsigned value, void *address);
/* changes no memory of the program */
register_access void iowrite32be(unsigned value, void *address);
/* changes no memory of the program */
register_access void iowrite64(unsigned long value, void *address);
/* changes no memory of the program */
register_access void iowrite64be(unsigned long value, void *address);
/* fills the buffer with any values */
register_access fills(2) void ioread8_rep(const void *address, void *buffer, size count);
/* changes no memory of the program */
register_access void iowrite8_rep(void *address, const void *buffer, size count);
/* fills the buffer with any values */
register_access fills(2) void ioread16_rep(const void *address, void *buffer, size count);
/* changes no memory of the program */
register_access void iowrite16_rep(void *address, const void *buffer, size count);
/* fills the buffer with any values */
register_access fills(2) void ioread32_rep(const void *address, void *buffer, size count);
/* changes no memory of the program */
register_access void iowrite32_rep(void *address, const void *buffer, size count);
/* changes no memory of the program */
register_access void memcpy_toio(volatile void *to, const void *from, size n);
/* changes no memory of the program */
register_access void memset_io(volatile void *to, int value, size n);
