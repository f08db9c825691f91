// entry: run
// message: returns STATUS_PENDING without having marked its request
#include <wdm.h>
#include "environment.h"

static NTSTATUS Read(PDEVICE_OBJECT device, PIRP irp)
{
	PIO_STACK_LOCATION stack = IoGetCurrentIrpStackLocation(irp);

	if (stack->Parameters.Read.Length > 0)
		IoMarkIrpPending(irp);
	IoStartPacket(device, irp, NULL, NULL);
	return STATUS_PENDING;
}

VOID run(PDEVICE_OBJECT device, PIRP irp)
{
	DISPATCH(Read, device, irp);
}
