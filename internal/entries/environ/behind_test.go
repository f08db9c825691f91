package environ_test

import (
	"slices"
	"testing"
)

// TestBehind has a hook at the end of calls: behind those that hold no lock, whoever took it.
func TestBehind(t *testing.T) {
	got := seen(t, `int cancel(int); void see(int, int), mutex_lock(int), mutex_unlock(int), lock_init(int); int mutex_lock_interruptible(int);
		void hardbop_behind_cancel(void) { see(2, 2); } int hardbop_after_cancel(int result, int p) { see(3, p); return result; }
		static void in(void) { mutex_lock(10); } static void out(void) { mutex_unlock(11); }
		static void under(void) { cancel(6); } static void deeper(void) { under(); }
		static int tries(void) { if (mutex_lock_interruptible(12)) return 1; mutex_unlock(11); return 0; }
		static void forgets(int n) { mutex_lock(10); if (n) return; mutex_unlock(11); }
		void f(void) {
			lock_init(9); cancel(1);
			if (tries()) cancel(5);
			forgets(0); cancel(5);
			mutex_lock(10); cancel(4); mutex_unlock(11); cancel(5);
			in(); cancel(4); deeper(); out(); cancel(5);
		}`, "hardbop_behind_cancel")
	free := func(n int64) []int64 { return []int64{n, 3, n, 2, 2} }
	want := slices.Concat([]int64{9}, free(1), []int64{12}, free(5), []int64{10, 11}, free(5), []int64{10, 4, 3, 4, 11}, free(5), []int64{10, 4, 3, 4, 6, 3, 6, 11}, free(5))
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestArmedAgain has a timer that queues a work item, and an interrupt that does nothing: the timer may come behind the call that takes the
// work item back, but not behind the one that takes back the timer, which the work item arms and takes back.
func TestArmedAgain(t *testing.T) {
	contains(t, `struct work_struct { void (*func)(struct work_struct *); }; struct timer_list { void (*function)(struct timer_list *); };
		_Bool queue_work_on(int, void *, struct work_struct *), cancel_work_sync(struct work_struct *); int mod_timer(struct timer_list *, unsigned long), del_timer_sync(struct timer_list *);
		int request_threaded_irq(unsigned, int (*)(int, void *), int (*)(int, void *), unsigned long, const char *, void *);
		static struct work_struct w; static struct timer_list t; static int on_irq(int irq, void *p) { return 0; }
		static void on_work(struct work_struct *x) { del_timer_sync(&t); mod_timer(&t, 1); }
		static void queue(void) { queue_work_on(0, 0, &w); } static void on_timer(struct timer_list *x) { queue(); }
		void begin(void) { w.func = on_work; t.function = on_timer; mod_timer(&t, 1); request_threaded_irq(7, on_irq, 0, 0, "x", &w); }
		void end(void) { cancel_work_sync(&w); del_timer_sync(&t); }`,
		"void hardbop_behind_", "void hardbop_behind_cancel_work_sync(void)\n{\n\tif (hardbop_object_timer_list_of_t_set && __VERIFIER_nondet_int()) {\n\t\thardbop_step_t();\n\t\thardbop_context_process();\n\t}\n}\n")
	// It is so through a pointer, to one of two functions.
	contains(t, `struct work_struct { void (*func)(struct work_struct *); }; struct timer_list { void (*function)(struct timer_list *); };
		_Bool queue_work_on(int, void *, struct work_struct *), cancel_work_sync(struct work_struct *); int mod_timer(struct timer_list *, unsigned long);
		static struct work_struct w; static struct timer_list t; static void on_work(struct work_struct *x) { } static void nothing(int n) { } static void queue(int n) { queue_work_on(0, 0, &w); }
		static void (*kick)(int) = nothing; static void on_timer(struct timer_list *x) { kick(1); }
		void begin(int n) { w.func = on_work; t.function = on_timer; if (n) kick = queue; mod_timer(&t, 1); } void end(void) { cancel_work_sync(&w); }`,
		"void hardbop_behind_cancel_work_sync(void)\n{\n\tif (hardbop_object_timer_list_of_t_set && ")
}
