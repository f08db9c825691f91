/*
 * Models of the routines of Windows' driver model, as wdm.h declares them.
 *
 * Levels (IRQL) are not modelled: what a routine gives back as the old level is arbitrary,
 * and rules about levels say which runs exist. Other threads and interrupts are not
 * modelled either. Completion routines, DPCs and the like are not called by the routine that
 * they were handed to, but by an environment.
 */
#define allocates(...) __attribute__((model_overrides, model_allocates(__VA_ARGS__)))

typedef __typeof__(sizeof 0) size;
typedef unsigned char uchar;
typedef unsigned long ulong;

struct _DEVICE_OBJECT;
struct _DRIVER_OBJECT;
struct _IRP;
struct _KLOCK_QUEUE_HANDLE;

int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);
uchar __VERIFIER_nondet_uchar(void);
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
/* changes no memory that the program may still use */
void IoDeleteDevice(struct _DEVICE_OBJECT *device)
{
}
/* returns the target, which is then the device below, or null */
void *IoAttachDeviceToDeviceStack(struct _DEVICE_OBJECT *source, struct _DEVICE_OBJECT *target)
{
	if (__VERIFIER_nondet_int())
		return target;
	return 0;
}
/* changes no memory that the program looks at */
void IoDetachDevice(struct _DEVICE_OBJECT *target)
{
}

/* requests */

/* returns a new request with arbitrary contents, or null */
allocates() void *IoAllocateIrp(char depth, uchar quota);
/* returns a new request with arbitrary contents, or null; its completion changes neither the status block nor the buffers */
allocates() void *IoBuildAsynchronousFsdRequest(ulong major, void *device, void *buffer, ulong length, void *offset, void *status);
/* returns a new request with arbitrary contents, or null; its completion changes neither the status block nor the buffers */
allocates() void *IoBuildSynchronousFsdRequest(ulong major, void *device, void *buffer, ulong length, void *offset, void *event, void *status);
/* returns a new request with arbitrary contents, or null; its completion changes neither the status block nor the buffers */
allocates() void *IoBuildDeviceIoControlRequest(ulong code, void *device, void *in, ulong inLength, void *out, ulong outLength, uchar internal, void *event, void *status);
/* changes no memory that the program may still use */
void IoFreeIrp(struct _IRP *irp)
{
}
/* changes no memory that the program may still use: the request is gone */
void IofCompleteRequest(struct _IRP *irp, char boost)
{
}
/* returns any status; of the program's memory only the status of the request changes, to any but STATUS_PENDING */
long IofCallDriver(struct _DEVICE_OBJECT *device, struct _IRP *irp)
{
	long status = __VERIFIER_nondet_long();

	__VERIFIER_assume(status != 0x103);
	irp->IoStatus.Status = status;
	irp->IoStatus.Information = __VERIFIER_nondet_int();
	return __VERIFIER_nondet_long();
}
/* returns any status; of the program's memory only the status of the request changes, to any but STATUS_PENDING */
long PoCallDriver(struct _DEVICE_OBJECT *device, struct _IRP *irp)
{
	long status = __VERIFIER_nondet_long();

	__VERIFIER_assume(status != 0x103);
	irp->IoStatus.Status = status;
	irp->IoStatus.Information = __VERIFIER_nondet_int();
	return __VERIFIER_nondet_long();
}
/* changes no memory of the program */
void PoStartNextPowerIrp(struct _IRP *irp)
{
}
/* the device's current request is any; StartIo is called later */
void IoStartPacket(struct _DEVICE_OBJECT *device, struct _IRP *irp, ulong *key, void *cancel)
{
	device->CurrentIrp = __VERIFIER_nondet_pointer();
}
/* the device's current request is any; StartIo is called later */
void IoStartNextPacket(struct _DEVICE_OBJECT *device, uchar cancelable)
{
	device->CurrentIrp = __VERIFIER_nondet_pointer();
}
/* changes no memory of the program */
void IoSetStartIoAttributes(struct _DEVICE_OBJECT *device, uchar deferred, uchar nonCancelable)
{
}

