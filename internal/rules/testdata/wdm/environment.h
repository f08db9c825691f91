/* What an environment calls around the driver's routines, for rules to watch. */
void hardbop_dispatch_begin(const DEVICE_OBJECT *device, const IRP *irp);
void hardbop_dispatch_end(const DEVICE_OBJECT *device, const IRP *irp, NTSTATUS status);
void hardbop_start_io_begin(const DEVICE_OBJECT *device, const IRP *irp);
void hardbop_start_io_end(void);
void hardbop_context_process(void);
void hardbop_context_atomic(void);
void hardbop_context_interrupt(void);

/* Hands a request to a dispatch routine, as the I/O manager does. */
#define DISPATCH(routine, device, irp) do { \
		hardbop_context_process(); \
		hardbop_dispatch_begin(device, irp); \
		hardbop_dispatch_end(device, irp, routine(device, irp)); \
	} while (0)
