/*
 * Models of the routines of Windows' driver model, as wdm.h declares them.
 *
 * Levels (IRQL) are not modelled: what a routine gives back as the old level is arbitrary,
 * and rules about levels say which runs exist. Other threads and interrupts are not
 * modelled either. Completion routines, DPCs and the like are not called by the routine that
 * they were handed to, but by an environment. What routines keep in events, locks and the
 * like are numbers, which are arbitrary then; the pointers in there are of no use to drivers.
 */
#define changes(...) __attribute__((model_changes(__VA_ARGS__)))
#define keeps_nothing __attribute__((model_keeps_nothing))
#define waits __attribute__((model_waits))
#define awaits __attribute__((model_awaits))
#define wakes __attribute__((model_wakes))
#define allocates(...) __attribute__((model_overrides, model_allocates(__VA_ARGS__)))

typedef __typeof__(sizeof 0) size;
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned long ulong;

struct _DEVICE_OBJECT;
struct _DRIVER_OBJECT;
struct _IRP;
struct _IO_STATUS_BLOCK;
struct _KDPC;
struct _KINTERRUPT;
struct _KLOCK_QUEUE_HANDLE;

int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);
uchar __VERIFIER_nondet_uchar(void);
ushort __VERIFIER_nondet_ushort(void);
ulong __VERIFIER_nondet_ulong(void);
void *__VERIFIER_nondet_pointer(void);
void __VERIFIER_assume(int);
void *malloc(size n);

/* An arbitrary status, of which those that are not negative mean success. */
#define ANY_STATUS { return __VERIFIER_nondet_long(); }
#define ANY_BOOLEAN { return __VERIFIER_nondet_int() != 0; }
#define ANY_LEVEL { return __VERIFIER_nondet_uchar(); }

/* pool */

/* returns new memory of the size asked for, or null */
allocates(2) void *ExAllocatePool(int type, size n);
/* returns new memory of the size asked for, or null */
allocates(2) void *ExAllocatePoolWithTag(int type, size n, ulong tag);
/* returns new memory of the size asked for, or null */
allocates(2) void *ExAllocatePoolWithTagPriority(int type, size n, ulong tag, int priority);
/* returns new memory of the size asked for, or null; quota is not accounted */
allocates(2) void *ExAllocatePoolWithQuota(int type, size n);
/* returns new memory of the size asked for, or null; quota is not accounted */
allocates(2) void *ExAllocatePoolWithQuotaTag(int type, size n, ulong tag);
/* changes no memory that the program may still use */
void ExFreePool(void *memory)
{
}
/* changes no memory that the program may still use */
void ExFreePoolWithTag(void *memory, ulong tag)
{
}

/* devices */

/* fails, or makes a new device whose extension is new, with arbitrary contents */
long IoCreateDevice(struct _DRIVER_OBJECT *driver, ulong extension, void *name, ulong type, ulong characteristics, uchar exclusive, struct _DEVICE_OBJECT **device)
{
	struct _DEVICE_OBJECT *d;
	long status = __VERIFIER_nondet_long();

	if (status < 0)
		return status;
	d = malloc(sizeof(*d));
	__VERIFIER_assume(d != 0);
	d->DeviceExtension = malloc(extension);
	__VERIFIER_assume(d->DeviceExtension != 0);
	d->StackSize = 1;
	d->DriverObject = driver;
	d->NextDevice = driver->DeviceObject;
	driver->DeviceObject = d;
	*device = d;
	return 0;
}
/* takes the device out of the driver's list, if it is one of the first two there, and changes no other memory that the program may still use */
void IoDeleteDevice(struct _DEVICE_OBJECT *device)
{
	struct _DEVICE_OBJECT *first = device->DriverObject->DeviceObject;

	if (first == device)
		device->DriverObject->DeviceObject = device->NextDevice;
	else if (first && first->NextDevice == device)
		first->NextDevice = device->NextDevice;
}
/* returns the target, whose attached device is the source then, or any other device that is on top of it, which stays as it is; or null */
changes(1, StackSize, AlignmentRequirement) void *IoAttachDeviceToDeviceStack(struct _DEVICE_OBJECT *source, struct _DEVICE_OBJECT *target)
{
	if (__VERIFIER_nondet_int())
		return __VERIFIER_nondet_pointer();
	target->AttachedDevice = source;
	return target;
}
/* no device is attached to the target then */
void IoDetachDevice(struct _DEVICE_OBJECT *target)
{
	target->AttachedDevice = 0;
}

