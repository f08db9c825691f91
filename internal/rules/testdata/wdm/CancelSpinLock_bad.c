// entry: run
// message: ends with the cancel spin lock held
#include <wdm.h>
#include "environment.h"

static NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
	KIRQL irql;

	IoAcquireCancelSpinLock(&irql);
	if (irp->Cancel) {
		irp->IoStatus.Status = STATUS_CANCELLED;
		IoCompleteRequest(irp, IO_NO_INCREMENT);
		return STATUS_CANCELLED;
	}
	IoSetCancelRoutine(irp, NULL);
	IoReleaseCancelSpinLock(irql);
	return STATUS_SUCCESS;
}

VOID run(PDEVICE_OBJECT device, PIRP irp)
{
	DISPATCH(Dispatch, device, irp);
}
