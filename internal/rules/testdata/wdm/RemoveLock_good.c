// entry: run
#include <wdm.h>
#include "environment.h"

typedef struct _EXTENSION {
	PDEVICE_OBJECT Lower;
	IO_REMOVE_LOCK RemoveLock;
	PIRP Waiting;
} EXTENSION, *PEXTENSION;

static NTSTATUS Completed(PDEVICE_OBJECT device, PIRP irp, PVOID context)
{
	PEXTENSION e = context;

	if (irp->PendingReturned)
		IoMarkIrpPending(irp);
	IoReleaseRemoveLock(&e->RemoveLock, irp);
	return STATUS_SUCCESS;
}

static NTSTATUS Complete(PIRP irp, NTSTATUS status)
{
	irp->IoStatus.Status = status;
	IoCompleteRequest(irp, IO_NO_INCREMENT);
	return status;
}

static VOID Release(PEXTENSION e, PIRP irp)
{
	IoReleaseRemoveLock(&e->RemoveLock, irp);
}

static NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
	PEXTENSION e = device->DeviceExtension;
	PIO_STACK_LOCATION stack = IoGetCurrentIrpStackLocation(irp);
	NTSTATUS status;

	status = IoAcquireRemoveLock(&e->RemoveLock, irp); // mutant: twice
	if (!NT_SUCCESS(status)) // mutant: if (NT_SUCCESS(status)) // mutant: drop
		return Complete(irp, status);
	switch (stack->MajorFunction) {
	case IRP_MJ_READ:
		IoMarkIrpPending(irp);
		e->Waiting = irp;
		return STATUS_PENDING;
	case IRP_MJ_WRITE:
		IoCopyCurrentIrpStackLocationToNext(irp);
		IoSetCompletionRoutine(irp, Completed, e, TRUE, TRUE, TRUE);
		return IoCallDriver(e->Lower, irp);
	case IRP_MJ_CREATE:
		Release(e, irp); // mutant: drop // mutant: twice
		return Complete(irp, STATUS_SUCCESS);
	}
	IoSkipCurrentIrpStackLocation(irp);
	status = IoCallDriver(e->Lower, irp);
	Release(e, irp); // mutant: drop
	return status;
}

VOID run(PDEVICE_OBJECT first, PDEVICE_OBJECT second, PIRP irp, PIRP other)
{
	DISPATCH(Dispatch, first, irp);
	DISPATCH(Dispatch, second, other);
}
