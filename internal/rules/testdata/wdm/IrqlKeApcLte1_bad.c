// entry: run
// message: calls KeAcquireGuardedMutex above APC_LEVEL
#include <wdm.h>
#include "environment.h"

typedef struct _EXTENSION {
	KSPIN_LOCK Lock;
	KGUARDED_MUTEX Mutex;
	ULONG Users;
} EXTENSION, *PEXTENSION;

static VOID Count(PEXTENSION e)
{
	KeAcquireGuardedMutex(&e->Mutex);
	e->Users++;
	KeReleaseGuardedMutex(&e->Mutex);
}

static NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
	PEXTENSION e = device->DeviceExtension;
	KIRQL irql;

	KeAcquireSpinLock(&e->Lock, &irql);
	Count(e);
	KeReleaseSpinLock(&e->Lock, irql);
	return STATUS_SUCCESS;
}

VOID run(PDEVICE_OBJECT device, PIRP irp)
{
	DISPATCH(Dispatch, device, irp);
}
