// entry: run
// message: ends without releasing the remove lock
#include <wdm.h>
#include "environment.h"

typedef struct _EXTENSION {
	PDEVICE_OBJECT Lower;
	IO_REMOVE_LOCK RemoveLock;
	BOOLEAN Started;
} EXTENSION, *PEXTENSION;

static NTSTATUS Control(PDEVICE_OBJECT device, PIRP irp)
{
	PEXTENSION e = device->DeviceExtension;
	NTSTATUS status;

	status = IoAcquireRemoveLock(&e->RemoveLock, irp);
	if (NT_SUCCESS(status)) {
		if (!e->Started) {
			status = STATUS_DEVICE_NOT_READY;
			goto complete;
		}
		IoSkipCurrentIrpStackLocation(irp);
		status = IoCallDriver(e->Lower, irp);
		IoReleaseRemoveLock(&e->RemoveLock, irp);
		return status;
	}
complete:
	irp->IoStatus.Status = status;
	IoCompleteRequest(irp, IO_NO_INCREMENT);
	return status;
}

VOID run(PDEVICE_OBJECT device, PIRP irp)
{
	DISPATCH(Control, device, irp);
}
