package cgen

import (
	"fmt"
	"strings"
)

// DriverEntries lists the entries of [Driver] in the order of the text.
func DriverEntries(n int) []string {
	var names []string
	for i := range n {
		names = append(names, fmt.Sprintf("device%d_request", i))
	}
	return names
}

// Driver returns a driver for n devices, of about 50 lines each, which takes and gives back a lock with
// lock() and unlock(), and the name of the rule's functions is all that it takes from outside. Each
// device has an entry, device<I>_request, two procedures that only it needs, and an operation that is
// called through a table. It is safe, and stays so with the edit: if edited isn't negative, the
// procedure device<I>_step of that device counts otherwise.
func Driver(n, edited int) string {
	var b strings.Builder
	b.WriteString("void lock(void);\nvoid unlock(void);\nint nondet(void);\n\nstruct device {\n\tint state;\n\tint count;\n\tint (*finish)(struct device *, int);\n};\n")
	for i := range n {
		by := "1"
		if i == edited {
			by = "2"
		}
		b.WriteString(strings.NewReplacer("@", fmt.Sprint(i), "#", by).Replace(device))
	}
	return b.String()
}

// device is one device of a [Driver], whose number is @; it counts by #.
const device = `
/* Device @. */

static int device@_step(int state, int input)
{
	if (input < 0)
		return 0;
	if (state > 40)
		return 1;
	return state + #;
}

static int device@_retry(int tries)
{
	int got = 0;

	do {
		lock();
		got = nondet();
		if (!got) {
			tries = tries - 1;
			unlock();
		}
	} while (!got && tries > 0);
	if (got)
		unlock();
	return got;
}

static int device@_finish(struct device *d, int held)
{
	if (held)
		unlock();
	d->count = d->count + 1;
	return 0;
}

static const struct device device@_template = { .finish = device@_finish };

int device@_request(struct device *d, int input)
{
	int held = 0;
	int state = d->state;

	if (input > 3) {
		lock();
		held = 1;
	}
	state = device@_step(state, input);
	if (held == 0 && state == 2)
		input = device@_retry(input);
	d->state = state;
	return device@_template.finish(d, held);
}
`
