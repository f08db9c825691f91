// entry: Exchange
#include <wdm.h>

typedef struct _TABLE {
	ERESOURCE Resource;
	KGUARDED_MUTEX Mutex;
	ULONG Entries;
} TABLE, *PTABLE;

static BOOLEAN Lock(PTABLE t, BOOLEAN wait)
{
	KeEnterCriticalRegion(); // mutant: drop
	if (!ExAcquireResourceExclusiveLite(&t->Resource, wait)) {
		KeLeaveCriticalRegion(); // mutant: drop
		return FALSE;
	}
	return TRUE;
}

static VOID Unlock(PTABLE t)
{
	ExReleaseResourceLite(&t->Resource);
	KeLeaveCriticalRegion(); // mutant: twice
}

static ULONG Count(PTABLE t)
{
	ULONG n;

	KeEnterGuardedRegion();
	n = t->Entries;
	KeLeaveGuardedRegion(); // mutant: drop
	return n;
}

NTSTATUS Exchange(PTABLE a, PTABLE b)
{
	ULONG n;

	if (a == b)
		return STATUS_INVALID_PARAMETER;
	if (!Lock(a, TRUE))
		return STATUS_UNSUCCESSFUL;
	if (!Lock(b, FALSE)) {
		Unlock(a);
		return STATUS_DEVICE_BUSY;
	}
	n = Count(a);
	a->Entries = Count(b);
	b->Entries = n;
	Unlock(b);
	Unlock(a);
	return STATUS_SUCCESS;
}
