/* A small driver: dispatch moves the requests of a device from the input queue to the
 * hardware, as long as there are any and the hardware takes them. */

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
			if (hardware_send(p) < 0)
				dev->errors++;
			else
				dev->sent++;
			count++;
		}
	} while (count != before);
	queue_unlock();
	return count;
}
