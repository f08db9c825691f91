/*
 * A device with one request at a time: read and write go through StartIo to the hardware,
 * an interrupt says that it is done, and its DPC completes the request and starts the next
 * one. With FAULT_RECURSION StartIo starts the next request itself; with FAULT_CANCEL the
 * cancel routine completes the request with the cancel spin lock held; with FAULT_PENDING
 * the dispatch routine forgets to mark the request pending; with FAULT_STARTED it completes
 * a request that StartIo completes, too.
 */
#include <wdm.h>

#define MAXIMUM 4096

typedef struct _STATION {
	PDEVICE_OBJECT Self;
	PDEVICE_OBJECT Lower;
	PKINTERRUPT Interrupt;
	PUCHAR Port;
	ULONG Left;
	UCHAR Error;
	BOOLEAN Open;
} STATION, *PSTATION;

DRIVER_INITIALIZE DriverEntry;
static DRIVER_ADD_DEVICE StationAddDevice;
static DRIVER_DISPATCH StationCreateClose, StationReadWrite, StationPnp;
static DRIVER_STARTIO StationStartIo;
static DRIVER_CANCEL StationCancel;
static KSERVICE_ROUTINE StationInterrupt;
static IO_DPC_ROUTINE StationDpc;

static NTSTATUS StationComplete(PIRP irp, NTSTATUS status, ULONG_PTR information)
{
	irp->IoStatus.Status = status;
	irp->IoStatus.Information = information;
	IoCompleteRequest(irp, IO_NO_INCREMENT);
	return status;
}

static NTSTATUS StationAddDevice(PDRIVER_OBJECT driver, PDEVICE_OBJECT pdo)
{
	PDEVICE_OBJECT device;
	PSTATION station;
	NTSTATUS status;

	status = IoCreateDevice(driver, sizeof(STATION), NULL, FILE_DEVICE_UNKNOWN, 0, TRUE, &device);
	if (!NT_SUCCESS(status))
		return status;
	station = device->DeviceExtension;
	station->Self = device;
	station->Lower = IoAttachDeviceToDeviceStack(device, pdo);
	if (station->Lower == NULL) {
		IoDeleteDevice(device);
		return STATUS_NO_SUCH_DEVICE;
	}
	IoInitializeDpcRequest(device, StationDpc);
	device->Flags |= DO_BUFFERED_IO;
	device->Flags &= ~DO_DEVICE_INITIALIZING;
	return STATUS_SUCCESS;
}

static NTSTATUS StationCreateClose(PDEVICE_OBJECT device, PIRP irp)
{
	PSTATION station = device->DeviceExtension;
	PIO_STACK_LOCATION stack = IoGetCurrentIrpStackLocation(irp);

	station->Open = stack->MajorFunction == IRP_MJ_CREATE;
	return StationComplete(irp, STATUS_SUCCESS, 0);
}

static NTSTATUS StationReadWrite(PDEVICE_OBJECT device, PIRP irp)
{
	PSTATION station = device->DeviceExtension;
	PIO_STACK_LOCATION stack = IoGetCurrentIrpStackLocation(irp);

	if (!station->Open)
		return StationComplete(irp, STATUS_DEVICE_NOT_READY, 0);
	if (stack->Parameters.Write.Length == 0)
		return StationComplete(irp, STATUS_SUCCESS, 0);
	if (stack->Parameters.Write.Length > MAXIMUM)
		return StationComplete(irp, STATUS_INVALID_PARAMETER, 0);
#ifndef FAULT_PENDING
	IoMarkIrpPending(irp);
#endif
#ifdef FAULT_STARTED
	IoStartPacket(device, irp, NULL, NULL);
	StationComplete(irp, STATUS_PENDING, 0);
#else
	IoStartPacket(device, irp, NULL, StationCancel);
#endif
	return STATUS_PENDING;
}

static VOID StationCancel(PDEVICE_OBJECT device, PIRP irp)
{
	if (device->CurrentIrp == irp) {
		IoReleaseCancelSpinLock(irp->CancelIrql);
		return;
	}
#ifdef FAULT_CANCEL
	StationComplete(irp, STATUS_CANCELLED, 0);
	IoReleaseCancelSpinLock(irp->CancelIrql);
#else
	IoReleaseCancelSpinLock(irp->CancelIrql);
	StationComplete(irp, STATUS_CANCELLED, 0);
#endif
}

