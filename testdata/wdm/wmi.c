/*
 * A provider of data for WMI: requests for its own device are answered, others are passed
 * down. With FAULT_FORWARD an answered request is passed down too; with FAULT_STATUS an answer
 * is announced for later.
 */
#include <wdm.h>

typedef struct _EXTENSION {
	PDEVICE_OBJECT Self;
	PDEVICE_OBJECT Lower;
	ULONG Interval;
	BOOLEAN Registered;
} EXTENSION, *PEXTENSION;

DRIVER_INITIALIZE DriverEntry;
static DRIVER_ADD_DEVICE AddDevice;
static DRIVER_DISPATCH SystemControl, Pnp;

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
	ext->Lower = IoAttachDeviceToDeviceStack(device, pdo);
	if (ext->Lower == NULL) {
		IoDeleteDevice(device);
		return STATUS_NO_SUCH_DEVICE;
	}
	device->Flags |= ext->Lower->Flags & (DO_BUFFERED_IO | DO_DIRECT_IO);
	device->Flags &= ~DO_DEVICE_INITIALIZING;
	return STATUS_SUCCESS;
}

static NTSTATUS Query(PEXTENSION ext, PIRP irp, PULONG buffer, ULONG size)
{
	if (size < sizeof(ULONG))
		return Complete(irp, STATUS_BUFFER_TOO_SMALL);
	*buffer = ext->Interval;
#ifdef FAULT_STATUS
	Complete(irp, STATUS_SUCCESS);
	return STATUS_PENDING;
#else
	return Complete(irp, STATUS_SUCCESS);
#endif
}

static NTSTATUS Change(PEXTENSION ext, PIRP irp, PULONG buffer, ULONG size)
{
	if (size != sizeof(ULONG) || *buffer == 0)
		return Complete(irp, STATUS_INVALID_PARAMETER);
	ext->Interval = *buffer;
	return Complete(irp, STATUS_SUCCESS);
}

static NTSTATUS SystemControl(PDEVICE_OBJECT device, PIRP irp)
{
	PEXTENSION ext = device->DeviceExtension;
	PIO_STACK_LOCATION stack = IoGetCurrentIrpStackLocation(irp);
	PULONG buffer = stack->Parameters.WMI.Buffer;
	ULONG size = stack->Parameters.WMI.BufferSize;

	if (stack->Parameters.WMI.ProviderId != (ULONG_PTR)device)
		return PassDown(ext, irp);
	switch (stack->MinorFunction) {
	case IRP_MN_QUERY_ALL_DATA:
		return Query(ext, irp, buffer, size);
	case IRP_MN_CHANGE_SINGLE_INSTANCE:
#ifdef FAULT_FORWARD
		Change(ext, irp, buffer, size);
		break;
#else
		return Change(ext, irp, buffer, size);
#endif
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
	driver->MajorFunction[IRP_MJ_SYSTEM_CONTROL] = SystemControl;
	driver->MajorFunction[IRP_MJ_PNP] = Pnp;
	driver->DriverExtension->AddDevice = AddDevice;
	return STATUS_SUCCESS;
}
