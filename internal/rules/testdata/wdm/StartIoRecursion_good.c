// entry: run
#include <wdm.h>
#include "environment.h"

typedef struct _EXTENSION {
	BOOLEAN Deferred;
	BOOLEAN Ready;
	PIRP Active;
} EXTENSION, *PEXTENSION;

static VOID Complete(PIRP irp, NTSTATUS status)
{
	irp->IoStatus.Status = status;
	IoCompleteRequest(irp, IO_NO_INCREMENT);
}

static VOID Finish(PDEVICE_OBJECT device, PIRP irp);

/* a device whose StartIo only starts: the DPC does the rest */
static VOID StartIo(PDEVICE_OBJECT device, PIRP irp)
{
	PEXTENSION e = device->DeviceExtension;

	e->Active = irp;
	KeInsertQueueDpc(&device->Dpc, irp, NULL); // mutant: IoStartNextPacket(device, TRUE); // mutant: Finish(device, irp);
}

static VOID Finish(PDEVICE_OBJECT device, PIRP irp)
{
	Complete(irp, STATUS_SUCCESS);
	IoStartNextPacket(device, TRUE);
}

/* a device whose StartIo may finish at once, which is told to the I/O manager */
static VOID StartAndFinish(PDEVICE_OBJECT device, PIRP irp)
{
	PEXTENSION e = device->DeviceExtension;
	PIO_STACK_LOCATION stack = IoGetCurrentIrpStackLocation(irp);

	if (stack->Parameters.Read.Length == 0) {
		Finish(device, irp);
		return;
	}
	if (!e->Ready) {
		Complete(irp, STATUS_DEVICE_NOT_READY);
		IoStartNextPacket(device, TRUE);
		return;
	}
	e->Active = irp;
}

VOID run(PDEVICE_OBJECT first, PDEVICE_OBJECT second, PIRP irp, PIRP other)
{
	hardbop_start_io_begin(first, irp);
	StartIo(first, irp);
	hardbop_start_io_end();
	Finish(first, irp);
	IoSetStartIoAttributes(second, TRUE, FALSE); // mutant: drop // mutant: IoSetStartIoAttributes(second, FALSE, TRUE);
	hardbop_start_io_begin(second, other);
	StartAndFinish(second, other);
	hardbop_start_io_end();
}
