/* A driver in the manner of WDM. The declarations stand for those of wdm.h. */
typedef long NTSTATUS;
typedef struct _IRP IRP, *PIRP;
typedef struct _DEVICE_OBJECT DEVICE_OBJECT, *PDEVICE_OBJECT;
typedef struct _DRIVER_OBJECT DRIVER_OBJECT, *PDRIVER_OBJECT;
typedef NTSTATUS DRIVER_DISPATCH(PDEVICE_OBJECT, PIRP);
typedef void DRIVER_CANCEL(PDEVICE_OBJECT, PIRP);
typedef void KDEFERRED_ROUTINE(struct _KDPC *, void *, void *, void *);
typedef struct _IO_STACK_LOCATION {
	unsigned char MajorFunction, MinorFunction, Control;
	PDEVICE_OBJECT DeviceObject;
} IO_STACK_LOCATION;
struct _IRP {
	NTSTATUS Status;
	unsigned char PendingReturned, Cancel, CancelIrql;
	char StackCount, CurrentLocation;
	DRIVER_CANCEL *CancelRoutine;
	union {
		struct { IO_STACK_LOCATION *CurrentStackLocation; } Overlay;
		void *CompletionKey;
	} Tail;
};
struct _DEVICE_OBJECT { void *DeviceExtension; };
struct _DRIVER_EXTENSION { NTSTATUS (*AddDevice)(PDRIVER_OBJECT, PDEVICE_OBJECT); };
struct _DRIVER_OBJECT {
	struct _DRIVER_EXTENSION *DriverExtension;
	void (*DriverStartIo)(PDEVICE_OBJECT, PIRP);
	void (*DriverUnload)(PDRIVER_OBJECT);
	DRIVER_DISPATCH *MajorFunction[28];
};
typedef struct _KDPC { int Busy; } KDPC;

NTSTATUS IoCreateDevice(PDRIVER_OBJECT, unsigned long, void *, unsigned long, unsigned long, unsigned char, PDEVICE_OBJECT *);
void IoDeleteDevice(PDEVICE_OBJECT);
void IoStartPacket(PDEVICE_OBJECT, PIRP, unsigned long *, DRIVER_CANCEL *);
void KeInitializeDpc(KDPC *, KDEFERRED_ROUTINE *, void *);
void *InterlockedExchangePointer(void **, void *);
void IoCompleteRequest(PIRP, char);

typedef struct { KDPC Dpc; int Started; } EXTENSION;

DRIVER_DISPATCH ToyRead, ToyWrite, ToyPnp;
DRIVER_CANCEL ToyCancel, ToyCancelWrite;
KDEFERRED_ROUTINE ToyDpc;

NTSTATUS ToyRead(PDEVICE_OBJECT Device, PIRP Irp)
{
	IoStartPacket(Device, Irp, 0, ToyCancel);
	return 0x103;
}

NTSTATUS ToyWrite(PDEVICE_OBJECT Device, PIRP Irp)
{
	InterlockedExchangePointer((void **)&Irp->CancelRoutine, (void *)ToyCancelWrite);
	return 0x103;
}

NTSTATUS ToyPnp(PDEVICE_OBJECT Device, PIRP Irp)
{
	if (Irp->Tail.Overlay.CurrentStackLocation->MinorFunction == 2)
		IoDeleteDevice(Device);
	IoCompleteRequest(Irp, 0);
	return 0;
}

static void ToyStartIo(PDEVICE_OBJECT Device, PIRP Irp)
{
	IoCompleteRequest(Irp, 0);
}

void ToyCancel(PDEVICE_OBJECT Device, PIRP Irp)
{
	IoCompleteRequest(Irp, 0);
}

void ToyCancelWrite(PDEVICE_OBJECT Device, PIRP Irp)
{
	IoCompleteRequest(Irp, 0);
}

void ToyDpc(KDPC *Dpc, void *Context, void *A, void *B)
{
	((EXTENSION *)Context)->Started = 1;
}

static NTSTATUS ToyAddDevice(PDRIVER_OBJECT Driver, PDEVICE_OBJECT Pdo)
{
	PDEVICE_OBJECT Device;
	EXTENSION *Extension;

	if (IoCreateDevice(Driver, sizeof(EXTENSION), 0, 0, 0, 0, &Device) < 0)
		return -1;
	Extension = Device->DeviceExtension;
	KeInitializeDpc(&Extension->Dpc, ToyDpc, Extension);
	return 0;
}

static void ToyUnload(PDRIVER_OBJECT Driver)
{
}

NTSTATUS DriverEntry(PDRIVER_OBJECT Driver, void *RegistryPath)
{
	Driver->MajorFunction[3] = ToyRead;
	Driver->MajorFunction[4] = ToyWrite;
	Driver->MajorFunction[27] = ToyPnp;
	Driver->DriverStartIo = ToyStartIo;
	Driver->DriverUnload = ToyUnload;
	Driver->DriverExtension->AddDevice = ToyAddDevice;
	return 0;
}