/* remove locks */

/* changes no memory that the program looks at */
void IoInitializeRemoveLockEx(void *lock, ulong tag, ulong minutes, ulong high, ulong n)
{
}
/* succeeds, or returns STATUS_DELETE_PENDING */
long IoAcquireRemoveLockEx(void *lock, void *tag, const char *file, ulong line, ulong n)
{
	if (__VERIFIER_nondet_int())
		return 0;
	return -1073741738;
}
/* changes no memory that the program looks at */
void IoReleaseRemoveLockEx(void *lock, void *tag, ulong n)
{
}
/* changes no memory that the program looks at */
void IoReleaseRemoveLockAndWaitEx(void *lock, void *tag, ulong n)
{
}

/* locks */

/* the old level is arbitrary */
uchar KeAcquireSpinLockRaiseToDpc(void *lock) ANY_LEVEL
/* changes no memory that the program looks at */
void KeReleaseSpinLock(void *lock, uchar level)
{
}
/* changes no memory that the program looks at */
void KeAcquireSpinLockAtDpcLevel(void *lock)
{
}
/* changes no memory that the program looks at */
void KeReleaseSpinLockFromDpcLevel(void *lock)
{
}
/* may fail */
uchar KeTryToAcquireSpinLockAtDpcLevel(void *lock) ANY_BOOLEAN
/* the old level is arbitrary */
void KeAcquireInStackQueuedSpinLock(void *lock, struct _KLOCK_QUEUE_HANDLE *handle)
{
	handle->OldIrql = __VERIFIER_nondet_uchar();
}
/* changes no memory that the program looks at */
void KeReleaseInStackQueuedSpinLock(struct _KLOCK_QUEUE_HANDLE *handle)
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
/* changes no memory that the program looks at */
void KeAcquireGuardedMutex(void *mutex)
{
}
/* may fail */
uchar KeTryToAcquireGuardedMutex(void *mutex) ANY_BOOLEAN
/* changes no memory that the program looks at */
void KeReleaseGuardedMutex(void *mutex)
{
}
/* may fail */
uchar ExAcquireResourceExclusiveLite(void *resource, uchar wait) ANY_BOOLEAN
/* may fail */
uchar ExAcquireResourceSharedLite(void *resource, uchar wait) ANY_BOOLEAN
/* changes no memory that the program looks at */
void ExReleaseResourceLite(void *resource)
{
}

/* events, timers, DPCs, waits */

/* changes no memory that the program looks at */
void KeInitializeEvent(void *event, int type, uchar state)
{
}
/* the old state is arbitrary */
long KeSetEvent(void *event, long increment, uchar wait)
{
	return __VERIFIER_nondet_int() != 0;
}
/* changes no memory that the program looks at */
void KeClearEvent(void *event)
{
}
/* returns any status; nothing else happens in the meantime */
long KeWaitForSingleObject(void *object, int reason, char mode, uchar alertable, void *timeout) ANY_STATUS
/* returns any status; nothing else happens in the meantime */
long KeDelayExecutionThread(char mode, uchar alertable, void *interval) ANY_STATUS
/* changes no memory that the program looks at; the routine is called later */
void KeInitializeDpc(void *dpc, void *routine, void *context)
{
}
/* the DPC may be queued already */
uchar KeInsertQueueDpc(void *dpc, void *argument1, void *argument2) ANY_BOOLEAN
/* the DPC may not be queued */
uchar KeRemoveQueueDpc(void *dpc) ANY_BOOLEAN
/* changes no memory that the program looks at */
void KeInitializeTimer(void *timer)
{
}
/* changes no memory that the program looks at */
void KeInitializeTimerEx(void *timer, int type)
{
}
/* the timer may not be set */
uchar KeCancelTimer(void *timer) ANY_BOOLEAN
/* calls the routine, at the present level */
uchar KeSynchronizeExecution(void *interrupt, uchar (*routine)(void *), void *context)
{
	return routine(context);
}
