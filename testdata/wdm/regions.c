/*
 * A table that threads share: changes are made in a critical region with a resource held, and
 * looked up in a guarded region. With FAULT_REGION an error leaves the region entered; with
 * FAULT_LEVEL the region is entered with the spin lock held.
 */
#include <wdm.h>

typedef struct _EXTENSION {
	PDEVICE_OBJECT Self;
	PDEVICE_OBJECT Lower;
	ERESOURCE Resource;
	KSPIN_LOCK Lock;
	ULONG Entries;
	ULONG Lookups;
} EXTENSION, *PEXTENSION;

DRIVER_INITIALIZE DriverEntry;
static DRIVER_ADD_DEVICE AddDevice;
static DRIVER_DISPATCH Control, Pnp;

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
	ext->Lower = IoAttachDeviceToDeviceStack(device, pdo);
	if (ext->Lower == NULL) {
		IoDeleteDevice(device);
		return STATUS_NO_SUCH_DEVICE;
	}
	device->Flags |= ext->Lower->Flags & (DO_BUFFERED_IO | DO_DIRECT_IO);
	device->Flags &= ~DO_DEVICE_INITIALIZING;
	return STATUS_SUCCESS;
}

static NTSTATUS Change(PEXTENSION ext, BOOLEAN wait)
{
	KeEnterCriticalRegion();
	if (!ExAcquireResourceExclusiveLite(&ext->Resource, wait)) {
#ifndef FAULT_REGION
		KeLeaveCriticalRegion();
#endif
		return STATUS_DEVICE_BUSY;
	}
	ext->Entries++;
	ExReleaseResourceLite(&ext->Resource);
	KeLeaveCriticalRegion();
	return STATUS_SUCCESS;
}

static NTSTATUS LookUp(PEXTENSION ext)
{
	NTSTATUS status = STATUS_SUCCESS;
	KIRQL irql;

	KeAcquireSpinLock(&ext->Lock, &irql);
#ifdef FAULT_LEVEL
	KeEnterGuardedRegion();
	ext->Lookups++;
	KeLeaveGuardedRegion();
	KeReleaseSpinLock(&ext->Lock, irql);
#else
	ext->Lookups++;
	KeReleaseSpinLock(&ext->Lock, irql);
#endif
	KeEnterGuardedRegion();
	if (ext->Entries == 0)
		status = STATUS_NO_MORE_ENTRIES;
	KeLeaveGuardedRegion();
	return status;
}

static NTSTATUS Control(PDEVICE_OBJECT device, PIRP irp)
{
	PEXTENSION ext = device->DeviceExtension;
	PIO_STACK_LOCATION stack = IoGetCurrentIrpStackLocation(irp);

	switch (stack->Parameters.DeviceIoControl.IoControlCode) {
	case 1:
		return Complete(irp, Change(ext, TRUE));
	case 2:
		return Complete(irp, Change(ext, FALSE));
	case 3:
		return Complete(irp, LookUp(ext));
	}
	return PassDown(ext, irp);
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
	driver->MajorFunction[IRP_MJ_DEVICE_CONTROL] = Control;
	driver->MajorFunction[IRP_MJ_PNP] = Pnp;
	driver->DriverExtension->AddDevice = AddDevice;
	return STATUS_SUCCESS;
}
