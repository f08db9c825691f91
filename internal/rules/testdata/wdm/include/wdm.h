/*
 * The part of Windows' driver model that the drivers of the tests use. It stands in for the
 * real header where that isn't installed: the same names are functions, inline functions
 * and macros, with the same parameters, for x86-64.
 */
#ifndef STUB_WDM_H
#define STUB_WDM_H

#define NTAPI
#define NTKERNELAPI extern
#define FORCEINLINE static inline
#define IN
#define OUT
#define OPTIONAL

typedef void VOID, *PVOID;
typedef char CHAR, CCHAR, *PCHAR;
typedef unsigned char UCHAR, *PUCHAR, BOOLEAN, *PBOOLEAN;
typedef short SHORT, CSHORT;
typedef unsigned short USHORT, *PUSHORT, WCHAR, *PWSTR;
typedef const WCHAR *PCWSTR;
typedef const char *PCSTR;
typedef long LONG, *PLONG, NTSTATUS;
typedef unsigned long ULONG, *PULONG, DWORD;
typedef long long LONGLONG, LONG_PTR;
typedef unsigned long long ULONGLONG, ULONG_PTR, SIZE_T;
typedef UCHAR KIRQL, *PKIRQL;
typedef CHAR KPROCESSOR_MODE;
typedef LONG KPRIORITY;
typedef PVOID HANDLE, *PHANDLE;
typedef ULONG ACCESS_MASK, DEVICE_TYPE;
typedef ULONG_PTR KSPIN_LOCK, *PKSPIN_LOCK, KAFFINITY;

#define TRUE 1
#define FALSE 0
#ifndef NULL
#define NULL ((void *)0)
#endif

#define PASSIVE_LEVEL 0
#define APC_LEVEL 1
#define DISPATCH_LEVEL 2

#define NT_SUCCESS(status) ((NTSTATUS)(status) >= 0)
#define STATUS_SUCCESS ((NTSTATUS)0x00000000)
#define STATUS_TIMEOUT ((NTSTATUS)0x00000102)
#define STATUS_PENDING ((NTSTATUS)0x00000103)
#define STATUS_UNSUCCESSFUL ((NTSTATUS)0xC0000001)
#define STATUS_NO_SUCH_DEVICE ((NTSTATUS)0xC000000E)
#define STATUS_INVALID_DEVICE_REQUEST ((NTSTATUS)0xC0000010)
#define STATUS_MORE_PROCESSING_REQUIRED ((NTSTATUS)0xC0000016)
#define STATUS_INVALID_PARAMETER ((NTSTATUS)0xC000000D)
#define STATUS_BUFFER_TOO_SMALL ((NTSTATUS)0xC0000023)
#define STATUS_DELETE_PENDING ((NTSTATUS)0xC0000056)
#define STATUS_INSUFFICIENT_RESOURCES ((NTSTATUS)0xC000009A)
#define STATUS_DEVICE_NOT_READY ((NTSTATUS)0xC00000A3)
#define STATUS_IO_TIMEOUT ((NTSTATUS)0xC00000B5)
#define STATUS_NOT_SUPPORTED ((NTSTATUS)0xC00000BB)
#define STATUS_CANCELLED ((NTSTATUS)0xC0000120)
#define STATUS_DEVICE_BUSY ((NTSTATUS)0x80000011)
#define STATUS_NO_MORE_ENTRIES ((NTSTATUS)0x8000001A)
#define STATUS_DEVICE_DOES_NOT_EXIST ((NTSTATUS)0xC00000C0)
#define STATUS_DEVICE_DATA_ERROR ((NTSTATUS)0xC000009C)
#define STATUS_WMI_GUID_NOT_FOUND ((NTSTATUS)0xC0000295)

#define IO_NO_INCREMENT 0
#define FILE_DEVICE_UNKNOWN 0x22
#define FILE_DEVICE_SECURE_OPEN 0x100
#define DO_BUFFERED_IO 0x4
#define DO_DIRECT_IO 0x10
#define DO_POWER_PAGABLE 0x2000
#define DO_DEVICE_INITIALIZING 0x80
#define SL_PENDING_RETURNED 0x01
#define METHOD_BUFFERED 0
#define FILE_ANY_ACCESS 0
#define CTL_CODE(type, function, method, access) (((type) << 16) | ((access) << 14) | ((function) << 2) | (method))

