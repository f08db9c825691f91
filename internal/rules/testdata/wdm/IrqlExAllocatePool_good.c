// entry: run
#include <wdm.h>
#include "environment.h"

#define TAG 0x706f4248

typedef struct _EXTENSION {
	KSPIN_LOCK Lock;
	PVOID Buffer;
	PVOID Names;
	BOOLEAN Full;
} EXTENSION, *PEXTENSION;

static PVOID Allocate(POOL_TYPE type, SIZE_T size)
{
	return ExAllocatePoolWithTag(type, size, TAG);
}

static NTSTATUS Grow(PEXTENSION e)
{
	PVOID old = NULL, more;
	KIRQL irql;

	KeAcquireSpinLock(&e->Lock, &irql);
	if (e->Full) {
		KeReleaseSpinLock(&e->Lock, irql); // mutant: drop
		e->Names = Allocate(PagedPool, 64);
		return e->Names != NULL ? STATUS_SUCCESS : STATUS_INSUFFICIENT_RESOURCES;
	}
	more = Allocate(NonPagedPool, 256); // mutant: more = Allocate(PagedPool, 256);
	if (more != NULL) {
		old = e->Buffer;
		e->Buffer = more;
	}
	KeReleaseSpinLock(&e->Lock, irql);
	if (old != NULL)
		ExFreePoolWithTag(old, TAG);
	return more != NULL ? STATUS_SUCCESS : STATUS_INSUFFICIENT_RESOURCES;
}

static NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
	PEXTENSION e = device->DeviceExtension;
	KIRQL irql;

	KeRaiseIrql(APC_LEVEL, &irql); // mutant: KeRaiseIrql(DISPATCH_LEVEL, &irql);
	e->Names = ExAllocatePool(PagedPool, 32);
	KeLowerIrql(irql);
	if (e->Names == NULL)
		return STATUS_INSUFFICIENT_RESOURCES;
	return Grow(e);
}

static BOOLEAN Interrupt(PKINTERRUPT interrupt, PVOID context)
{
	PEXTENSION e = context;

	e->Full = TRUE; // mutant: e->Names = Allocate(NonPagedPool, 16); // mutant: ExFreePool(e->Names);
	return TRUE;
}

VOID run(PDEVICE_OBJECT device, PIRP irp, PKINTERRUPT interrupt)
{
	DISPATCH(Dispatch, device, irp);
	hardbop_context_interrupt();
	Interrupt(interrupt, device->DeviceExtension);
}
