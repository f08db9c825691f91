// entry: run
// message: frees a request that belongs to the I/O manager
#include <wdm.h>
#include "environment.h"

static NTSTATUS Cleanup(PDEVICE_OBJECT device, PIRP irp)
{
	irp->IoStatus.Status = STATUS_SUCCESS;
	IoFreeIrp(irp);
	return STATUS_SUCCESS;
}

VOID run(PDEVICE_OBJECT device, PIRP irp)
{
	DISPATCH(Cleanup, device, irp);
}
