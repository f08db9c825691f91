// entry: Transfer
#include <wdm.h>

typedef struct _CHANNEL {
	KSPIN_LOCK Lock;
	ULONG Pending;
	ULONG Limit;
	BOOLEAN Closed;
} CHANNEL, *PCHANNEL;

static NTSTATUS TakeOne(PCHANNEL c)
{
	KIRQL irql;

	KeAcquireSpinLock(&c->Lock, &irql);
	if (c->Closed || c->Pending == 0) {
		KeReleaseSpinLock(&c->Lock, irql); // mutant: drop
		return STATUS_NO_MORE_ENTRIES;
	}
	c->Pending--;
	KeReleaseSpinLock(&c->Lock, irql); // mutant: twice
	return STATUS_SUCCESS;
}

static VOID Unlock(PCHANNEL c)
{
	KeReleaseSpinLockFromDpcLevel(&c->Lock);
}

/* takes from one channel, and gives to the other while both are locked */
NTSTATUS Transfer(PCHANNEL from, PCHANNEL to)
{
	NTSTATUS status;
	KIRQL irql;

	if (from == to)
		return STATUS_INVALID_PARAMETER;
	status = TakeOne(from);
	if (!NT_SUCCESS(status))
		return status;
	KeAcquireSpinLock(&from->Lock, &irql); // mutant: drop
	if (!KeTryToAcquireSpinLockAtDpcLevel(&to->Lock)) { // mutant: if (KeTryToAcquireSpinLockAtDpcLevel(&to->Lock)) {
		from->Pending++;
		goto out;
	}
	if (to->Pending < to->Limit)
		to->Pending++;
	else
		status = STATUS_DEVICE_BUSY;
	Unlock(to);
out:
	KeReleaseSpinLock(&from->Lock, irql);
	return status;
}