#define IRP_MJ_CREATE 0x00
#define IRP_MJ_CLOSE 0x02
#define IRP_MJ_READ 0x03
#define IRP_MJ_WRITE 0x04
#define IRP_MJ_DEVICE_CONTROL 0x0e
#define IRP_MJ_INTERNAL_DEVICE_CONTROL 0x0f
#define IRP_MJ_CLEANUP 0x12
#define IRP_MJ_POWER 0x16
#define IRP_MJ_SYSTEM_CONTROL 0x17
#define IRP_MJ_PNP 0x1b
#define IRP_MJ_MAXIMUM_FUNCTION 0x1b

#define IRP_MN_START_DEVICE 0x00
#define IRP_MN_QUERY_REMOVE_DEVICE 0x01
#define IRP_MN_REMOVE_DEVICE 0x02
#define IRP_MN_CANCEL_REMOVE_DEVICE 0x03
#define IRP_MN_STOP_DEVICE 0x04
#define IRP_MN_QUERY_STOP_DEVICE 0x05
#define IRP_MN_CANCEL_STOP_DEVICE 0x06
#define IRP_MN_QUERY_DEVICE_RELATIONS 0x07
#define IRP_MN_QUERY_CAPABILITIES 0x09
#define IRP_MN_SURPRISE_REMOVAL 0x17
#define IRP_MN_WAIT_WAKE 0x00
#define IRP_MN_SET_POWER 0x02
#define IRP_MN_QUERY_POWER 0x03
#define IRP_MN_QUERY_ALL_DATA 0x00
#define IRP_MN_CHANGE_SINGLE_INSTANCE 0x02

typedef struct _LIST_ENTRY {
	struct _LIST_ENTRY *Flink, *Blink;
} LIST_ENTRY, *PLIST_ENTRY;

typedef union _LARGE_INTEGER {
	struct { ULONG LowPart; LONG HighPart; } u;
	LONGLONG QuadPart;
} LARGE_INTEGER, *PLARGE_INTEGER;

typedef struct _UNICODE_STRING {
	USHORT Length, MaximumLength;
	PWSTR Buffer;
} UNICODE_STRING, *PUNICODE_STRING;

typedef struct _GUID { ULONG Data1; USHORT Data2, Data3; UCHAR Data4[8]; } GUID;

typedef enum _EVENT_TYPE { NotificationEvent, SynchronizationEvent } EVENT_TYPE;
typedef enum _TIMER_TYPE { NotificationTimer, SynchronizationTimer } TIMER_TYPE;
typedef enum _WAIT_TYPE { WaitAll, WaitAny } WAIT_TYPE;
typedef enum _KWAIT_REASON { Executive, FreePage, PageIn } KWAIT_REASON;
typedef enum _MODE { KernelMode, UserMode } MODE;
typedef enum _POOL_TYPE { NonPagedPool, PagedPool } POOL_TYPE;
typedef enum _KINTERRUPT_MODE { LevelSensitive, Latched } KINTERRUPT_MODE;
typedef enum _WORK_QUEUE_TYPE { CriticalWorkQueue, DelayedWorkQueue } WORK_QUEUE_TYPE;
typedef enum _DEVICE_POWER_STATE { PowerDeviceUnspecified, PowerDeviceD0, PowerDeviceD1, PowerDeviceD2, PowerDeviceD3 } DEVICE_POWER_STATE;
typedef enum _SYSTEM_POWER_STATE { PowerSystemUnspecified, PowerSystemWorking, PowerSystemSleeping1 } SYSTEM_POWER_STATE;
typedef enum _POWER_STATE_TYPE { SystemPowerState, DevicePowerState } POWER_STATE_TYPE;
typedef union _POWER_STATE { SYSTEM_POWER_STATE SystemState; DEVICE_POWER_STATE DeviceState; } POWER_STATE;

