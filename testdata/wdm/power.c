/*
 * A driver that follows its device's power: a request for less power is passed down, one for
 * more is looked at when the drivers below are done with it. With FAULT_RETURN the status of
 * the driver below gets lost; with FAULT_TWICE a request that can't be served is completed and
 * passed down.
 */
#include <wdm.h>

typedef struct _EXTENSION {
	PDEVICE_OBJECT Self;
	PDEVICE_OBJECT Lower;
	IO_REMOVE_LOCK RemoveLock;
	DEVICE_POWER_STATE State;
	BOOLEAN Refuse;
} EXTENSION, *PEXTENSION;

DRIVER_INITIALIZE DriverEntry;
static DRIVER_ADD_DEVICE AddDevice;
static DRIVER_DISPATCH Power, Pnp;
static IO_COMPLETION_ROUTINE PoweredUp;

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
	IoInitializeRemoveLock(&ext->RemoveLock, 1, 0, 0);
	ext->State = PowerDeviceD3;
	ext->Lower = IoAttachDeviceToDeviceStack(device, pdo);
	if (ext->Lower == NULL) {
		IoDeleteDevice(device);
		return STATUS_NO_SUCH_DEVICE;
	}
	device->Flags |= ext->Lower->Flags & (DO_BUFFERED_IO | DO_DIRECT_IO);
	device->Flags &= ~DO_DEVICE_INITIALIZING;
	return STATUS_SUCCESS;
}

static NTSTATUS PoweredUp(PDEVICE_OBJECT device, PIRP irp, PVOID context)
{
	PEXTENSION ext = context;

	UNREFERENCED_PARAMETER(device);
	if (irp->PendingReturned)
		IoMarkIrpPending(irp);
	if (NT_SUCCESS(irp->IoStatus.Status))
		ext->State = PowerDeviceD0;
	PoStartNextPowerIrp(irp);
	IoReleaseRemoveLock(&ext->RemoveLock, irp);
	return STATUS_SUCCESS;
}

static NTSTATUS PowerDown(PEXTENSION ext, PIRP irp)
{
	NTSTATUS status;

	PoStartNextPowerIrp(irp);
	IoSkipCurrentIrpStackLocation(irp);
	status = PoCallDriver(ext->Lower, irp);
	IoReleaseRemoveLock(&ext->RemoveLock, irp);
#ifdef FAULT_RETURN
	return STATUS_SUCCESS;
#else
	return status;
#endif
}

static NTSTATUS Power(PDEVICE_OBJECT device, PIRP irp)
{
	PEXTENSION ext = device->DeviceExtension;
	PIO_STACK_LOCATION stack = IoGetCurrentIrpStackLocation(irp);
	NTSTATUS status;

	status = IoAcquireRemoveLock(&ext->RemoveLock, irp);
	if (!NT_SUCCESS(status)) {
		PoStartNextPowerIrp(irp);
		return Complete(irp, status);
	}
	if (stack->MinorFunction == IRP_MN_QUERY_POWER && ext->Refuse) {
		PoStartNextPowerIrp(irp);
#ifdef FAULT_TWICE
		Complete(irp, STATUS_DEVICE_BUSY);
		return PowerDown(ext, irp);
#else
		Complete(irp, STATUS_DEVICE_BUSY);
		IoReleaseRemoveLock(&ext->RemoveLock, irp);
		return STATUS_DEVICE_BUSY;
#endif
	}
	if (stack->MinorFunction != IRP_MN_SET_POWER || stack->Parameters.Power.Type != DevicePowerState)
		return PowerDown(ext, irp);
	if (stack->Parameters.Power.State.DeviceState != PowerDeviceD0) {
		ext->State = stack->Parameters.Power.State.DeviceState;
		return PowerDown(ext, irp);
	}
	IoMarkIrpPending(irp);
	IoCopyCurrentIrpStackLocationToNext(irp);
	IoSetCompletionRoutine(irp, PoweredUp, ext, TRUE, TRUE, TRUE);
	PoCallDriver(ext->Lower, irp);
	return STATUS_PENDING;
}

static NTSTATUS Pnp(PDEVICE_OBJECT device, PIRP irp)
{
	PEXTENSION ext = device->DeviceExtension;
	PIO_STACK_LOCATION stack = IoGetCurrentIrpStackLocation(irp);
	PDEVICE_OBJECT lower = ext->Lower;
	NTSTATUS status;

	switch (stack->MinorFunction) {
	case IRP_MN_REMOVE_DEVICE:
		ext->Refuse = TRUE;
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
	driver->MajorFunction[IRP_MJ_POWER] = Power;
	driver->MajorFunction[IRP_MJ_PNP] = Pnp;
	driver->DriverExtension->AddDevice = AddDevice;
	return STATUS_SUCCESS;
}
