// entry: Finish
// message: completes a request while it holds a spin lock
#include <wdm.h>

typedef struct _EXTENSION {
	KSPIN_LOCK Lock;
	PIRP Current;
} EXTENSION, *PEXTENSION;

VOID Finish(PEXTENSION e)
{
	KIRQL irql;

	KeAcquireSpinLock(&e->Lock, &irql);
	if (e->Current != NULL) {
		e->Current->IoStatus.Status = STATUS_CANCELLED;
		IoCompleteRequest(e->Current, IO_NO_INCREMENT);
		e->Current = NULL;
	}
	KeReleaseSpinLock(&e->Lock, irql);
}
