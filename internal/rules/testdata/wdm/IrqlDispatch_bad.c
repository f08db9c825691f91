// entry: run
// message: calls IoStartNextPacket at another level than DISPATCH_LEVEL
#include <wdm.h>
#include "environment.h"

static NTSTATUS Cleanup(PDEVICE_OBJECT device, PIRP irp)
{
	if (device->CurrentIrp == NULL)
		IoStartNextPacket(device, TRUE);
	irp->IoStatus.Status = STATUS_SUCCESS;
	IoCompleteRequest(irp, IO_NO_INCREMENT);
	return STATUS_SUCCESS;
}

VOID run(PDEVICE_OBJECT device, PIRP irp)
{
	DISPATCH(Cleanup, device, irp);
}
