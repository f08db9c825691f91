// entry: run
#include <wdm.h>
#include "environment.h"

typedef struct _EXTENSION {
	PIRP Reading;
	PIRP Writing;
} EXTENSION, *PEXTENSION;

static VOID Cancel(PDEVICE_OBJECT device, PIRP irp)
{
	PEXTENSION e = device->DeviceExtension;

	if (e->Reading == irp)
		e->Reading = NULL;
	else if (e->Writing == irp)
		e->Writing = NULL;
	IoReleaseCancelSpinLock(irp->CancelIrql); // mutant: drop
	irp->IoStatus.Status = STATUS_CANCELLED;
	IoCompleteRequest(irp, IO_NO_INCREMENT);
}

static VOID Unlock(KIRQL irql)
{
	IoReleaseCancelSpinLock(irql); // mutant: twice
}

static NTSTATUS Keep(PIRP *slot, PIRP irp)
{
	KIRQL irql;

	IoAcquireCancelSpinLock(&irql); // mutant: drop // mutant: twice
	if (irp->Cancel) {
		Unlock(irql); // mutant: drop
		irp->IoStatus.Status = STATUS_CANCELLED;
		IoCompleteRequest(irp, IO_NO_INCREMENT);
		return STATUS_CANCELLED;
	}
	IoMarkIrpPending(irp);
	IoSetCancelRoutine(irp, Cancel);
	*slot = irp;
	Unlock(irql);
	return STATUS_PENDING;
}

static NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
	PEXTENSION e = device->DeviceExtension;
	PIO_STACK_LOCATION stack = IoGetCurrentIrpStackLocation(irp);

	switch (stack->MajorFunction) {
	case IRP_MJ_READ:
		return Keep(&e->Reading, irp);
	case IRP_MJ_WRITE:
		return Keep(&e->Writing, irp);
	}
	irp->IoStatus.Status = STATUS_INVALID_DEVICE_REQUEST;
	IoCompleteRequest(irp, IO_NO_INCREMENT);
	return STATUS_INVALID_DEVICE_REQUEST;
}

VOID run(PDEVICE_OBJECT device, PIRP first, PIRP second)
{
	DISPATCH(Dispatch, device, first);
	IoAcquireCancelSpinLock(&second->CancelIrql);
	Cancel(device, second);
}
