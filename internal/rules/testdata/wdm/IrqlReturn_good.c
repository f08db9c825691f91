// entry: run
#include <wdm.h>
#include "environment.h"

typedef struct _EXTENSION {
	KSPIN_LOCK First;
	KSPIN_LOCK Second;
	ULONG Length;
	BOOLEAN Removed;
} EXTENSION, *PEXTENSION;

static VOID Leave(KIRQL irql)
{
	KeLowerIrql(irql); // mutant: drop
}

static ULONG Both(PEXTENSION e)
{
	KIRQL irql;
	ULONG n;

	KeAcquireSpinLock(&e->First, &irql);
	KeAcquireSpinLockAtDpcLevel(&e->Second);
	n = e->Length;
	KeReleaseSpinLockFromDpcLevel(&e->Second);
	KeReleaseSpinLock(&e->First, irql); // mutant: KeReleaseSpinLock(&e->First, DISPATCH_LEVEL); // mutant: KeReleaseSpinLockFromDpcLevel(&e->First);
	return n;
}

static NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
	PEXTENSION e = device->DeviceExtension;
	KIRQL irql;

	if (e->Removed)
		return STATUS_DELETE_PENDING;
	KeRaiseIrql(DISPATCH_LEVEL, &irql);
	if (e->Length == 0) {
		Leave(irql); // mutant: drop
		return STATUS_NO_MORE_ENTRIES;
	}
	e->Length--;
	Leave(irql); // mutant: Leave(APC_LEVEL);
	return Both(e) > 0 ? STATUS_SUCCESS : STATUS_UNSUCCESSFUL;
}

static VOID Dpc(PKDPC dpc, PVOID context, PVOID a, PVOID b)
{
	PEXTENSION e = context;
	KIRQL irql = KeGetCurrentIrql();

	if (irql < DISPATCH_LEVEL)
		irql = KeRaiseIrqlToDpcLevel();
	e->Length = 0;
	KeLowerIrql(irql); // mutant: KeLowerIrql(PASSIVE_LEVEL);
}

VOID run(PDEVICE_OBJECT device, PIRP irp, PKDPC dpc)
{
	DISPATCH(Dispatch, device, irp);
	hardbop_context_atomic();
	Dpc(dpc, device->DeviceExtension, NULL, NULL);
}