/* gives the device its next byte */
static BOOLEAN StationFeed(PVOID context)
{
	PSTATION station = context;

	if (station->Left == 0)
		return FALSE;
	station->Left--;
	WRITE_PORT_UCHAR(station->Port, (UCHAR)station->Left);
	return TRUE;
}

static VOID StationStartIo(PDEVICE_OBJECT device, PIRP irp)
{
	PSTATION station = device->DeviceExtension;
	PIO_STACK_LOCATION stack = IoGetCurrentIrpStackLocation(irp);
	KIRQL irql;

	IoAcquireCancelSpinLock(&irql);
	IoSetCancelRoutine(irp, NULL);
	IoReleaseCancelSpinLock(irql);
#ifdef FAULT_RECURSION
	if (station->Interrupt == NULL) {
		StationComplete(irp, STATUS_DEVICE_NOT_READY, 0);
		IoStartNextPacket(device, TRUE);
		return;
	}
#endif
#ifdef FAULT_STARTED
	if (station->Interrupt == NULL)
		StationComplete(irp, STATUS_DEVICE_NOT_READY, 0);
#endif
	station->Left = stack->Parameters.Write.Length;
	KeSynchronizeExecution(station->Interrupt, StationFeed, station);
}

static BOOLEAN StationInterrupt(PKINTERRUPT interrupt, PVOID context)
{
	PSTATION station = context;
	UCHAR state = READ_PORT_UCHAR(station->Port);

	UNREFERENCED_PARAMETER(interrupt);
	if ((state & 1) == 0)
		return FALSE;
	station->Error = state & 2;
	if (station->Error || !StationFeed(station))
		IoRequestDpc(station->Self, station->Self->CurrentIrp, station);
	return TRUE;
}

static VOID StationDpc(PKDPC dpc, PDEVICE_OBJECT device, PIRP irp, PVOID context)
{
	PSTATION station = context;
	PIO_STACK_LOCATION stack = IoGetCurrentIrpStackLocation(irp);

	UNREFERENCED_PARAMETER(dpc);
	if (station->Error)
		StationComplete(irp, STATUS_DEVICE_DATA_ERROR, 0);
	else
		StationComplete(irp, STATUS_SUCCESS, stack->Parameters.Write.Length);
	IoStartNextPacket(device, TRUE);
}

static NTSTATUS StationPnp(PDEVICE_OBJECT device, PIRP irp)
{
	PSTATION station = device->DeviceExtension;
	PIO_STACK_LOCATION stack = IoGetCurrentIrpStackLocation(irp);
	PDEVICE_OBJECT lower = station->Lower;
	NTSTATUS status;

	switch (stack->MinorFunction) {
	case IRP_MN_START_DEVICE:
		status = IoConnectInterrupt(&station->Interrupt, StationInterrupt, station, NULL, 5, 5, 5, Latched, FALSE, 1, FALSE);
		if (!NT_SUCCESS(status))
			return StationComplete(irp, status, 0);
		break;
	case IRP_MN_STOP_DEVICE:
		IoDisconnectInterrupt(station->Interrupt);
		break;
	case IRP_MN_REMOVE_DEVICE:
		IoSkipCurrentIrpStackLocation(irp);
		status = IoCallDriver(lower, irp);
		IoDetachDevice(lower);
		IoDeleteDevice(device);
		return status;
	}
	IoSkipCurrentIrpStackLocation(irp);
	return IoCallDriver(lower, irp);
}

NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path)
{
	UNREFERENCED_PARAMETER(path);
	driver->MajorFunction[IRP_MJ_CREATE] = StationCreateClose;
	driver->MajorFunction[IRP_MJ_CLOSE] = StationCreateClose;
	driver->MajorFunction[IRP_MJ_READ] = StationReadWrite;
	driver->MajorFunction[IRP_MJ_WRITE] = StationReadWrite;
	driver->MajorFunction[IRP_MJ_PNP] = StationPnp;
	driver->DriverStartIo = StationStartIo;
	driver->DriverExtension->AddDevice = StationAddDevice;
	return STATUS_SUCCESS;
}