/* requests */

/* returns a new request with arbitrary contents, or null */
allocates() void *IoAllocateIrp(char depth, uchar quota);
/* The last request that the driver made, with what its end changes. */
static struct _IRP *made;
static struct _IO_STATUS_BLOCK *made_status;
static void *made_buffer;

/* writes any bytes to the buffer */
keeps_nothing void hardbop_any_bytes(void *buffer);

/* Makes the request's result, and what it reads, arbitrary. */
static void end(void)
{
	if (made_status) {
		made_status->Status = __VERIFIER_nondet_long();
		made_status->Information = __VERIFIER_nondet_long();
	}
	if (made_buffer)
		hardbop_any_bytes(made_buffer);
}

static struct _IRP *request(void *buffer, struct _IO_STATUS_BLOCK *status)
{
	struct _IRP *irp = malloc(sizeof(*irp));

	if (irp == 0)
		return 0;
	made = irp;
	made_status = status;
	made_buffer = buffer;
	end();
	return irp;
}
/* returns a new request with arbitrary contents, or null; status block and buffer are arbitrary then, and once more when it is sent, if it is the last request made */
struct _IRP *IoBuildAsynchronousFsdRequest(ulong major, void *device, void *buffer, ulong length, void *offset, struct _IO_STATUS_BLOCK *status)
{
	return request(major == 3 ? buffer : 0, status);
}
/* returns a new request with arbitrary contents, or null; status block and buffer are arbitrary then, and once more when it is sent, if it is the last request made */
changes(6) struct _IRP *IoBuildSynchronousFsdRequest(ulong major, void *device, void *buffer, ulong length, void *offset, void *event, struct _IO_STATUS_BLOCK *status)
{
	return request(major == 3 ? buffer : 0, status);
}
/* returns a new request with arbitrary contents, or null; status block and buffer are arbitrary then, and once more when it is sent, if it is the last request made */
changes(8) struct _IRP *IoBuildDeviceIoControlRequest(ulong code, void *device, void *in, ulong inLength, void *out, ulong outLength, uchar internal, void *event, struct _IO_STATUS_BLOCK *status)
{
	return request(out, status);
}
/* changes no memory that the program may still use */
void IoFreeIrp(struct _IRP *irp)
{
}
/* changes no memory that the program may still use: the request is gone */
void IofCompleteRequest(struct _IRP *irp, char boost)
{
}
static long sent(struct _IRP *irp)
{
	long status = __VERIFIER_nondet_long();

	__VERIFIER_assume(status != 0x103);
	irp->IoStatus.Status = status;
	irp->IoStatus.Information = __VERIFIER_nondet_int();
	if (irp == made)
		end();
	return __VERIFIER_nondet_long();
}
/* returns any status; of the program's memory only the status of the request changes, to any but STATUS_PENDING, with what shows how far it is, and what a request of the driver's own reads; what other parameters of the request point to stays as it is, and the completion routine isn't called */
changes(2, PendingReturned, Cancel, CurrentLocation) long IofCallDriver(struct _DEVICE_OBJECT *device, struct _IRP *irp)
{
	return sent(irp);
}
/* returns any status; of the program's memory only the status of the request changes, to any but STATUS_PENDING, with what shows how far it is, and what a request of the driver's own reads; what other parameters of the request point to stays as it is, and the completion routine isn't called */
changes(2, PendingReturned, Cancel, CurrentLocation) long PoCallDriver(struct _DEVICE_OBJECT *device, struct _IRP *irp)
{
	return sent(irp);
}
/* changes no memory of the program */
void PoStartNextPowerIrp(struct _IRP *irp)
{
}
/* the device's current request is any; StartIo is called later, by an environment */
void IoStartPacket(struct _DEVICE_OBJECT *device, struct _IRP *irp, ulong *key, void *cancel)
{
	device->CurrentIrp = __VERIFIER_nondet_pointer();
}
/* the device's current request is any; StartIo is called later, by an environment */
void IoStartNextPacket(struct _DEVICE_OBJECT *device, uchar cancelable)
{
	device->CurrentIrp = __VERIFIER_nondet_pointer();
}
/* changes no memory that the program looks at */
void IoSetStartIoAttributes(struct _DEVICE_OBJECT *device, uchar deferred, uchar nonCancelable)
{
}

