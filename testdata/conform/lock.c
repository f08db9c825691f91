/* A mutex in the style of a thread library: plain, recursive and error-checking ones. */

enum kind { PLAIN, RECURSIVE, CHECKED };

struct mutex {
	int kind;
	int owner;
	int depth;
};

int self(void);
void acquire(struct mutex *m);

int mutex_lock(struct mutex *m)
{
	int me = self();

	switch (m->kind) {
	case PLAIN:
		acquire(m);
		return 0;
	case RECURSIVE:
		if (m->owner == me) {
			m->depth++;
			return 0;
		}
		acquire(m);
		m->owner = me;
		m->depth = 0;
		return 0;
	case CHECKED:
		if (m->owner == me)
			return 35;
		acquire(m);
		m->owner = me;
		return 0;
	default:
		return 22;
	}
}