typedef struct _DISPATCHER_HEADER { LONG Lock, SignalState; LIST_ENTRY WaitListHead; } DISPATCHER_HEADER;
typedef struct _KEVENT { DISPATCHER_HEADER Header; } KEVENT, *PKEVENT;
typedef struct _KTIMER { DISPATCHER_HEADER Header; LONG Period; } KTIMER, *PKTIMER;
typedef struct _KGUARDED_MUTEX { LONG Count; PVOID Owner; KEVENT Event; } KGUARDED_MUTEX, *PKGUARDED_MUTEX;
typedef struct _FAST_MUTEX { LONG Count; PVOID Owner; ULONG Contention; KEVENT Event; ULONG OldIrql; } FAST_MUTEX, *PFAST_MUTEX;
typedef struct _ERESOURCE { LIST_ENTRY SystemResourcesList; PVOID OwnerTable; SHORT ActiveCount; } ERESOURCE, *PERESOURCE;
typedef struct _KINTERRUPT KINTERRUPT, *PKINTERRUPT;
typedef struct _KSPIN_LOCK_QUEUE { struct _KSPIN_LOCK_QUEUE *Next; PKSPIN_LOCK Lock; } KSPIN_LOCK_QUEUE;
typedef struct _KLOCK_QUEUE_HANDLE { KSPIN_LOCK_QUEUE LockQueue; KIRQL OldIrql; } KLOCK_QUEUE_HANDLE, *PKLOCK_QUEUE_HANDLE;
typedef struct _KWAIT_BLOCK { LIST_ENTRY WaitListEntry; } KWAIT_BLOCK, *PKWAIT_BLOCK;
typedef struct _IO_REMOVE_LOCK { BOOLEAN Removed; LONG IoCount; KEVENT RemoveEvent; } IO_REMOVE_LOCK, *PIO_REMOVE_LOCK;
typedef struct _KDEVICE_QUEUE_ENTRY { LIST_ENTRY DeviceListEntry; ULONG SortKey; BOOLEAN Inserted; } KDEVICE_QUEUE_ENTRY, *PKDEVICE_QUEUE_ENTRY;
typedef struct _KDEVICE_QUEUE { CSHORT Type, Size; LIST_ENTRY DeviceListHead; KSPIN_LOCK Lock; BOOLEAN Busy; } KDEVICE_QUEUE, *PKDEVICE_QUEUE;
typedef struct _IO_WORKITEM *PIO_WORKITEM;
typedef struct _MDL { struct _MDL *Next; CSHORT Size, MdlFlags; PVOID MappedSystemVa; ULONG ByteCount; } MDL, *PMDL;
typedef struct _FILE_OBJECT { CSHORT Type, Size; struct _DEVICE_OBJECT *DeviceObject; PVOID FsContext; } FILE_OBJECT, *PFILE_OBJECT;

struct _DEVICE_OBJECT;
struct _DRIVER_OBJECT;
struct _IRP;
struct _KDPC;

typedef VOID KDEFERRED_ROUTINE(struct _KDPC *dpc, PVOID context, PVOID argument1, PVOID argument2);
typedef KDEFERRED_ROUTINE *PKDEFERRED_ROUTINE;
typedef VOID IO_DPC_ROUTINE(struct _KDPC *dpc, struct _DEVICE_OBJECT *device, struct _IRP *irp, PVOID context);
typedef IO_DPC_ROUTINE *PIO_DPC_ROUTINE;
typedef BOOLEAN KSERVICE_ROUTINE(struct _KINTERRUPT *interrupt, PVOID context);
typedef KSERVICE_ROUTINE *PKSERVICE_ROUTINE;
typedef BOOLEAN KSYNCHRONIZE_ROUTINE(PVOID context);
typedef KSYNCHRONIZE_ROUTINE *PKSYNCHRONIZE_ROUTINE;
typedef NTSTATUS DRIVER_DISPATCH(struct _DEVICE_OBJECT *device, struct _IRP *irp);
typedef DRIVER_DISPATCH *PDRIVER_DISPATCH;
typedef NTSTATUS DRIVER_INITIALIZE(struct _DRIVER_OBJECT *driver, PUNICODE_STRING path);
typedef NTSTATUS DRIVER_ADD_DEVICE(struct _DRIVER_OBJECT *driver, struct _DEVICE_OBJECT *pdo);
typedef DRIVER_ADD_DEVICE *PDRIVER_ADD_DEVICE;
typedef VOID DRIVER_UNLOAD(struct _DRIVER_OBJECT *driver);
typedef DRIVER_UNLOAD *PDRIVER_UNLOAD;
typedef VOID DRIVER_STARTIO(struct _DEVICE_OBJECT *device, struct _IRP *irp);
typedef DRIVER_STARTIO *PDRIVER_STARTIO;
typedef VOID DRIVER_CANCEL(struct _DEVICE_OBJECT *device, struct _IRP *irp);
typedef DRIVER_CANCEL *PDRIVER_CANCEL;
typedef NTSTATUS IO_COMPLETION_ROUTINE(struct _DEVICE_OBJECT *device, struct _IRP *irp, PVOID context);
typedef IO_COMPLETION_ROUTINE *PIO_COMPLETION_ROUTINE;
typedef VOID IO_WORKITEM_ROUTINE(struct _DEVICE_OBJECT *device, PVOID context);
typedef IO_WORKITEM_ROUTINE *PIO_WORKITEM_ROUTINE;
typedef VOID IO_TIMER_ROUTINE(struct _DEVICE_OBJECT *device, PVOID context);
typedef IO_TIMER_ROUTINE *PIO_TIMER_ROUTINE;
typedef VOID KSTART_ROUTINE(PVOID context);
typedef KSTART_ROUTINE *PKSTART_ROUTINE;

