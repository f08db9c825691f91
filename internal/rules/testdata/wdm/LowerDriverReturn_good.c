// entry: run
#include <wdm.h>
#include "environment.h"

typedef struct _EXTENSION {
	PDEVICE_OBJECT Lower;
	BOOLEAN Removed;
	ULONG Passed;
} EXTENSION, *PEXTENSION;

static NTSTATUS Completed(PDEVICE_OBJECT device, PIRP irp, PVOID context)
{
	if (irp->PendingReturned)
		KeSetEvent(context, IO_NO_INCREMENT, FALSE);
	return STATUS_MORE_PROCESSING_REQUIRED;
}

static NTSTATUS Pass(PEXTENSION e, PIRP irp)
{
	NTSTATUS status;

	e->Passed++;
	IoSkipCurrentIrpStackLocation(irp);
	status = IoCallDriver(e->Lower, irp); // mutant: IoCallDriver(e->Lower, irp); status = STATUS_SUCCESS;
	return status; // mutant: return NT_SUCCESS(status) ? STATUS_SUCCESS : status;
}

/* starts the device when the drivers below have started it */
static NTSTATUS Start(PEXTENSION e, PIRP irp)
{
	NTSTATUS status;
	KEVENT event;

	KeInitializeEvent(&event, NotificationEvent, FALSE);
	IoCopyCurrentIrpStackLocationToNext(irp);
	IoSetCompletionRoutine(irp, Completed, &event, TRUE, TRUE, TRUE);
	status = IoCallDriver(e->Lower, irp);
	if (status == STATUS_PENDING) {
		KeWaitForSingleObject(&event, Executive, KernelMode, FALSE, NULL);
		status = irp->IoStatus.Status;
	}
	irp->IoStatus.Status = status;
	IoCompleteRequest(irp, IO_NO_INCREMENT);
	return status;
}

static NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
	PEXTENSION e = device->DeviceExtension;
	PIO_STACK_LOCATION stack = IoGetCurrentIrpStackLocation(irp);

	if (e->Removed) {
		irp->IoStatus.Status = STATUS_DELETE_PENDING;
		IoCompleteRequest(irp, IO_NO_INCREMENT);
		return STATUS_DELETE_PENDING;
	}
	switch (stack->MajorFunction) {
	case IRP_MJ_PNP:
		if (stack->MinorFunction == IRP_MN_START_DEVICE)
			return Start(e, irp);
		break;
	case IRP_MJ_POWER:
		PoStartNextPowerIrp(irp);
		IoSkipCurrentIrpStackLocation(irp);
		return PoCallDriver(e->Lower, irp); // mutant: PoCallDriver(e->Lower, irp); return STATUS_PENDING;
	}
	return Pass(e, irp); // mutant: Pass(e, irp); return STATUS_SUCCESS;
}

VOID run(PDEVICE_OBJECT device, PIRP first, PIRP second)
{
	DISPATCH(Dispatch, device, first);
	DISPATCH(Dispatch, device, second);
}
