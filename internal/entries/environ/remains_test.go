package environ_test

import (
	"strings"
	"testing"
)

// TestRemains has an interrupt that probe requests: it comes as long as nobody frees it, but where others may have done that.
func TestRemains(t *testing.T) {
	const text = `struct platform_driver { int (*probe)(int *); int (*remove)(int *); }; struct card { void (*drop)(struct card *); }; void *card_new(struct card *);
		int request_irq(unsigned, int (*)(int, void *), unsigned long, const char *, void *); void free_irq(unsigned, void *);
		static int irq(int n, void *p) { return 1; } static void drop(struct card *c) { DROP; } static struct card card = { drop }; void *cards = &card;
		static int probe(int *p) { return request_irq(5, irq, 0, "x", p); } static int remove(int *p) { free_irq(5, p); return 0; }
		static struct platform_driver driver = { probe, remove };
		struct platform_driver *used; int init_module(void) { used = &driver; return 0; }`
	const step, running = "void hardbop_step_irq(void)\n{\n\tif (!(%hardbop_data_of_irq_set))", " && __VERIFIER_nondet_int()) {\n\t\t%"
	contains(t, strings.Replace(text, "DROP", "", 1), strings.Replace(step, "%", "", 1), strings.Replace(running, "%", "hardbop_step_irq();", 1),
		"void hardbop_pending(void)\n{\n\twhile (__VERIFIER_nondet_int()) {\n\t\tswitch (__VERIFIER_nondet_int()) {\n\t\tcase 0:\n\t\t\thardbop_step_irq();")
	contains(t, strings.Replace(text, "DROP", "free_irq(5, 0)", 1), strings.Replace(step, "%", "hardbop_state_driver != 0 && ", 1), strings.Replace(running, "%", "{\n\t\t\thardbop_context_interrupt();", 1))
}
