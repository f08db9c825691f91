/*
 * A queue of reads that can be cancelled: the list has a spin lock, and whoever takes a
 * request out of the list makes sure that its cancel routine doesn't run. A write serves the
 * oldest read. With FAULT_LOCK a write to an empty queue keeps the spin lock; with
 * FAULT_STATUS a read that is queued is reported as done; with FAULT_UNDER a read is completed
 * under the lock.
 */
#include <wdm.h>

typedef struct _EXTENSION {
	PDEVICE_OBJECT Self;
	PDEVICE_OBJECT Lower;
	KSPIN_LOCK Lock;
	LIST_ENTRY Reads;
	LONG Waiting;
	BOOLEAN Closing;
} EXTENSION, *PEXTENSION;

DRIVER_INITIALIZE DriverEntry;
static DRIVER_ADD_DEVICE AddDevice;
static DRIVER_DISPATCH Read, Write, Cleanup, Pnp;
static DRIVER_CANCEL CancelRead;

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
	KeInitializeSpinLock(&ext->Lock);
	InitializeListHead(&ext->Reads);
	ext->Lower = IoAttachDeviceToDeviceStack(device, pdo);
	if (ext->Lower == NULL) {
		IoDeleteDevice(device);
		return STATUS_NO_SUCH_DEVICE;
	}
	device->Flags |= ext->Lower->Flags & (DO_BUFFERED_IO | DO_DIRECT_IO);
	device->Flags &= ~DO_DEVICE_INITIALIZING;
	return STATUS_SUCCESS;
}

/* takes the oldest read out of the queue; null if there is none that isn't being cancelled */
static PIRP Next(PEXTENSION ext)
{
	PLIST_ENTRY entry;
	PIRP irp;

	if (IsListEmpty(&ext->Reads))
		return NULL;
	entry = RemoveHeadList(&ext->Reads);
	ext->Waiting--;
	irp = CONTAINING_RECORD(entry, IRP, Tail.Overlay.ListEntry);
	if (IoSetCancelRoutine(irp, NULL) == NULL) {
		InitializeListHead(entry);
		return NULL;
	}
	return irp;
}

static VOID CancelRead(PDEVICE_OBJECT device, PIRP irp)
{
	PEXTENSION ext = device->DeviceExtension;
	KIRQL irql;

	IoReleaseCancelSpinLock(irp->CancelIrql);
	KeAcquireSpinLock(&ext->Lock, &irql);
	RemoveEntryList(&irp->Tail.Overlay.ListEntry);
	KeReleaseSpinLock(&ext->Lock, irql);
	Complete(irp, STATUS_CANCELLED);
}

static NTSTATUS Read(PDEVICE_OBJECT device, PIRP irp)
{
	PEXTENSION ext = device->DeviceExtension;
	KIRQL irql;

	KeAcquireSpinLock(&ext->Lock, &irql);
	if (ext->Closing) {
#ifdef FAULT_UNDER
		Complete(irp, STATUS_DEVICE_NOT_READY);
		KeReleaseSpinLock(&ext->Lock, irql);
		return STATUS_DEVICE_NOT_READY;
#else
		KeReleaseSpinLock(&ext->Lock, irql);
		return Complete(irp, STATUS_DEVICE_NOT_READY);
#endif
	}
	IoMarkIrpPending(irp);
	IoSetCancelRoutine(irp, CancelRead);
	InsertTailList(&ext->Reads, &irp->Tail.Overlay.ListEntry);
	ext->Waiting++;
	KeReleaseSpinLock(&ext->Lock, irql);
#ifdef FAULT_STATUS
	return STATUS_SUCCESS;
#else
	return STATUS_PENDING;
#endif
}

static NTSTATUS Write(PDEVICE_OBJECT device, PIRP irp)
{
	PEXTENSION ext = device->DeviceExtension;
	PIRP read;
	KIRQL irql;

	KeAcquireSpinLock(&ext->Lock, &irql);
	read = Next(ext);
	if (read == NULL) {
#ifndef FAULT_LOCK
		KeReleaseSpinLock(&ext->Lock, irql);
#endif
		return Complete(irp, STATUS_NO_MORE_ENTRIES);
	}
	KeReleaseSpinLock(&ext->Lock, irql);
	Complete(read, STATUS_SUCCESS);
	return Complete(irp, STATUS_SUCCESS);
}

static NTSTATUS Cleanup(PDEVICE_OBJECT device, PIRP irp)
{
	PEXTENSION ext = device->DeviceExtension;
	KIRQL irql;

	KeAcquireSpinLock(&ext->Lock, &irql);
	ext->Closing = TRUE;
	KeReleaseSpinLock(&ext->Lock, irql);
	return Complete(irp, STATUS_SUCCESS);
}

static NTSTATUS Pnp(PDEVICE_OBJECT device, PIRP irp)
{
	PEXTENSION ext = device->DeviceExtension;
	PIO_STACK_LOCATION stack = IoGetCurrentIrpStackLocation(irp);
	PDEVICE_OBJECT lower = ext->Lower;
	NTSTATUS status;

	switch (stack->MinorFunction) {
	case IRP_MN_REMOVE_DEVICE:
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
	driver->MajorFunction[IRP_MJ_READ] = Read;
	driver->MajorFunction[IRP_MJ_WRITE] = Write;
	driver->MajorFunction[IRP_MJ_CLEANUP] = Cleanup;
	driver->MajorFunction[IRP_MJ_PNP] = Pnp;
	driver->DriverExtension->AddDevice = AddDevice;
	return STATUS_SUCCESS;
}
