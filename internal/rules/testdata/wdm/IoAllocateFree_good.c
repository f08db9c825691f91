// entry: Ask
#include <wdm.h>

typedef struct _EXTENSION {
	PDEVICE_OBJECT Lower;
	BOOLEAN Removed;
} EXTENSION, *PEXTENSION;

static NTSTATUS Completed(PDEVICE_OBJECT device, PIRP irp, PVOID context)
{
	KeSetEvent(context, IO_NO_INCREMENT, FALSE);
	return STATUS_MORE_PROCESSING_REQUIRED;
}

static VOID Prepare(PIRP irp, PKEVENT event, UCHAR major)
{
	IoGetNextIrpStackLocation(irp)->MajorFunction = major;
	IoSetCompletionRoutine(irp, Completed, event, TRUE, TRUE, TRUE);
	KeInitializeEvent(event, NotificationEvent, FALSE);
}

static VOID Free(PIRP irp)
{
	IoFreeIrp(irp); // mutant: drop // mutant: twice
}

static NTSTATUS Send(PEXTENSION e, PIRP irp, PKEVENT event)
{
	NTSTATUS status = IoCallDriver(e->Lower, irp);

	if (status == STATUS_PENDING) {
		KeWaitForSingleObject(event, Executive, KernelMode, FALSE, NULL);
		status = irp->IoStatus.Status;
	}
	Free(irp);
	return status;
}

NTSTATUS Ask(PEXTENSION e, ULONG code)
{
	PIRP read, write, ask;
	KEVENT event, other;
	IO_STATUS_BLOCK result;
	NTSTATUS status;

	read = IoAllocateIrp(2, FALSE);
	if (read == NULL)
		return STATUS_INSUFFICIENT_RESOURCES;
	write = IoAllocateIrp(2, FALSE);
	if (write == NULL) {
		IoFreeIrp(read); // mutant: drop // mutant: twice // mutant: IoFreeIrp(write);
		return STATUS_INSUFFICIENT_RESOURCES;
	}
	Prepare(read, &event, IRP_MJ_READ);
	Prepare(write, &other, IRP_MJ_WRITE);
	if (e->Removed) {
		Free(read); // mutant: drop
		Free(write);
		return STATUS_DELETE_PENDING;
	}
	status = Send(e, read, &event);
	if (NT_SUCCESS(status))
		status = Send(e, write, &other);
	else
		IoFreeIrp(write); // mutant: drop
	ask = IoBuildDeviceIoControlRequest(code, e->Lower, NULL, 0, NULL, 0, TRUE, &event, &result);
	if (ask != NULL)
		IoCallDriver(e->Lower, ask); // mutant: IoFreeIrp(ask);
	return status;
}