typedef struct _KDPC {
	UCHAR Type, Importance;
	USHORT Number;
	LIST_ENTRY DpcListEntry;
	PKDEFERRED_ROUTINE DeferredRoutine;
	PVOID DeferredContext, SystemArgument1, SystemArgument2, DpcData;
} KDPC, *PKDPC;

typedef struct _IO_STATUS_BLOCK {
	union { NTSTATUS Status; PVOID Pointer; };
	ULONG_PTR Information;
} IO_STATUS_BLOCK, *PIO_STATUS_BLOCK;

typedef struct _DEVICE_CAPABILITIES { USHORT Size, Version; ULONG Removable : 1; ULONG SurpriseRemovalOK : 1; } DEVICE_CAPABILITIES, *PDEVICE_CAPABILITIES;

typedef struct _IO_STACK_LOCATION {
	UCHAR MajorFunction, MinorFunction, Flags, Control;
	union {
		struct { ULONG Length, Key; LARGE_INTEGER ByteOffset; } Read;
		struct { ULONG Length, Key; LARGE_INTEGER ByteOffset; } Write;
		struct { ULONG OutputBufferLength, InputBufferLength, IoControlCode; PVOID Type3InputBuffer; } DeviceIoControl;
		struct { PDEVICE_CAPABILITIES Capabilities; } DeviceCapabilities;
		struct { ULONG SystemContext; POWER_STATE_TYPE Type; POWER_STATE State; ULONG ShutdownType; } Power;
		struct { ULONG_PTR ProviderId; PVOID DataPath; ULONG BufferSize; PVOID Buffer; } WMI;
		struct { PVOID Argument1, Argument2, Argument3, Argument4; } Others;
	} Parameters;
	struct _DEVICE_OBJECT *DeviceObject;
	PFILE_OBJECT FileObject;
	PIO_COMPLETION_ROUTINE CompletionRoutine;
	PVOID Context;
} IO_STACK_LOCATION, *PIO_STACK_LOCATION;

typedef struct _IRP {
	CSHORT Type;
	USHORT Size;
	PMDL MdlAddress;
	ULONG Flags;
	union { struct _IRP *MasterIrp; LONG IrpCount; PVOID SystemBuffer; } AssociatedIrp;
	IO_STATUS_BLOCK IoStatus;
	KPROCESSOR_MODE RequestorMode;
	BOOLEAN PendingReturned;
	CHAR StackCount, CurrentLocation;
	BOOLEAN Cancel;
	KIRQL CancelIrql;
	PDRIVER_CANCEL CancelRoutine;
	PVOID UserBuffer;
	union {
		struct {
			union {
				KDEVICE_QUEUE_ENTRY DeviceQueueEntry;
				struct { PVOID DriverContext[4]; };
			};
			struct {
				LIST_ENTRY ListEntry;
				union { struct _IO_STACK_LOCATION *CurrentStackLocation; ULONG PacketType; };
			};
		} Overlay;
		PVOID CompletionKey;
	} Tail;
} IRP, *PIRP;

typedef struct _DEVICE_OBJECT {
	CSHORT Type;
	USHORT Size;
	LONG ReferenceCount;
	struct _DRIVER_OBJECT *DriverObject;
	struct _DEVICE_OBJECT *NextDevice, *AttachedDevice;
	struct _IRP *CurrentIrp;
	ULONG Flags, Characteristics;
	PVOID DeviceExtension;
	DEVICE_TYPE DeviceType;
	CCHAR StackSize;
	KDPC Dpc;
} DEVICE_OBJECT, *PDEVICE_OBJECT;