/* remove locks */

/* changes only the numbers in the object */
changes(1) void IoInitializeRemoveLockEx(void *lock, ulong tag, ulong minutes, ulong high, ulong n)
{
}
/* succeeds, or returns STATUS_DELETE_PENDING */
changes(1) long IoAcquireRemoveLockEx(void *lock, void *tag, const char *file, ulong line, ulong n)
{
	if (__VERIFIER_nondet_int())
		return 0;
	return -1073741738;
}
/* changes only the numbers in the object */
changes(1) void IoReleaseRemoveLockEx(void *lock, void *tag, ulong n)
{
}
/* changes only the numbers in the object */
changes(1) void IoReleaseRemoveLockAndWaitEx(void *lock, void *tag, ulong n)
{
}

/* locks */

/* the old level is arbitrary */
changes(1) uchar KeAcquireSpinLockRaiseToDpc(void *lock) ANY_LEVEL
/* changes only the numbers in the object */
changes(1) void KeReleaseSpinLock(void *lock, uchar level)
{
}
/* changes only the numbers in the object */
changes(1) void KeAcquireSpinLockAtDpcLevel(void *lock)
{
}
/* changes only the numbers in the object */
changes(1) void KeReleaseSpinLockFromDpcLevel(void *lock)
{
}
/* may fail */
changes(1) uchar KeTryToAcquireSpinLockAtDpcLevel(void *lock) ANY_BOOLEAN
/* the old level is arbitrary */
changes(2) void KeAcquireInStackQueuedSpinLock(void *lock, struct _KLOCK_QUEUE_HANDLE *handle)
{
	handle->OldIrql = __VERIFIER_nondet_uchar();
}
/* changes only the numbers in the object */
changes(1) void KeReleaseInStackQueuedSpinLock(struct _KLOCK_QUEUE_HANDLE *handle)
{
}
/* the old level is arbitrary */
void IoAcquireCancelSpinLock(uchar *level)
{
	*level = __VERIFIER_nondet_uchar();
}
/* changes no memory that the program looks at */
void IoReleaseCancelSpinLock(uchar level)
{
}
/* changes no memory of the program */
void KeEnterCriticalRegion(void)
{
}
/* changes no memory of the program */
void KeLeaveCriticalRegion(void)
{
}
/* changes no memory of the program */
void KeEnterGuardedRegion(void)
{
}
/* changes no memory of the program */
void KeLeaveGuardedRegion(void)
{
}
/* changes only the numbers in the object */
changes(1) void KeInitializeGuardedMutex(void *mutex)
{
}
/* changes only the numbers in the object */
changes(1) void KeAcquireGuardedMutex(void *mutex)
{
}
/* may fail */
changes(1) uchar KeTryToAcquireGuardedMutex(void *mutex) ANY_BOOLEAN
/* changes only the numbers in the object */
changes(1) void KeReleaseGuardedMutex(void *mutex)
{
}
/* may fail */
changes(1) uchar ExAcquireResourceExclusiveLite(void *resource, uchar wait) ANY_BOOLEAN
/* may fail */
changes(1) uchar ExAcquireResourceSharedLite(void *resource, uchar wait) ANY_BOOLEAN
/* changes only the numbers in the object */
changes(1) void ExReleaseResourceLite(void *resource)
{
}

/* events, timers, DPCs, waits */

