// entry: Finish
#include <wdm.h>

typedef struct _EXTENSION {
	KSPIN_LOCK QueueLock;
	KSPIN_LOCK StateLock;
	PIRP Current;
	BOOLEAN Stopped;
	PDEVICE_OBJECT Lower;
} EXTENSION, *PEXTENSION;

static PIRP TakeCurrent(PEXTENSION e)
{
	PIRP irp;

	KeAcquireSpinLockAtDpcLevel(&e->StateLock);
	irp = e->Current;
	e->Current = NULL;
	KeReleaseSpinLockFromDpcLevel(&e->StateLock); // mutant: drop
	return irp;
}

static VOID Complete(PIRP irp, NTSTATUS status)
{
	irp->IoStatus.Status = status;
	irp->IoStatus.Information = 0;
	IoCompleteRequest(irp, IO_NO_INCREMENT);
}

VOID Finish(PDEVICE_OBJECT device, PEXTENSION e, NTSTATUS status)
{
	KIRQL irql, cancel;
	PIRP irp;
	BOOLEAN stopped;

	KeAcquireSpinLock(&e->QueueLock, &irql);
	irp = TakeCurrent(e);
	if (irp == NULL) {
		KeReleaseSpinLock(&e->QueueLock, irql);
		return;
	}
	stopped = e->Stopped;
	KeReleaseSpinLock(&e->QueueLock, irql); // mutant: Complete(irp, status); KeReleaseSpinLock(&e->QueueLock, irql); return;
	IoAcquireCancelSpinLock(&cancel); // mutant: twice
	IoSetCancelRoutine(irp, NULL);
	IoReleaseCancelSpinLock(cancel); // mutant: drop
	Complete(irp, status);
	if (!stopped)
		IoStartNextPacket(device, TRUE);
}
