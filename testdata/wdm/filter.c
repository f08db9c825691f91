/*
 * An upper filter: it passes all requests down, and counts those that are on their way. A
 * remove lock keeps the device while requests are in the driver. With FAULT_LOCK the
 * request for surprise removal forgets to release it; with FAULT_STATUS the status of the
 * driver below is lost when the device starts.
 */
#include <wdm.h>

#define TAG 0x746c4946

typedef struct _FILTER {
	PDEVICE_OBJECT Self;
	PDEVICE_OBJECT Pdo;
	PDEVICE_OBJECT Lower;
	IO_REMOVE_LOCK RemoveLock;
	BOOLEAN Started;
	BOOLEAN Surprised;
	LONG Passed;
} FILTER, *PFILTER;

DRIVER_INITIALIZE DriverEntry;
static DRIVER_ADD_DEVICE FilterAddDevice;
static DRIVER_UNLOAD FilterUnload;
static DRIVER_DISPATCH FilterPass, FilterPnp, FilterPower;
static IO_COMPLETION_ROUTINE FilterStarted;

static NTSTATUS FilterComplete(PIRP irp, NTSTATUS status)
{
	irp->IoStatus.Status = status;
	irp->IoStatus.Information = 0;
	IoCompleteRequest(irp, IO_NO_INCREMENT);
	return status;
}

static NTSTATUS FilterAddDevice(PDRIVER_OBJECT driver, PDEVICE_OBJECT pdo)
{
	PDEVICE_OBJECT device;
	PFILTER filter;
	NTSTATUS status;

	status = IoCreateDevice(driver, sizeof(FILTER), NULL, FILE_DEVICE_UNKNOWN, FILE_DEVICE_SECURE_OPEN, FALSE, &device);
	if (!NT_SUCCESS(status))
		return status;
	filter = device->DeviceExtension;
	filter->Self = device;
	filter->Pdo = pdo;
	IoInitializeRemoveLock(&filter->RemoveLock, TAG, 0, 0);
	filter->Lower = IoAttachDeviceToDeviceStack(device, pdo);
	if (filter->Lower == NULL) {
		IoDeleteDevice(device);
		return STATUS_NO_SUCH_DEVICE;
	}
	device->Flags |= filter->Lower->Flags & (DO_BUFFERED_IO | DO_DIRECT_IO | DO_POWER_PAGABLE);
	device->Flags &= ~DO_DEVICE_INITIALIZING;
	return STATUS_SUCCESS;
}

/* passes a request down that nobody looks at any more */
static NTSTATUS FilterForward(PFILTER filter, PIRP irp)
{
	NTSTATUS status;

	InterlockedIncrement(&filter->Passed);
	IoSkipCurrentIrpStackLocation(irp);
	status = IoCallDriver(filter->Lower, irp);
	IoReleaseRemoveLock(&filter->RemoveLock, irp);
	return status;
}

static NTSTATUS FilterPass(PDEVICE_OBJECT device, PIRP irp)
{
	PFILTER filter = device->DeviceExtension;
	NTSTATUS status;

	status = IoAcquireRemoveLock(&filter->RemoveLock, irp);
	if (!NT_SUCCESS(status))
		return FilterComplete(irp, status);
	return FilterForward(filter, irp);
}

static NTSTATUS FilterPower(PDEVICE_OBJECT device, PIRP irp)
{
	PFILTER filter = device->DeviceExtension;
	NTSTATUS status;

	status = IoAcquireRemoveLock(&filter->RemoveLock, irp);
	if (!NT_SUCCESS(status)) {
		PoStartNextPowerIrp(irp);
		return FilterComplete(irp, status);
	}
	PoStartNextPowerIrp(irp);
	IoSkipCurrentIrpStackLocation(irp);
	status = PoCallDriver(filter->Lower, irp);
	IoReleaseRemoveLock(&filter->RemoveLock, irp);
	return status;
}

