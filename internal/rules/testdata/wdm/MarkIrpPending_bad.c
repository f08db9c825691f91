// entry: run
// message: marks its request pending, and doesn't return STATUS_PENDING
#include <wdm.h>
#include "environment.h"

typedef struct _EXTENSION {
	PIRP Waiting;
} EXTENSION, *PEXTENSION;

static NTSTATUS Wait(PDEVICE_OBJECT device, PIRP irp)
{
	PEXTENSION e = device->DeviceExtension;
	NTSTATUS status = STATUS_PENDING;

	IoMarkIrpPending(irp);
	if (e->Waiting != NULL) {
		status = STATUS_DEVICE_BUSY;
		irp->IoStatus.Status = status;
		IoCompleteRequest(irp, IO_NO_INCREMENT);
	} else {
		e->Waiting = irp;
	}
	return status;
}

VOID run(PDEVICE_OBJECT device, PIRP irp)
{
	DISPATCH(Wait, device, irp);
}
