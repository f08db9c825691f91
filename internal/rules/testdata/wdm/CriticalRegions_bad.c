// entry: Count
// message: a critical region isn't left at the end
#include <wdm.h>

typedef struct _TABLE {
	ERESOURCE Resource;
	ULONG Entries;
} TABLE, *PTABLE;

NTSTATUS Count(PTABLE t, PULONG n)
{
	KeEnterCriticalRegion();
	if (!ExAcquireResourceSharedLite(&t->Resource, FALSE))
		return STATUS_DEVICE_BUSY;
	*n = t->Entries;
	ExReleaseResourceLite(&t->Resource);
	KeLeaveCriticalRegion();
	return STATUS_SUCCESS;
}