static NTSTATUS FilterStarted(PDEVICE_OBJECT device, PIRP irp, PVOID context)
{
	UNREFERENCED_PARAMETER(device);
	if (irp->PendingReturned)
		KeSetEvent((PKEVENT)context, IO_NO_INCREMENT, FALSE);
	return STATUS_MORE_PROCESSING_REQUIRED;
}

/* lets the drivers below start the device, and waits for them */
static NTSTATUS FilterStart(PFILTER filter, PIRP irp)
{
	KEVENT event;
	NTSTATUS status;

	KeInitializeEvent(&event, NotificationEvent, FALSE);
	IoCopyCurrentIrpStackLocationToNext(irp);
	IoSetCompletionRoutine(irp, FilterStarted, &event, TRUE, TRUE, TRUE);
	status = IoCallDriver(filter->Lower, irp);
	if (status == STATUS_PENDING) {
		KeWaitForSingleObject(&event, Executive, KernelMode, FALSE, NULL);
		status = irp->IoStatus.Status;
	}
	if (NT_SUCCESS(status))
		filter->Started = TRUE;
#ifdef FAULT_STATUS
	IoReleaseRemoveLock(&filter->RemoveLock, irp);
	FilterComplete(irp, status);
	return STATUS_PENDING;
#else
	FilterComplete(irp, status);
	IoReleaseRemoveLock(&filter->RemoveLock, irp);
	return status;
#endif
}

static NTSTATUS FilterRemove(PFILTER filter, PIRP irp)
{
	PDEVICE_OBJECT device = filter->Self, lower = filter->Lower;
	NTSTATUS status;

	irp->IoStatus.Status = STATUS_SUCCESS;
	IoSkipCurrentIrpStackLocation(irp);
	status = IoCallDriver(lower, irp);
	IoReleaseRemoveLockAndWait(&filter->RemoveLock, irp);
	IoDetachDevice(lower);
	IoDeleteDevice(device);
	return status;
}

static NTSTATUS FilterPnp(PDEVICE_OBJECT device, PIRP irp)
{
	PFILTER filter = device->DeviceExtension;
	PIO_STACK_LOCATION stack = IoGetCurrentIrpStackLocation(irp);
	NTSTATUS status;

	status = IoAcquireRemoveLock(&filter->RemoveLock, irp);
	if (!NT_SUCCESS(status))
		return FilterComplete(irp, status);
	switch (stack->MinorFunction) {
	case IRP_MN_START_DEVICE:
		return FilterStart(filter, irp);
	case IRP_MN_REMOVE_DEVICE:
		return FilterRemove(filter, irp);
	case IRP_MN_SURPRISE_REMOVAL:
		filter->Surprised = TRUE;
		irp->IoStatus.Status = STATUS_SUCCESS;
#ifdef FAULT_LOCK
		IoSkipCurrentIrpStackLocation(irp);
		return IoCallDriver(filter->Lower, irp);
#endif
		break;
	case IRP_MN_STOP_DEVICE:
		filter->Started = FALSE;
		irp->IoStatus.Status = STATUS_SUCCESS;
		break;
	}
	return FilterForward(filter, irp);
}

static VOID FilterUnload(PDRIVER_OBJECT driver)
{
	UNREFERENCED_PARAMETER(driver);
}

NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path)
{
	UNREFERENCED_PARAMETER(path);
	driver->MajorFunction[IRP_MJ_CREATE] = FilterPass;
	driver->MajorFunction[IRP_MJ_CLOSE] = FilterPass;
	driver->MajorFunction[IRP_MJ_READ] = FilterPass;
	driver->MajorFunction[IRP_MJ_WRITE] = FilterPass;
	driver->MajorFunction[IRP_MJ_DEVICE_CONTROL] = FilterPass;
	driver->MajorFunction[IRP_MJ_SYSTEM_CONTROL] = FilterPass;
	driver->MajorFunction[IRP_MJ_PNP] = FilterPnp;
	driver->MajorFunction[IRP_MJ_POWER] = FilterPower;
	driver->DriverExtension->AddDevice = FilterAddDevice;
	driver->DriverUnload = FilterUnload;
	return STATUS_SUCCESS;
}
