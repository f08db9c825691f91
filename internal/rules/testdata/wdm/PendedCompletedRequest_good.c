// entry: run
#include <wdm.h>
#include "environment.h"

typedef struct _EXTENSION {
	PDEVICE_OBJECT Lower;
	PIRP Waiting;
	BOOLEAN Ready;
} EXTENSION, *PEXTENSION;

static NTSTATUS Complete(PIRP irp, NTSTATUS status)
{
	irp->IoStatus.Status = status;
	irp->IoStatus.Information = 0;
	IoCompleteRequest(irp, IO_NO_INCREMENT);
	return status; // mutant: return STATUS_PENDING;
}

static NTSTATUS Read(PEXTENSION e, PIRP irp)
{
	if (e->Ready)
		return Complete(irp, STATUS_SUCCESS);
	IoMarkIrpPending(irp); // mutant: IoCompleteRequest(irp, IO_NO_INCREMENT);
	if (e->Waiting != NULL) {
		/* too late to return anything else */
		Complete(irp, STATUS_DEVICE_BUSY);
		return STATUS_PENDING;
	}
	e->Waiting = irp;
	return STATUS_PENDING;
}

static NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
	PEXTENSION e = device->DeviceExtension;
	PIO_STACK_LOCATION stack = IoGetCurrentIrpStackLocation(irp);
	NTSTATUS status = STATUS_INVALID_DEVICE_REQUEST; // mutant: NTSTATUS status = STATUS_PENDING;

	switch (stack->MajorFunction) {
	case IRP_MJ_READ:
		return Read(e, irp);
	case IRP_MJ_PNP:
		IoSkipCurrentIrpStackLocation(irp);
		return IoCallDriver(e->Lower, irp);
	}
	irp->IoStatus.Status = status;
	IoCompleteRequest(irp, IO_NO_INCREMENT);
	return status;
}

VOID run(PDEVICE_OBJECT device, PIRP first, PIRP second)
{
	if (first == second)
		return;
	DISPATCH(Dispatch, device, first);
	DISPATCH(Dispatch, device, second);
}
