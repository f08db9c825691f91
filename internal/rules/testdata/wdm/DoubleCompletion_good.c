// entry: run
#include <wdm.h>
#include "environment.h"

typedef struct _EXTENSION {
	PDEVICE_OBJECT Lower;
	KSPIN_LOCK Lock;
	PIRP Waiting;
	BOOLEAN Removed;
} EXTENSION, *PEXTENSION;

static NTSTATUS Complete(PIRP irp, NTSTATUS status)
{
	irp->IoStatus.Status = status;
	irp->IoStatus.Information = 0;
	IoCompleteRequest(irp, IO_NO_INCREMENT); // mutant: twice
	return status;
}

/* keeps the request, and gives back the one that was kept before */
static PIRP Keep(PEXTENSION e, PIRP irp)
{
	PIRP before;
	KIRQL irql;

	KeAcquireSpinLock(&e->Lock, &irql);
	before = e->Waiting;
	e->Waiting = irp;
	KeReleaseSpinLock(&e->Lock, irql);
	return before;
}

static NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
	PEXTENSION e = device->DeviceExtension;
	PIO_STACK_LOCATION stack = IoGetCurrentIrpStackLocation(irp);
	PIRP before;

	if (e->Removed)
		return Complete(irp, STATUS_DELETE_PENDING); // mutant: Complete(irp, STATUS_DELETE_PENDING);
	switch (stack->MajorFunction) {
	case IRP_MJ_READ:
		IoMarkIrpPending(irp);
		before = Keep(e, irp);
		if (before != NULL && before != irp)
			Complete(before, STATUS_CANCELLED);
		return STATUS_PENDING;
	case IRP_MJ_CREATE:
	case IRP_MJ_CLOSE:
		return Complete(irp, STATUS_SUCCESS);
	}
	IoSkipCurrentIrpStackLocation(irp); // mutant: Complete(irp, STATUS_NOT_SUPPORTED);
	return IoCallDriver(e->Lower, irp); // mutant: IoCallDriver(e->Lower, irp); return Complete(irp, STATUS_SUCCESS);
}

VOID run(PDEVICE_OBJECT device, PIRP irp)
{
	PEXTENSION e = device->DeviceExtension;

	e->Waiting = NULL;
	DISPATCH(Dispatch, device, irp);
}
