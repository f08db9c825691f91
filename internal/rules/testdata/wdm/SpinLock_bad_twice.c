// entry: Close
// message: acquires a spin lock that it holds already
#include <wdm.h>

typedef struct _PORT {
	KSPIN_LOCK Lock;
	LONG Users;
} PORT, *PPORT;

static LONG Users(PPORT p)
{
	LONG n;

	KeAcquireSpinLockAtDpcLevel(&p->Lock);
	n = p->Users;
	KeReleaseSpinLockFromDpcLevel(&p->Lock);
	return n;
}

NTSTATUS Close(PPORT p)
{
	NTSTATUS status = STATUS_SUCCESS;
	KIRQL irql;

	KeAcquireSpinLock(&p->Lock, &irql);
	if (Users(p) > 0)
		status = STATUS_DEVICE_BUSY;
	KeReleaseSpinLock(&p->Lock, irql);
	return status;
}