typedef struct _DRIVER_EXTENSION { struct _DRIVER_OBJECT *DriverObject; PDRIVER_ADD_DEVICE AddDevice; } DRIVER_EXTENSION, *PDRIVER_EXTENSION;

typedef struct _DRIVER_OBJECT {
	CSHORT Type, Size;
	PDEVICE_OBJECT DeviceObject;
	ULONG Flags;
	PDRIVER_EXTENSION DriverExtension;
	PDRIVER_STARTIO DriverStartIo;
	PDRIVER_UNLOAD DriverUnload;
	PDRIVER_DISPATCH MajorFunction[IRP_MJ_MAXIMUM_FUNCTION + 1];
} DRIVER_OBJECT, *PDRIVER_OBJECT;

/* levels */
unsigned long long stub_read_level(void);
void stub_write_level(unsigned long long level);
FORCEINLINE KIRQL KeGetCurrentIrql(void) { return (KIRQL)stub_read_level(); }
FORCEINLINE VOID KeLowerIrql(KIRQL level) { stub_write_level(level); }
FORCEINLINE KIRQL KfRaiseIrql(KIRQL level)
{
	KIRQL old = (KIRQL)stub_read_level();

	stub_write_level(level);
	return old;
}
#define KeRaiseIrql(level, old) *(old) = KfRaiseIrql(level)
FORCEINLINE KIRQL KeRaiseIrqlToDpcLevel(void) { return KfRaiseIrql(DISPATCH_LEVEL); }

/* locks */
FORCEINLINE VOID KeInitializeSpinLock(PKSPIN_LOCK lock) { *lock = 0; }
NTKERNELAPI KIRQL KeAcquireSpinLockRaiseToDpc(PKSPIN_LOCK lock);
#define KeAcquireSpinLock(lock, old) *(old) = KeAcquireSpinLockRaiseToDpc(lock)
NTKERNELAPI VOID KeReleaseSpinLock(PKSPIN_LOCK lock, KIRQL level);
NTKERNELAPI VOID KeAcquireSpinLockAtDpcLevel(PKSPIN_LOCK lock);
NTKERNELAPI VOID KeReleaseSpinLockFromDpcLevel(PKSPIN_LOCK lock);
NTKERNELAPI BOOLEAN KeTryToAcquireSpinLockAtDpcLevel(PKSPIN_LOCK lock);
NTKERNELAPI VOID KeAcquireInStackQueuedSpinLock(PKSPIN_LOCK lock, PKLOCK_QUEUE_HANDLE handle);
NTKERNELAPI VOID KeReleaseInStackQueuedSpinLock(PKLOCK_QUEUE_HANDLE handle);
NTKERNELAPI VOID IoAcquireCancelSpinLock(PKIRQL level);
NTKERNELAPI VOID IoReleaseCancelSpinLock(KIRQL level);
NTKERNELAPI VOID KeEnterCriticalRegion(void);
NTKERNELAPI VOID KeLeaveCriticalRegion(void);
NTKERNELAPI VOID KeEnterGuardedRegion(void);
NTKERNELAPI VOID KeLeaveGuardedRegion(void);
NTKERNELAPI VOID KeInitializeGuardedMutex(PKGUARDED_MUTEX mutex);
NTKERNELAPI VOID KeAcquireGuardedMutex(PKGUARDED_MUTEX mutex);
NTKERNELAPI BOOLEAN KeTryToAcquireGuardedMutex(PKGUARDED_MUTEX mutex);
NTKERNELAPI VOID KeReleaseGuardedMutex(PKGUARDED_MUTEX mutex);
NTKERNELAPI VOID ExAcquireFastMutex(PFAST_MUTEX mutex);
NTKERNELAPI VOID ExReleaseFastMutex(PFAST_MUTEX mutex);
NTKERNELAPI BOOLEAN ExAcquireResourceExclusiveLite(PERESOURCE resource, BOOLEAN wait);
NTKERNELAPI BOOLEAN ExAcquireResourceSharedLite(PERESOURCE resource, BOOLEAN wait);
NTKERNELAPI VOID ExReleaseResourceLite(PERESOURCE resource);

