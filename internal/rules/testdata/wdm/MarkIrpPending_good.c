// entry: run
#include <wdm.h>
#include "environment.h"

typedef struct _EXTENSION {
	PDEVICE_OBJECT Lower;
	BOOLEAN Started;
	ULONG Queued;
} EXTENSION, *PEXTENSION;

static NTSTATUS Complete(PIRP irp, NTSTATUS status)
{
	irp->IoStatus.Status = status;
	IoCompleteRequest(irp, IO_NO_INCREMENT);
	return status;
}

static VOID Queue(PDEVICE_OBJECT device, PIRP irp)
{
	IoMarkIrpPending(irp);
	IoStartPacket(device, irp, NULL, NULL);
}

static NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
	PEXTENSION e = device->DeviceExtension;
	PIO_STACK_LOCATION stack = IoGetCurrentIrpStackLocation(irp);

	if (!e->Started)
		return Complete(irp, STATUS_DEVICE_NOT_READY); // mutant: Queue(device, irp);
	switch (stack->MajorFunction) {
	case IRP_MJ_READ:
		Queue(device, irp);
		e->Queued++;
		return STATUS_PENDING; // mutant: return STATUS_SUCCESS; // mutant: drop
	case IRP_MJ_WRITE:
		if (stack->Parameters.Write.Length == 0)
			return Complete(irp, STATUS_SUCCESS);
		IoMarkIrpPending(irp);
		IoCallDriver(e->Lower, irp); // mutant: return IoCallDriver(e->Lower, irp);
		return STATUS_PENDING;
	}
	IoSkipCurrentIrpStackLocation(irp);
	return IoCallDriver(e->Lower, irp);
}

VOID run(PDEVICE_OBJECT device, PIRP first, PIRP second)
{
	DISPATCH(Dispatch, device, first);
	DISPATCH(Dispatch, device, second);
}
