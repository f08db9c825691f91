/*
 * A device that is polled: a timer's DPC looks at it, and hands what takes long to a work
 * item, which may wait. With FAULT_LEVEL the DPC itself takes the mutex; with FAULT_POOL it
 * allocates paged pool; with FAULT_IRQL starting returns at a raised level.
 */
#include <wdm.h>

typedef struct _EXTENSION {
	PDEVICE_OBJECT Self;
	PDEVICE_OBJECT Lower;
	KTIMER Timer;
	KDPC Dpc;
	PIO_WORKITEM Work;
	KGUARDED_MUTEX Mutex;
	PUCHAR Port;
	ULONG Events;
	PVOID Log;
} EXTENSION, *PEXTENSION;

DRIVER_INITIALIZE DriverEntry;
static DRIVER_ADD_DEVICE AddDevice;
static DRIVER_DISPATCH Control, Pnp;
static KDEFERRED_ROUTINE Poll;
static IO_WORKITEM_ROUTINE Digest;

static NTSTATUS Complete(PIRP irp, NTSTATUS status)
{
	irp->IoStatus.Status = status;
	irp->IoStatus.Information = 0;
	IoCompleteRequest(irp, IO_NO_INCREMENT);
	return status;
}

static NTSTATUS PassDown(PEXTENSION ext, PIRP irp)
{
	IoSkipCurrentIrpStackLocation(irp);
	return IoCallDriver(ext->Lower, irp);
}

static NTSTATUS AddDevice(PDRIVER_OBJECT driver, PDEVICE_OBJECT pdo)
{
	PDEVICE_OBJECT device;
	PEXTENSION ext;
	NTSTATUS status;

	status = IoCreateDevice(driver, sizeof(EXTENSION), NULL, FILE_DEVICE_UNKNOWN, FILE_DEVICE_SECURE_OPEN, FALSE, &device);
	if (!NT_SUCCESS(status))
		return status;
	ext = device->DeviceExtension;
	ext->Self = device;
	KeInitializeGuardedMutex(&ext->Mutex);
	KeInitializeTimer(&ext->Timer);
	KeInitializeDpc(&ext->Dpc, Poll, ext);
	ext->Lower = IoAttachDeviceToDeviceStack(device, pdo);
	if (ext->Lower == NULL) {
		IoDeleteDevice(device);
		return STATUS_NO_SUCH_DEVICE;
	}
	device->Flags |= ext->Lower->Flags & (DO_BUFFERED_IO | DO_DIRECT_IO);
	device->Flags &= ~DO_DEVICE_INITIALIZING;
	return STATUS_SUCCESS;
}

/* sets the timer without the DPC coming in between */
static VOID Start(PEXTENSION ext)
{
	LARGE_INTEGER due;
	KIRQL irql;

	due.QuadPart = -1000000;
	KeRaiseIrql(DISPATCH_LEVEL, &irql);
	if (ext->Port == NULL) {
#ifndef FAULT_IRQL
		KeLowerIrql(irql);
#endif
		return;
	}
	ext->Events = 0;
	KeSetTimer(&ext->Timer, due, &ext->Dpc);
	KeLowerIrql(irql);
}

static VOID Count(PEXTENSION ext)
{
	KeAcquireGuardedMutex(&ext->Mutex);
	ext->Events++;
	KeReleaseGuardedMutex(&ext->Mutex);
}

static VOID Poll(PKDPC dpc, PVOID context, PVOID a, PVOID b)
{
	PEXTENSION ext = context;

	UNREFERENCED_PARAMETER(dpc);
	UNREFERENCED_PARAMETER(a);
	UNREFERENCED_PARAMETER(b);
	if (READ_PORT_UCHAR(ext->Port) == 0)
		return;
#ifdef FAULT_LEVEL
	Count(ext);
#endif
#ifdef FAULT_POOL
	ext->Log = ExAllocatePoolWithTag(PagedPool, 64, 1);
#else
	ext->Log = ExAllocatePoolWithTag(NonPagedPool, 64, 1);
#endif
	if (ext->Log != NULL)
		IoQueueWorkItem(ext->Work, Digest, DelayedWorkQueue, ext);
}

static VOID Digest(PDEVICE_OBJECT device, PVOID context)
{
	PEXTENSION ext = context;

	UNREFERENCED_PARAMETER(device);
	Count(ext);
	ExFreePoolWithTag(ext->Log, 1);
}

static NTSTATUS Control(PDEVICE_OBJECT device, PIRP irp)
{
	PEXTENSION ext = device->DeviceExtension;
	PIO_STACK_LOCATION stack = IoGetCurrentIrpStackLocation(irp);
	NTSTATUS status = STATUS_SUCCESS;

	switch (stack->Parameters.DeviceIoControl.IoControlCode) {
	case 1:
		Count(ext);
		break;
	case 2:
		if (!KeTryToAcquireGuardedMutex(&ext->Mutex))
			return Complete(irp, STATUS_DEVICE_BUSY);
		ext->Events = 0;
		KeReleaseGuardedMutex(&ext->Mutex);
		break;
	default:
		status = STATUS_INVALID_DEVICE_REQUEST;
	}
	return Complete(irp, status);
}

static NTSTATUS Pnp(PDEVICE_OBJECT device, PIRP irp)
{
	PEXTENSION ext = device->DeviceExtension;
	PIO_STACK_LOCATION stack = IoGetCurrentIrpStackLocation(irp);
	PDEVICE_OBJECT lower = ext->Lower;
	NTSTATUS status;

	switch (stack->MinorFunction) {
	case IRP_MN_START_DEVICE:
		Start(ext);
		break;
	case IRP_MN_STOP_DEVICE:
		KeCancelTimer(&ext->Timer);
		break;
	case IRP_MN_REMOVE_DEVICE:
		KeCancelTimer(&ext->Timer);
		irp->IoStatus.Status = STATUS_SUCCESS;
		status = PassDown(ext, irp);
		IoDetachDevice(lower);
		IoDeleteDevice(device);
		return status;
	}
	return PassDown(ext, irp);
}

NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path)
{
	UNREFERENCED_PARAMETER(path);
	driver->MajorFunction[IRP_MJ_DEVICE_CONTROL] = Control;
	driver->MajorFunction[IRP_MJ_PNP] = Pnp;
	driver->DriverExtension->AddDevice = AddDevice;
	return STATUS_SUCCESS;
}