/* events, timers, waits */
NTKERNELAPI VOID KeInitializeEvent(PKEVENT event, EVENT_TYPE type, BOOLEAN state);
NTKERNELAPI LONG KeSetEvent(PKEVENT event, KPRIORITY increment, BOOLEAN wait);
NTKERNELAPI VOID KeClearEvent(PKEVENT event);
NTKERNELAPI NTSTATUS KeWaitForSingleObject(PVOID object, KWAIT_REASON reason, KPROCESSOR_MODE mode, BOOLEAN alertable, PLARGE_INTEGER timeout);
NTKERNELAPI NTSTATUS KeDelayExecutionThread(KPROCESSOR_MODE mode, BOOLEAN alertable, PLARGE_INTEGER interval);
NTKERNELAPI VOID KeInitializeTimer(PKTIMER timer);
NTKERNELAPI VOID KeInitializeTimerEx(PKTIMER timer, TIMER_TYPE type);
NTKERNELAPI BOOLEAN KeSetTimer(PKTIMER timer, LARGE_INTEGER due, PKDPC dpc);
NTKERNELAPI BOOLEAN KeSetTimerEx(PKTIMER timer, LARGE_INTEGER due, LONG period, PKDPC dpc);
NTKERNELAPI BOOLEAN KeCancelTimer(PKTIMER timer);
NTKERNELAPI VOID KeInitializeDpc(PKDPC dpc, PKDEFERRED_ROUTINE routine, PVOID context);
NTKERNELAPI BOOLEAN KeInsertQueueDpc(PKDPC dpc, PVOID argument1, PVOID argument2);
NTKERNELAPI BOOLEAN KeRemoveQueueDpc(PKDPC dpc);
NTKERNELAPI VOID KeFlushQueuedDpcs(void);
NTKERNELAPI BOOLEAN KeSynchronizeExecution(PKINTERRUPT interrupt, PKSYNCHRONIZE_ROUTINE routine, PVOID context);
FORCEINLINE VOID IoInitializeDpcRequest(PDEVICE_OBJECT device, PIO_DPC_ROUTINE routine)
{
	KeInitializeDpc(&device->Dpc, (PKDEFERRED_ROUTINE)routine, device);
}
#define IoRequestDpc(device, irp, context) (KeInsertQueueDpc(&(device)->Dpc, (irp), (context)))

/* pool */
NTKERNELAPI PVOID ExAllocatePool(POOL_TYPE type, SIZE_T size);
NTKERNELAPI PVOID ExAllocatePoolWithTag(POOL_TYPE type, SIZE_T size, ULONG tag);
NTKERNELAPI VOID ExFreePool(PVOID memory);
NTKERNELAPI VOID ExFreePoolWithTag(PVOID memory, ULONG tag);

