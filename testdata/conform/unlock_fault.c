/* The other side of lock.c. */

enum kind { PLAIN, RECURSIVE, CHECKED };

struct mutex {
	int kind;
	int owner;
	int depth;
};

int self(void);
void release(struct mutex *m);

int mutex_unlock(struct mutex *m)
{
	switch (m->kind) {
	case RECURSIVE:
		if (m->owner != self())
			return 1;
		if (m->depth > 0) {
			m->depth--;
			return 0;
		}
		m->owner = 0;
		release(m);
		return 0;
	case CHECKED:
		release(m);
		if (m->owner != self())
			return 1;
		m->owner = 0;
		return 0;
	case PLAIN:
		release(m);
		return 0;
	}
	return 22;
}
