// entry: AddTwo
#include <wdm.h>

typedef struct _EXTENSION {
	PDEVICE_OBJECT Self;
	PDEVICE_OBJECT Lower;
} EXTENSION, *PEXTENSION;

static PDEVICE_OBJECT Attach(PDEVICE_OBJECT device, PDEVICE_OBJECT pdo)
{
	return IoAttachDeviceToDeviceStack(device, pdo);
}

static NTSTATUS AddDevice(PDRIVER_OBJECT driver, PDEVICE_OBJECT pdo)
{
	PDEVICE_OBJECT device, lower;
	PEXTENSION e;
	NTSTATUS status;

	status = IoCreateDevice(driver, sizeof(EXTENSION), NULL, FILE_DEVICE_UNKNOWN, FILE_DEVICE_SECURE_OPEN, FALSE, &device);
	if (!NT_SUCCESS(status)) // mutant: if (NT_SUCCESS(status))
		return status; // mutant: drop
	lower = Attach(device, pdo); // mutant: twice // mutant: IoDeleteDevice(device); lower = Attach(device, pdo);
	if (lower == NULL) { // mutant: if (lower != NULL) {
		IoDeleteDevice(device); // mutant: twice
		return STATUS_NO_SUCH_DEVICE;
	}
	e = device->DeviceExtension;
	e->Self = device;
	e->Lower = lower;
	device->Flags &= ~DO_DEVICE_INITIALIZING;
	return STATUS_SUCCESS;
}

/* the second device is optional */
NTSTATUS AddTwo(PDRIVER_OBJECT driver, PDEVICE_OBJECT first, PDEVICE_OBJECT second)
{
	NTSTATUS status = AddDevice(driver, first);

	if (!NT_SUCCESS(status))
		return status;
	AddDevice(driver, second);
	return STATUS_SUCCESS;
}