/* changes only the numbers in the object */
changes(1) void KeInitializeEvent(void *event, int type, uchar state)
{
}
/* the old state is arbitrary */
wakes changes(1) long KeSetEvent(void *event, long increment, uchar wait)
{
	return __VERIFIER_nondet_int() != 0;
}
/* changes only the numbers in the object */
changes(1) void KeClearEvent(void *event)
{
}
/* returns any status; a request that was sent has ended before, if at all; another thread changes meanwhile what a loop around it waits for, and what those set that wake others, nothing else */
awaits changes(1) long KeWaitForSingleObject(void *object, int reason, char mode, uchar alertable, void *timeout) ANY_STATUS
/* returns any status; another thread changes meanwhile what a loop around it waits for, nothing else */
waits long KeDelayExecutionThread(char mode, uchar alertable, void *interval) ANY_STATUS
/* the routine is called later, by an environment */
changes(1) void KeInitializeDpc(struct _KDPC *dpc, void *routine, void *context)
{
	dpc->DeferredRoutine = routine;
	dpc->DeferredContext = context;
}
/* the DPC may be queued already; the routine is called later, by an environment */
uchar KeInsertQueueDpc(struct _KDPC *dpc, void *argument1, void *argument2)
{
	if (__VERIFIER_nondet_int())
		return 0;
	dpc->SystemArgument1 = argument1;
	dpc->SystemArgument2 = argument2;
	return 1;
}
/* the DPC may not be queued */
uchar KeRemoveQueueDpc(void *dpc) ANY_BOOLEAN
/* changes only the numbers in the object */
changes(1) void KeInitializeTimer(void *timer)
{
}
/* changes only the numbers in the object */
changes(1) void KeInitializeTimerEx(void *timer, int type)
{
}
/* the timer may be set already; its DPC is called later, by an environment */
changes(1) uchar KeSetTimer(void *timer, union _LARGE_INTEGER due, struct _KDPC *dpc) ANY_BOOLEAN
/* the timer may be set already; its DPC is called later, by an environment */
changes(1) uchar KeSetTimerEx(void *timer, union _LARGE_INTEGER due, long period, struct _KDPC *dpc) ANY_BOOLEAN
/* the timer may not be set */
changes(1) uchar KeCancelTimer(void *timer) ANY_BOOLEAN
/* the routine is called later, by an environment; the context stays as it is */
void IoQueueWorkItem(void *item, void *routine, int type, void *context)
{
}

/* interrupts and the device */

/* fails, or connects the routine, which is called later, by an environment; the interrupt object is any */
long IoConnectInterrupt(struct _KINTERRUPT **interrupt, void *routine, void *context, void *lock, ulong vector, uchar irql, uchar synchronize, int mode, uchar share, size processors, uchar save)
{
	*interrupt = __VERIFIER_nondet_pointer();
	return __VERIFIER_nondet_long();
}
/* changes no memory that the program may still use */
void IoDisconnectInterrupt(struct _KINTERRUPT *interrupt)
{
}
/* calls the routine, at the present level */
uchar KeSynchronizeExecution(void *interrupt, uchar (*routine)(void *), void *context)
{
	return routine(context);
}
/* returns anything; changes no memory of the program */
uchar READ_PORT_UCHAR(volatile uchar *from)
{
	return __VERIFIER_nondet_uchar();
}
/* changes no memory of the program */
void WRITE_PORT_UCHAR(volatile uchar *to, uchar value)
{
}
/* returns anything; changes no memory of the program */
ushort READ_PORT_USHORT(volatile ushort *from)
{
	return __VERIFIER_nondet_ushort();
}
/* changes no memory of the program */
void WRITE_PORT_USHORT(volatile ushort *to, ushort value)
{
}
/* returns anything; changes no memory of the program */
ulong READ_PORT_ULONG(volatile ulong *from)
{
	return __VERIFIER_nondet_ulong();
}
/* changes no memory of the program */
void WRITE_PORT_ULONG(volatile ulong *to, ulong value)
{
}
/* returns anything; changes no memory of the program */
uchar READ_REGISTER_UCHAR(volatile uchar *from)
{
	return __VERIFIER_nondet_uchar();
}
/* changes no memory of the program */
void WRITE_REGISTER_UCHAR(volatile uchar *to, uchar value)
{
}
/* returns anything; changes no memory of the program */
ushort READ_REGISTER_USHORT(volatile ushort *from)
{
	return __VERIFIER_nondet_ushort();
}
/* changes no memory of the program */
void WRITE_REGISTER_USHORT(volatile ushort *to, ushort value)
{
}
/* returns anything; changes no memory of the program */
ulong READ_REGISTER_ULONG(volatile ulong *from)
{
	return __VERIFIER_nondet_ulong();
}
/* changes no memory of the program */
void WRITE_REGISTER_ULONG(volatile ulong *to, ulong value)
{
}
