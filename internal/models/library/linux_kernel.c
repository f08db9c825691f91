/*
 * Models of what drivers call all over Linux, as of Linux 6.1: messages, checks, lists,
 * and copies between user space and the kernel.
 */
#define harmless __attribute__((model_harmless))
#define keeps_nothing __attribute__((model_keeps_nothing))
#define overrides __attribute__((model_overrides))
#define at_most_arg(k) __attribute__((model_at_most(k)))
#define changes(k) __attribute__((model_changes(k)))
#define format(k) __attribute__((model_format(k)))

int __VERIFIER_nondet_int(void);
unsigned long __VERIFIER_nondet_ulong(void);
void __VERIFIER_assume(int);

/* a number of bytes up to n */
static unsigned long at_most(unsigned long n)
{
	unsigned long left = __VERIFIER_nondet_ulong();
	__VERIFIER_assume(left <= n);
	return left;
}

/* fills the memory with arbitrary bytes, and returns how many are left of those asked for: any number */
overrides at_most_arg(3) unsigned long copy_from_user(void *to, const void *from, unsigned long n);
/* fills the memory with arbitrary bytes, and returns how many are left of those asked for: any number */
overrides at_most_arg(3) unsigned long __copy_from_user(void *to, const void *from, unsigned long n);
/* fills the memory with arbitrary bytes, and returns how many are left of those asked for: any number */
overrides at_most_arg(3) unsigned long _copy_from_user(void *to, const void *from, unsigned long n);

/* changes user space only, which is none of the program's memory */
overrides unsigned long copy_to_user(void *to, const void *from, unsigned long n)
{
	return at_most(n);
}

/* changes user space only, which is none of the program's memory */
overrides unsigned long __copy_to_user(void *to, const void *from, unsigned long n)
{
	return at_most(n);
}

/* changes user space only, which is none of the program's memory */
unsigned long _copy_to_user(void *to, const void *from, unsigned long n)
{
	return at_most(n);
}

/* changes user space only, which is none of the program's memory */
unsigned long clear_user(void *to, unsigned long n)
{
	return at_most(n);
}

/* calls the function once, or fails */
int stop_machine(int (*function)(void *), void *data, const void *cpus)
{
	int n = __VERIFIER_nondet_int();
	return n < 0 ? n : function(data);
}

/* waits for a slow device; changes no memory of the program */
overrides harmless void slow_down_io(void);
/* waits for a slow device; changes no memory of the program */
overrides harmless void native_io_delay(void);

struct timer_list { void (*function)(struct timer_list *); };
/* stores the function; the timer isn't started */
void init_timer_key(struct timer_list *timer, void (*function)(struct timer_list *), unsigned int flags, const char *name, void *key)
{
	timer->function = function;
}

/* puts the caller into a queue of those who wait; what is called for that changes no memory of the program */
overrides harmless void poll_wait(void *file, void *queue, void *table);

/* writes a message */
harmless int _printk(const char *format, ...);
/* writes a message */
harmless void _dev_emerg(const void *dev, const char *format, ...);
/* writes a message */
harmless void _dev_alert(const void *dev, const char *format, ...);
/* writes a message */
harmless void _dev_crit(const void *dev, const char *format, ...);
/* writes a message */
harmless void _dev_err(const void *dev, const char *format, ...);
/* writes a message */
harmless void _dev_warn(const void *dev, const char *format, ...);
/* writes a message */
harmless void _dev_notice(const void *dev, const char *format, ...);
/* writes a message */
harmless void _dev_info(const void *dev, const char *format, ...);
/* writes a message, and returns its argument */
int dev_err_probe(const void *dev, int error, const char *format, ...)
{
	return error;
}
/* writes a message */
harmless void __dynamic_dev_dbg(void *descriptor, const void *dev, const char *format, ...);
/* writes a message */
harmless void __dynamic_pr_debug(void *descriptor, const char *format, ...);
/* writes a message */
harmless void __dynamic_netdev_dbg(void *descriptor, const void *dev, const char *format, ...);
/* writes a message */
harmless void netdev_err(const void *dev, const char *format, ...);
/* writes a message */
harmless void netdev_warn(const void *dev, const char *format, ...);
/* writes a message */
harmless void netdev_info(const void *dev, const char *format, ...);
/* writes a message */
harmless void __warn_printk(const char *format, ...);
/* says whether a message may be written now, and changes only the counts of messages */
harmless changes(1) int ___ratelimit(void *state, const char *function);

/* checks only an access to memory */
harmless _Bool __kasan_check_read(const volatile void *p, unsigned n);
/* checks only an access to memory */
harmless _Bool __kasan_check_write(const volatile void *p, unsigned n);
/* checks only an access to memory */
harmless void __check_object_size(const void *p, unsigned long n, _Bool to_user);
/* checks only an access to memory */
harmless void __copy_overflow(int size, unsigned long n);
/* writes a message, and changes the count to any number */
harmless changes(1) void refcount_warn_saturate(void *r, int how);

