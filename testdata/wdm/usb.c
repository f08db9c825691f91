/*
 * A client of a bus driver: it sends requests of its own down, and waits for them. With
 * FAULT_LEAK a request is lost where a parameter is wrong; with FAULT_FREE one that the I/O
 * manager owns is freed; with FAULT_PENDING the driver below's STATUS_PENDING is returned for
 * a request that is completed.
 */
#include <wdm.h>

typedef struct _EXTENSION {
	PDEVICE_OBJECT Self;
	PDEVICE_OBJECT Lower;
	ULONG Transfers;
	BOOLEAN Removed;
} EXTENSION, *PEXTENSION;

DRIVER_INITIALIZE DriverEntry;
static DRIVER_ADD_DEVICE AddDevice;
static DRIVER_DISPATCH Control, Pnp;
static IO_COMPLETION_ROUTINE Returned;

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

static NTSTATUS Returned(PDEVICE_OBJECT device, PIRP irp, PVOID context)
{
	UNREFERENCED_PARAMETER(device);
	UNREFERENCED_PARAMETER(irp);
	KeSetEvent((PKEVENT)context, IO_NO_INCREMENT, FALSE);
	return STATUS_MORE_PROCESSING_REQUIRED;
}

/* sends a request of our own down and waits for it */
static NTSTATUS Transfer(PEXTENSION ext, ULONG length)
{
	KEVENT event;
	NTSTATUS status;
	PIRP own;

	own = IoAllocateIrp(ext->Lower->StackSize, FALSE);
	if (own == NULL)
		return STATUS_INSUFFICIENT_RESOURCES;
	if (length == 0) {
#ifndef FAULT_LEAK
		IoFreeIrp(own);
#endif
		return STATUS_INVALID_PARAMETER;
	}
	KeInitializeEvent(&event, NotificationEvent, FALSE);
	IoGetNextIrpStackLocation(own)->MajorFunction = IRP_MJ_INTERNAL_DEVICE_CONTROL;
	IoSetCompletionRoutine(own, Returned, &event, TRUE, TRUE, TRUE);
	status = IoCallDriver(ext->Lower, own);
	if (status == STATUS_PENDING) {
		KeWaitForSingleObject(&event, Executive, KernelMode, FALSE, NULL);
		status = own->IoStatus.Status;
	}
	ext->Transfers++;
	IoFreeIrp(own);
	return status;
}

/* asks the driver below with a request that the I/O manager frees */
static NTSTATUS Ask(PEXTENSION ext, ULONG code)
{
	IO_STATUS_BLOCK result;
	KEVENT event;
	NTSTATUS status;
	PIRP irp;

	KeInitializeEvent(&event, NotificationEvent, FALSE);
	irp = IoBuildDeviceIoControlRequest(code, ext->Lower, NULL, 0, NULL, 0, TRUE, &event, &result);
	if (irp == NULL)
		return STATUS_INSUFFICIENT_RESOURCES;
	status = IoCallDriver(ext->Lower, irp);
#ifdef FAULT_PENDING
	if (status == STATUS_PENDING)
		KeWaitForSingleObject(&event, Executive, KernelMode, FALSE, NULL);
#else
	if (status == STATUS_PENDING) {
		KeWaitForSingleObject(&event, Executive, KernelMode, FALSE, NULL);
		status = STATUS_SUCCESS;
	}
#endif
#ifdef FAULT_FREE
	IoFreeIrp(irp);
#endif
	return status;
}

static NTSTATUS Control(PDEVICE_OBJECT device, PIRP irp)
{
	PEXTENSION ext = device->DeviceExtension;
	PIO_STACK_LOCATION stack = IoGetCurrentIrpStackLocation(irp);

	if (ext->Removed)
		return Complete(irp, STATUS_DELETE_PENDING);
	switch (stack->Parameters.DeviceIoControl.IoControlCode) {
	case 1:
		return Complete(irp, Transfer(ext, stack->Parameters.DeviceIoControl.InputBufferLength));
	case 2:
		return Complete(irp, Ask(ext, 7));
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
		ext->Removed = TRUE;
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
