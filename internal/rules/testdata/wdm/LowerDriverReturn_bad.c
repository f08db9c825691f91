// entry: run
// message: doesn't return the status of the lower driver
#include <wdm.h>
#include "environment.h"

typedef struct _EXTENSION {
	PDEVICE_OBJECT Lower;
} EXTENSION, *PEXTENSION;

static NTSTATUS Control(PDEVICE_OBJECT device, PIRP irp)
{
	PEXTENSION e = device->DeviceExtension;
	NTSTATUS status = STATUS_SUCCESS;

	IoSkipCurrentIrpStackLocation(irp);
	if (!NT_SUCCESS(IoCallDriver(e->Lower, irp)))
		status = STATUS_UNSUCCESSFUL;
	return status;
}

VOID run(PDEVICE_OBJECT device, PIRP irp)
{
	DISPATCH(Control, device, irp);
}
