// entry: run
#include <wdm.h>
#include "environment.h"

typedef struct _EXTENSION {
	KSPIN_LOCK Lock;
	KGUARDED_MUTEX Mutex;
	KGUARDED_MUTEX Other;
	KEVENT Idle;
	ULONG Users;
} EXTENSION, *PEXTENSION;

static BOOLEAN Idle(PEXTENSION e)
{
	KIRQL irql;
	BOOLEAN idle;

	KeAcquireSpinLock(&e->Lock, &irql);
	idle = e->Users == 0;
	KeReleaseSpinLock(&e->Lock, irql); // mutant: drop
	return idle;
}

static VOID Lock(PKGUARDED_MUTEX mutex)
{
	KeAcquireGuardedMutex(mutex);
}

static NTSTATUS Wait(PEXTENSION e)
{
	LARGE_INTEGER now;
	KIRQL irql;

	now.QuadPart = 0; // mutant: now.QuadPart = -10000;
	KeAcquireSpinLock(&e->Lock, &irql);
	if (KeWaitForSingleObject(&e->Idle, Executive, KernelMode, FALSE, &now) == STATUS_TIMEOUT) {
		KeReleaseSpinLock(&e->Lock, irql); // mutant: drop
		KeWaitForSingleObject(&e->Idle, Executive, KernelMode, FALSE, NULL);
		return STATUS_SUCCESS;
	}
	KeReleaseSpinLock(&e->Lock, irql);
	return STATUS_SUCCESS;
}

static NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
	PEXTENSION e = device->DeviceExtension;

	if (!Idle(e))
		return STATUS_DEVICE_BUSY;
	Lock(&e->Mutex); // mutant: KeRaiseIrqlToDpcLevel(); Lock(&e->Mutex);
	if (!KeTryToAcquireGuardedMutex(&e->Other)) {
		KeReleaseGuardedMutex(&e->Mutex);
		return Wait(e);
	}
	KeReleaseGuardedMutex(&e->Other);
	KeReleaseGuardedMutex(&e->Mutex);
	return STATUS_SUCCESS;
}

VOID run(PDEVICE_OBJECT device, PIRP irp)
{
	DISPATCH(Dispatch, device, irp);
}
