// entry: AddDevice
// message: attaches a device, and none was created
#include <wdm.h>

typedef struct _EXTENSION {
	PDEVICE_OBJECT Lower;
} EXTENSION, *PEXTENSION;

NTSTATUS AddDevice(PDRIVER_OBJECT driver, PDEVICE_OBJECT pdo)
{
	PDEVICE_OBJECT device = NULL, lower;

	IoCreateDevice(driver, sizeof(EXTENSION), NULL, FILE_DEVICE_UNKNOWN, 0, FALSE, &device);
	lower = IoAttachDeviceToDeviceStack(device, pdo);
	if (lower == NULL) {
		IoDeleteDevice(device);
		return STATUS_NO_SUCH_DEVICE;
	}
	((PEXTENSION)device->DeviceExtension)->Lower = lower;
	return STATUS_SUCCESS;
}