/* requests */
NTKERNELAPI VOID IofCompleteRequest(PIRP irp, CCHAR boost);
#define IoCompleteRequest IofCompleteRequest
NTKERNELAPI NTSTATUS IofCallDriver(PDEVICE_OBJECT device, PIRP irp);
#define IoCallDriver IofCallDriver
NTKERNELAPI NTSTATUS PoCallDriver(PDEVICE_OBJECT device, PIRP irp);
NTKERNELAPI VOID PoStartNextPowerIrp(PIRP irp);
NTKERNELAPI POWER_STATE PoSetPowerState(PDEVICE_OBJECT device, POWER_STATE_TYPE type, POWER_STATE state);
NTKERNELAPI PIRP IoAllocateIrp(CCHAR depth, BOOLEAN quota);
NTKERNELAPI VOID IoFreeIrp(PIRP irp);
NTKERNELAPI VOID IoReuseIrp(PIRP irp, NTSTATUS status);
NTKERNELAPI BOOLEAN IoCancelIrp(PIRP irp);
NTKERNELAPI PIRP IoBuildDeviceIoControlRequest(ULONG code, PDEVICE_OBJECT device, PVOID in, ULONG inLength, PVOID out, ULONG outLength, BOOLEAN internal, PKEVENT event, PIO_STATUS_BLOCK status);
NTKERNELAPI PIRP IoBuildAsynchronousFsdRequest(ULONG major, PDEVICE_OBJECT device, PVOID buffer, ULONG length, PLARGE_INTEGER offset, PIO_STATUS_BLOCK status);
NTKERNELAPI VOID IoStartPacket(PDEVICE_OBJECT device, PIRP irp, PULONG key, PDRIVER_CANCEL cancel);
NTKERNELAPI VOID IoStartNextPacket(PDEVICE_OBJECT device, BOOLEAN cancelable);
NTKERNELAPI VOID IoSetStartIoAttributes(PDEVICE_OBJECT device, BOOLEAN deferred, BOOLEAN nonCancelable);
FORCEINLINE PIO_STACK_LOCATION IoGetCurrentIrpStackLocation(PIRP irp) { return irp->Tail.Overlay.CurrentStackLocation; }
FORCEINLINE PIO_STACK_LOCATION IoGetNextIrpStackLocation(PIRP irp) { return irp->Tail.Overlay.CurrentStackLocation - 1; }
FORCEINLINE VOID IoMarkIrpPending(PIRP irp) { IoGetCurrentIrpStackLocation((irp))->Control |= SL_PENDING_RETURNED; }
FORCEINLINE VOID IoSkipCurrentIrpStackLocation(PIRP irp)
{
	irp->CurrentLocation++;
	irp->Tail.Overlay.CurrentStackLocation++;
}
FORCEINLINE VOID IoCopyCurrentIrpStackLocationToNext(PIRP irp)
{
	PIO_STACK_LOCATION here = IoGetCurrentIrpStackLocation(irp), next = IoGetNextIrpStackLocation(irp);

	*next = *here;
	next->Control = 0;
}
FORCEINLINE VOID IoSetCompletionRoutine(PIRP irp, PIO_COMPLETION_ROUTINE routine, PVOID context, BOOLEAN success, BOOLEAN error, BOOLEAN cancel)
{
	PIO_STACK_LOCATION next = IoGetNextIrpStackLocation(irp);

	next->CompletionRoutine = routine;
	next->Context = context;
	next->Control = (success ? 0x40 : 0) | (error ? 0x80 : 0) | (cancel ? 0x20 : 0);
}
NTKERNELAPI PVOID stub_exchange(PVOID *target, PVOID value);
#define IoSetCancelRoutine(irp, routine) \
	((PDRIVER_CANCEL)(ULONG_PTR)stub_exchange((PVOID *)&(irp)->CancelRoutine, (PVOID)(ULONG_PTR)(routine)))

/* remove locks */
NTKERNELAPI VOID IoInitializeRemoveLockEx(PIO_REMOVE_LOCK lock, ULONG tag, ULONG minutes, ULONG high, ULONG size);
NTKERNELAPI NTSTATUS IoAcquireRemoveLockEx(PIO_REMOVE_LOCK lock, PVOID tag, PCSTR file, ULONG line, ULONG size);
NTKERNELAPI VOID IoReleaseRemoveLockEx(PIO_REMOVE_LOCK lock, PVOID tag, ULONG size);
NTKERNELAPI VOID IoReleaseRemoveLockAndWaitEx(PIO_REMOVE_LOCK lock, PVOID tag, ULONG size);
#define IoInitializeRemoveLock(lock, tag, minutes, high) IoInitializeRemoveLockEx(lock, tag, minutes, high, sizeof(IO_REMOVE_LOCK))
#define IoAcquireRemoveLock(lock, tag) IoAcquireRemoveLockEx(lock, tag, "", 1, sizeof(IO_REMOVE_LOCK))
#define IoReleaseRemoveLock(lock, tag) IoReleaseRemoveLockEx(lock, tag, sizeof(IO_REMOVE_LOCK))
#define IoReleaseRemoveLockAndWait(lock, tag) IoReleaseRemoveLockAndWaitEx(lock, tag, sizeof(IO_REMOVE_LOCK))

