// entry: run
// message: allocates paged pool above APC_LEVEL
#include <wdm.h>
#include "environment.h"

typedef struct _EXTENSION {
	KSPIN_LOCK Lock;
	PVOID Log;
} EXTENSION, *PEXTENSION;

static PVOID NewLog(SIZE_T size)
{
	return ExAllocatePoolWithTag(PagedPool, size, 1);
}

static NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
	PEXTENSION e = device->DeviceExtension;
	KIRQL irql;

	KeAcquireSpinLock(&e->Lock, &irql);
	if (e->Log == NULL)
		e->Log = NewLog(4096);
	KeReleaseSpinLock(&e->Lock, irql);
	return STATUS_SUCCESS;
}

VOID run(PDEVICE_OBJECT device, PIRP irp)
{
	DISPATCH(Dispatch, device, irp);
}
