// entry: Flush
// message: a spin lock is still held at the end
#include <wdm.h>

typedef struct _QUEUE {
	KSPIN_LOCK Lock;
	LIST_ENTRY List;
	ULONG Length;
} QUEUE, *PQUEUE;

NTSTATUS Flush(PQUEUE q)
{
	KIRQL irql;

	KeAcquireSpinLock(&q->Lock, &irql);
	if (q->Length == 0)
		return STATUS_NO_MORE_ENTRIES;
	q->Length = 0;
	KeReleaseSpinLock(&q->Lock, irql);
	return STATUS_SUCCESS;
}
