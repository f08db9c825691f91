// entry: run
// message: in StartIo, which it calls in turn
#include <wdm.h>
#include "environment.h"

static VOID StartIo(PDEVICE_OBJECT device, PIRP irp)
{
	PIO_STACK_LOCATION stack = IoGetCurrentIrpStackLocation(irp);

	if (stack->MajorFunction != IRP_MJ_WRITE) {
		irp->IoStatus.Status = STATUS_INVALID_DEVICE_REQUEST;
		IoCompleteRequest(irp, IO_NO_INCREMENT);
		IoStartNextPacket(device, FALSE);
		return;
	}
	KeInsertQueueDpc(&device->Dpc, irp, NULL);
}

VOID run(PDEVICE_OBJECT device, PIRP irp)
{
	hardbop_start_io_begin(device, irp);
	StartIo(device, irp);
	hardbop_start_io_end();
}
