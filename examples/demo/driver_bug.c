/* The driver of driver.c with a fault: an empty packet isn't counted, so that the loop
 * ends although the lock was given back, and is released once more. */

struct packet {
	int length;
	struct packet *next;
};

struct device {
	struct packet *queue;
	int sent;
	int errors;
};

void queue_lock(void);
void queue_unlock(void);
int hardware_send(const struct packet *p);

/* Takes the first packet from the queue; the caller holds the lock. */
static struct packet *dequeue(struct device *dev)
{
	struct packet *p = dev->queue;

	if (p)
		dev->queue = p->next;
	return p;
}

int dispatch(struct device *dev)
{
	struct packet *p;
	int before, count = 0;

	do {
		queue_lock();
		before = count;
		p = dequeue(dev);
		if (p) {
			queue_unlock();
			if (hardware_send(p) < 0) {
				dev->errors++;
				return -1;
			}
			dev->sent++;
			if (p->length > 0)
				count++;
		}
	} while (count != before);
	queue_unlock();
	return count;
}
