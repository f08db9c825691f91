// entry: run
// message: completes its request, and returns STATUS_PENDING
#include <wdm.h>
#include "environment.h"

static NTSTATUS Write(PDEVICE_OBJECT device, PIRP irp)
{
	PIO_STACK_LOCATION stack = IoGetCurrentIrpStackLocation(irp);
	NTSTATUS status = STATUS_PENDING;

	if (stack->Parameters.Write.Length == 0) {
		irp->IoStatus.Status = STATUS_SUCCESS;
		IoCompleteRequest(irp, IO_NO_INCREMENT);
	} else {
		IoMarkIrpPending(irp);
		IoStartPacket(device, irp, NULL, NULL);
	}
	return status;
}

VOID run(PDEVICE_OBJECT device, PIRP irp)
{
	DISPATCH(Write, device, irp);
}
