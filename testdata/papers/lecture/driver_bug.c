/* The driver of driver.c without the release inside the loop: the second turn acquires
 * a lock that is held. */

enum { FAIL = -1, SUCCESS = 0 };

struct irp {
	int status;
	int info;
};

struct request {
	int status;
	struct irp *irp;
	struct request *next;
};

struct extension {
	struct request *work_list_head;
};

void KeAcquireSpinLock(void);
void KeReleaseSpinLock(void);
void IoCompleteRequest(struct irp *irp);
void SmartDevFreeBlock(struct request *req);

static int nPackets;

void example(struct extension *devExt)
{
	struct request *req;
	struct irp *irp;
	int nPacketsOld;

	do {
		KeAcquireSpinLock();
		nPacketsOld = nPackets;
		req = devExt->work_list_head;
		if (req && req->status) {
			devExt->work_list_head = req->next;
			irp = req->irp;
			if (req->status > 0) {
				irp->status = SUCCESS;
				irp->info = req->status;
			} else {
				irp->status = FAIL;
				irp->info = req->status;
			}
			SmartDevFreeBlock(req);
			IoCompleteRequest(irp);
			nPackets++;
		}
	} while (nPackets != nPacketsOld);
	KeReleaseSpinLock();
}
