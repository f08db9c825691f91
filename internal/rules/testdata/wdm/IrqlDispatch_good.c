// entry: run
#include <wdm.h>
#include "environment.h"

typedef struct _EXTENSION {
	KSPIN_LOCK Lock;
	KSPIN_LOCK Other;
	PIRP Active;
	BOOLEAN Stopped;
} EXTENSION, *PEXTENSION;

static PIRP Take(PEXTENSION e)
{
	PIRP irp;

	KeAcquireSpinLockAtDpcLevel(&e->Lock);
	irp = e->Active;
	e->Active = NULL;
	KeReleaseSpinLockFromDpcLevel(&e->Lock);
	return irp;
}

static VOID Dpc(PKDPC dpc, PDEVICE_OBJECT device, PIRP irp, PVOID context)
{
	PEXTENSION e = context;

	if (Take(e) == NULL)
		return;
	IoStartNextPacket(device, TRUE);
}

static NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
	PEXTENSION e = device->DeviceExtension;
	KIRQL irql;

	if (e->Stopped)
		return STATUS_DEVICE_NOT_READY; // mutant: IoStartNextPacket(device, TRUE);
	KeRaiseIrql(DISPATCH_LEVEL, &irql); // mutant: KeRaiseIrql(APC_LEVEL, &irql); // mutant: irql = PASSIVE_LEVEL;
	if (Take(e) != NULL)
		IoStartNextPacket(device, TRUE);
	KeLowerIrql(irql); // mutant: KeLowerIrql(irql); Take(e);
	KeAcquireSpinLock(&e->Other, &irql);
	if (!KeTryToAcquireSpinLockAtDpcLevel(&e->Lock)) {
		KeReleaseSpinLock(&e->Other, irql);
		return STATUS_DEVICE_BUSY;
	}
	KeReleaseSpinLockFromDpcLevel(&e->Lock);
	KeReleaseSpinLock(&e->Other, irql); // mutant: KeReleaseSpinLock(&e->Other, irql); KeAcquireSpinLockAtDpcLevel(&e->Lock);
	return STATUS_SUCCESS;
}

VOID run(PDEVICE_OBJECT device, PIRP irp, PKDPC dpc)
{
	DISPATCH(Dispatch, device, irp);
	hardbop_context_atomic();
	Dpc(dpc, device, irp, device->DeviceExtension);
}