/* returns true: lists are not corrupt */
_Bool __list_add_valid(void *entry, void *before, void *after)
{
	return 1;
}

/* returns true: lists are not corrupt */
_Bool __list_del_entry_valid(void *entry)
{
	return 1;
}

/* fills the buffer with any text */
keeps_nothing format(3) int scnprintf(char *to, unsigned long n, const char *format, ...);
/* fills the buffer with any text */
keeps_nothing format(2) int sysfs_emit(char *to, const char *format, ...);
/* writes any number, and returns any error */
keeps_nothing int kstrtoint(const char *text, unsigned base, int *number);
/* writes any number, and returns any error */
keeps_nothing int kstrtouint(const char *text, unsigned base, unsigned *number);
/* writes any number, and returns any error */
keeps_nothing int kstrtoull(const char *text, unsigned base, unsigned long long *number);
/* writes any number, and returns any error */
keeps_nothing int kstrtobool(const char *text, _Bool *value);
/* exchanges any data with the device, and returns any number; it is done when it returns */
keeps_nothing int usb_control_msg(void *dev, unsigned pipe, unsigned char request, unsigned char type, unsigned short value, unsigned short index, void *data, unsigned short n, int time);
/* exchanges any data with the device, and returns any number; it is done when it returns */
keeps_nothing int usb_bulk_msg(void *dev, unsigned pipe, void *data, int n, int *done, int time);
/* exchanges any data with the device, and returns any number; it is done when it returns */
keeps_nothing int usb_interrupt_msg(void *dev, unsigned pipe, void *data, int n, int *done, int time);
/* writes any number, and returns any error */
keeps_nothing int kstrtoll(const char *text, unsigned base, long long *number);
/* writes any number, and returns any error */
keeps_nothing int _kstrtoul(const char *text, unsigned base, unsigned long *number);
/* writes any number, and returns any error */
keeps_nothing int _kstrtol(const char *text, unsigned base, long *number);
/* writes any number, and returns any error */
keeps_nothing int kstrtou8(const char *text, unsigned base, unsigned char *number);
/* writes any number, and returns any error */
keeps_nothing int kstrtou16(const char *text, unsigned base, unsigned short *number);
/* writes any number, and returns any error */
keeps_nothing int pci_read_config_byte(const void *dev, int at, unsigned char *value);
/* writes any number, and returns any error */
keeps_nothing int pci_read_config_word(const void *dev, int at, unsigned short *value);
/* writes any number, and returns any error */
keeps_nothing int pci_read_config_dword(const void *dev, int at, unsigned *value);
/* writes any number, and returns any error */
keeps_nothing int of_property_read_u32_index(const void *node, const char *name, unsigned index, unsigned *value);
/* writes any numbers, and returns any error */
keeps_nothing int of_property_read_variable_u8_array(const void *node, const char *name, unsigned char *values, unsigned long least, unsigned long most);
/* writes any numbers, and returns any error */
keeps_nothing int of_property_read_variable_u16_array(const void *node, const char *name, unsigned short *values, unsigned long least, unsigned long most);
/* writes any numbers, and returns any error */
keeps_nothing int of_property_read_variable_u32_array(const void *node, const char *name, unsigned *values, unsigned long least, unsigned long most);
/* writes any numbers, and returns any error */
keeps_nothing int device_property_read_u8_array(void *dev, const char *name, unsigned char *values, unsigned long n);
/* writes any numbers, and returns any error */
keeps_nothing int device_property_read_u16_array(void *dev, const char *name, unsigned short *values, unsigned long n);
/* writes any numbers, and returns any error */
keeps_nothing int device_property_read_u32_array(void *dev, const char *name, unsigned *values, unsigned long n);
/* writes any numbers, and returns any error */
keeps_nothing int fwnode_property_read_u32_array(const void *node, const char *name, unsigned *values, unsigned long n);
/* writes any number, and returns any error */
keeps_nothing int regmap_read(void *map, unsigned at, unsigned *value);
/* writes any data, and returns any error */
keeps_nothing int regmap_bulk_read(void *map, unsigned at, void *values, unsigned long n);
/* writes any data, and returns any error */
keeps_nothing int regmap_raw_read(void *map, unsigned at, void *values, unsigned long n);
/* writes any data, and returns any number */
keeps_nothing int i2c_smbus_read_i2c_block_data(const void *client, unsigned char command, unsigned char n, unsigned char *values);
/* writes any data, and returns any error */
keeps_nothing int spi_write_then_read(void *spi, const void *to, unsigned n, void *from, unsigned m);
/* writes any data */
keeps_nothing void get_random_bytes(void *buffer, unsigned long n);
/* writes any data, and returns any number */
keeps_nothing int usb_get_descriptor(void *dev, unsigned char type, unsigned char index, void *buffer, int n);
/* writes any text, and returns any number */
keeps_nothing int usb_string(void *dev, int index, char *buffer, unsigned long n);