/* devices */
NTKERNELAPI NTSTATUS IoCreateDevice(PDRIVER_OBJECT driver, ULONG extension, PUNICODE_STRING name, DEVICE_TYPE type, ULONG characteristics, BOOLEAN exclusive, PDEVICE_OBJECT *device);
NTKERNELAPI VOID IoDeleteDevice(PDEVICE_OBJECT device);
NTKERNELAPI PDEVICE_OBJECT IoAttachDeviceToDeviceStack(PDEVICE_OBJECT source, PDEVICE_OBJECT target);
NTKERNELAPI VOID IoDetachDevice(PDEVICE_OBJECT target);
NTKERNELAPI NTSTATUS IoRegisterDeviceInterface(PDEVICE_OBJECT pdo, const GUID *interface, PUNICODE_STRING reference, PUNICODE_STRING name);
NTKERNELAPI NTSTATUS IoSetDeviceInterfaceState(PUNICODE_STRING name, BOOLEAN enable);
NTKERNELAPI VOID RtlFreeUnicodeString(PUNICODE_STRING string);
NTKERNELAPI VOID RtlInitUnicodeString(PUNICODE_STRING string, PCWSTR text);
NTKERNELAPI NTSTATUS IoCreateSymbolicLink(PUNICODE_STRING link, PUNICODE_STRING device);
NTKERNELAPI NTSTATUS IoDeleteSymbolicLink(PUNICODE_STRING link);
NTKERNELAPI NTSTATUS IoInitializeTimer(PDEVICE_OBJECT device, PIO_TIMER_ROUTINE routine, PVOID context);
NTKERNELAPI VOID IoStartTimer(PDEVICE_OBJECT device);
NTKERNELAPI VOID IoStopTimer(PDEVICE_OBJECT device);
NTKERNELAPI PIO_WORKITEM IoAllocateWorkItem(PDEVICE_OBJECT device);
NTKERNELAPI VOID IoFreeWorkItem(PIO_WORKITEM item);
NTKERNELAPI VOID IoQueueWorkItem(PIO_WORKITEM item, PIO_WORKITEM_ROUTINE routine, WORK_QUEUE_TYPE type, PVOID context);
NTKERNELAPI NTSTATUS IoConnectInterrupt(PKINTERRUPT *interrupt, PKSERVICE_ROUTINE routine, PVOID context, PKSPIN_LOCK lock, ULONG vector, KIRQL irql, KIRQL synchronize, KINTERRUPT_MODE mode, BOOLEAN share, KAFFINITY processors, BOOLEAN save);
NTKERNELAPI VOID IoDisconnectInterrupt(PKINTERRUPT interrupt);
NTKERNELAPI NTSTATUS IoWMIRegistrationControl(PDEVICE_OBJECT device, ULONG action);
#define WMIREG_ACTION_REGISTER 1
#define WMIREG_ACTION_DEREGISTER 2
NTKERNELAPI UCHAR READ_PORT_UCHAR(PUCHAR port);
NTKERNELAPI VOID WRITE_PORT_UCHAR(PUCHAR port, UCHAR value);

/* memory and lists */
void *memset(void *target, int value, SIZE_T size);
void *memcpy(void *target, const void *source, SIZE_T size);
#define RtlZeroMemory(target, size) memset(target, 0, size)
#define RtlCopyMemory(target, source, size) memcpy(target, source, size)
#define UNREFERENCED_PARAMETER(p) ((void)(p))
#define PAGED_CODE()
#define CONTAINING_RECORD(address, type, field) ((type *)((PCHAR)(address) - (ULONG_PTR)(&((type *)0)->field)))
FORCEINLINE VOID InitializeListHead(PLIST_ENTRY head) { head->Flink = head->Blink = head; }
FORCEINLINE BOOLEAN IsListEmpty(const LIST_ENTRY *head) { return (BOOLEAN)(head->Flink == head); }
FORCEINLINE BOOLEAN RemoveEntryList(PLIST_ENTRY entry)
{
	PLIST_ENTRY next = entry->Flink, previous = entry->Blink;

	previous->Flink = next;
	next->Blink = previous;
	return (BOOLEAN)(next == previous);
}
FORCEINLINE PLIST_ENTRY RemoveHeadList(PLIST_ENTRY head)
{
	PLIST_ENTRY entry = head->Flink;

	head->Flink = entry->Flink;
	entry->Flink->Blink = head;
	return entry;
}
FORCEINLINE VOID InsertTailList(PLIST_ENTRY head, PLIST_ENTRY entry)
{
	PLIST_ENTRY last = head->Blink;

	entry->Flink = head;
	entry->Blink = last;
	last->Flink = entry;
	head->Blink = entry;
}
FORCEINLINE LONG stub_increment(LONG volatile *value) { return ++*value; }
FORCEINLINE LONG stub_decrement(LONG volatile *value) { return --*value; }
#define InterlockedIncrement(value) stub_increment(value)
#define InterlockedDecrement(value) stub_decrement(value)

#endif
