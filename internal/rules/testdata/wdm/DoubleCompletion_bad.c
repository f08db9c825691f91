// entry: run
// message: completes a request twice
#include <wdm.h>
#include "environment.h"

static NTSTATUS Check(PIRP irp, ULONG length)
{
	if (length < 8) {
		irp->IoStatus.Status = STATUS_BUFFER_TOO_SMALL;
		IoCompleteRequest(irp, IO_NO_INCREMENT);
		return STATUS_BUFFER_TOO_SMALL;
	}
	return STATUS_SUCCESS;
}

static NTSTATUS Control(PDEVICE_OBJECT device, PIRP irp)
{
	PIO_STACK_LOCATION stack = IoGetCurrentIrpStackLocation(irp);
	NTSTATUS status;

	status = Check(irp, stack->Parameters.DeviceIoControl.InputBufferLength);
	irp->IoStatus.Status = status;
	IoCompleteRequest(irp, IO_NO_INCREMENT);
	return status;
}

VOID run(PDEVICE_OBJECT device, PIRP irp)
{
	DISPATCH(Control, device, irp);
}
