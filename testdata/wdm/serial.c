/*
 * A line with a buffer that an interrupt fills and a read empties: a DPC completes the read
 * that waits. With FAULT_TWICE the DPC completes it and leaves it waiting for the next read to
 * complete again; with FAULT_MARK a read that waits isn't marked; with FAULT_DPC a dispatch
 * routine takes the lock as if it were a DPC.
 */
#include <wdm.h>

typedef struct _EXTENSION {
	PDEVICE_OBJECT Self;
	PDEVICE_OBJECT Lower;
	KSPIN_LOCK Lock;
	KDPC Dpc;
	PIRP Waiting;
	ULONG Available;
	PUCHAR Port;
} EXTENSION, *PEXTENSION;

DRIVER_INITIALIZE DriverEntry;
static DRIVER_ADD_DEVICE AddDevice;
static DRIVER_DISPATCH Read, Purge, Pnp;
static KDEFERRED_ROUTINE Received;

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
	KeInitializeDpc(&ext->Dpc, Received, ext);
	ext->Waiting = NULL;
	ext->Available = 0;
	ext->Lower = IoAttachDeviceToDeviceStack(device, pdo);
	if (ext->Lower == NULL) {
		IoDeleteDevice(device);
		return STATUS_NO_SUCH_DEVICE;
	}
	device->Flags |= ext->Lower->Flags & (DO_BUFFERED_IO | DO_DIRECT_IO);
	device->Flags &= ~DO_DEVICE_INITIALIZING;
	return STATUS_SUCCESS;
}

static VOID Received(PKDPC dpc, PVOID context, PVOID a, PVOID b)
{
	PEXTENSION ext = context;
	PIRP irp;

	UNREFERENCED_PARAMETER(dpc);
	UNREFERENCED_PARAMETER(a);
	UNREFERENCED_PARAMETER(b);
	KeAcquireSpinLockAtDpcLevel(&ext->Lock);
	ext->Available += READ_PORT_UCHAR(ext->Port);
	irp = ext->Waiting;
	ext->Waiting = NULL;
	KeReleaseSpinLockFromDpcLevel(&ext->Lock);
	if (irp != NULL)
		Complete(irp, STATUS_SUCCESS);
#ifdef FAULT_TWICE
	if (irp != NULL && ext->Available == 0)
		Complete(irp, STATUS_IO_TIMEOUT);
#endif
}

static NTSTATUS Read(PDEVICE_OBJECT device, PIRP irp)
{
	PEXTENSION ext = device->DeviceExtension;
	KIRQL irql;

	KeAcquireSpinLock(&ext->Lock, &irql);
	if (ext->Available > 0) {
		ext->Available = 0;
		KeReleaseSpinLock(&ext->Lock, irql);
		return Complete(irp, STATUS_SUCCESS);
	}
	if (ext->Waiting != NULL) {
		KeReleaseSpinLock(&ext->Lock, irql);
		return Complete(irp, STATUS_DEVICE_BUSY);
	}
#ifndef FAULT_MARK
	IoMarkIrpPending(irp);
#endif
	ext->Waiting = irp;
	KeReleaseSpinLock(&ext->Lock, irql);
	return STATUS_PENDING;
}

static NTSTATUS Purge(PDEVICE_OBJECT device, PIRP irp)
{
	PEXTENSION ext = device->DeviceExtension;
	KIRQL irql;

#ifdef FAULT_DPC
	UNREFERENCED_PARAMETER(irql);
	KeAcquireSpinLockAtDpcLevel(&ext->Lock);
	ext->Available = 0;
	KeReleaseSpinLockFromDpcLevel(&ext->Lock);
#else
	KeAcquireSpinLock(&ext->Lock, &irql);
	ext->Available = 0;
	KeReleaseSpinLock(&ext->Lock, irql);
#endif
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
	driver->MajorFunction[IRP_MJ_CLEANUP] = Purge;
	driver->MajorFunction[IRP_MJ_PNP] = Pnp;
	driver->DriverExtension->AddDevice = AddDevice;
	return STATUS_SUCCESS;
}
