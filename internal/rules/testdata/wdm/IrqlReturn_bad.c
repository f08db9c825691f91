// entry: run
// message: returns at another level than it was called at
#include <wdm.h>
#include "environment.h"

typedef struct _EXTENSION {
	BOOLEAN Removed;
	ULONG Count;
} EXTENSION, *PEXTENSION;

static NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
	PEXTENSION e = device->DeviceExtension;
	KIRQL irql;

	KeRaiseIrql(APC_LEVEL, &irql);
	if (e->Removed)
		return STATUS_DELETE_PENDING;
	e->Count++;
	KeLowerIrql(irql);
	return STATUS_SUCCESS;
}

VOID run(PDEVICE_OBJECT device, PIRP irp)
{
	DISPATCH(Dispatch, device, irp);
}
