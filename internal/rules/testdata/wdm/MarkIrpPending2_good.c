// entry: run
#include <wdm.h>
#include "environment.h"

typedef struct _EXTENSION {
	PDEVICE_OBJECT Lower;
	PIRP Waiting;
	BOOLEAN Started;
} EXTENSION, *PEXTENSION;

static NTSTATUS Keep(PEXTENSION e, PIRP irp)
{
	IoMarkIrpPending(irp); // mutant: drop
	e->Waiting = irp;
	return STATUS_PENDING;
}

static NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
	PEXTENSION e = device->DeviceExtension;
	PIO_STACK_LOCATION stack = IoGetCurrentIrpStackLocation(irp);
	NTSTATUS status = STATUS_SUCCESS; // mutant: NTSTATUS status = STATUS_PENDING;

	if (!e->Started) {
		status = STATUS_DEVICE_NOT_READY; // mutant: status = STATUS_PENDING;
		goto complete;
	}
	switch (stack->MajorFunction) {
	case IRP_MJ_READ:
		return Keep(e, irp);
	case IRP_MJ_DEVICE_CONTROL:
		IoMarkIrpPending(irp); // mutant: drop
		IoStartPacket(device, irp, NULL, NULL);
		return STATUS_PENDING;
	case IRP_MJ_PNP:
		IoSkipCurrentIrpStackLocation(irp);
		return IoCallDriver(e->Lower, irp); // mutant: return STATUS_PENDING;
	}
complete:
	irp->IoStatus.Status = status;
	IoCompleteRequest(irp, IO_NO_INCREMENT);
	return status;
}

VOID run(PDEVICE_OBJECT device, PIRP first, PIRP second)
{
	DISPATCH(Dispatch, device, first);
	DISPATCH(Dispatch, device, second);
}
