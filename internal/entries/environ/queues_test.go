package environ_test

import (
	"strings"
	"testing"

	"hardbop/internal/cfront"
	"hardbop/internal/entries/environ"
	"hardbop/internal/entries/find"
	"hardbop/internal/entries/kinds"
)

// contains makes the environment of a text, and expects each of want in it once.
func contains(t *testing.T, text string, want ...string) {
	t.Helper()
	us := units(t, cfront.File{Name: "t.c", Text: []byte(text)})
	e, err := environ.Make(us, find.Candidates(us), kinds.Known())
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range want {
		if n := strings.Count(e.Text, w); n != 1 {
			t.Errorf("%q is there %d times in\n%s", w, n, e.Text)
		}
	}
}

// TestQueues has two work items, one of which may wait for its time.
func TestQueues(t *testing.T) {
	const a, b = "hardbop_object_work_struct_of_a", "hardbop_object_work_struct_of_b_work"
	const onA, onB = a + "_set && (const void *)p0 == (const void *)" + a + "_queue", b + "_set && (const void *)p0 == (const void *)" + b + "_queue"
	const sameB = "(const void *)&p2->work == (const void *)" + b
	const cases = "\t\tswitch (__VERIFIER_nondet_int()) {\n\t\tcase 0:\n\t\t\tif (!(" + onA + "))\n\t\t\t\tbreak;\n"
	contains(t, `struct work_struct { void (*func)(struct work_struct *); }; struct delayed_work { struct work_struct work; }; struct workqueue_struct;
		_Bool queue_work_on(int, struct workqueue_struct *, struct work_struct *), queue_delayed_work_on(int, struct workqueue_struct *, struct delayed_work *, unsigned long);
		_Bool mod_delayed_work_on(int, struct workqueue_struct *, struct delayed_work *, unsigned long); void __flush_workqueue(struct workqueue_struct *), destroy_workqueue(struct workqueue_struct *);
		static struct work_struct a; static struct delayed_work b; static void fa(struct work_struct *w) { } static void fb(struct work_struct *w) { }
		void begin(struct workqueue_struct *q) { a.func = fa; b.work.func = fb; queue_work_on(0, q, &a); queue_delayed_work_on(0, q, &b, 1); mod_delayed_work_on(0, q, &b, 0); }
		void end(struct workqueue_struct *q) { __flush_workqueue(q); destroy_workqueue(q); }`,
		"hardbop_after___flush_workqueue(struct workqueue_struct *p0)\n{\n\twhile (__VERIFIER_nondet_int()) {\n"+cases,
		"hardbop_after_destroy_workqueue(struct workqueue_struct *p0)\n{\n\twhile ("+onA+" || "+onB+") {\n"+cases,
		"hardbop_after_queue_delayed_work_on(", "(!"+b+"_set || !("+sameB+") && __VERIFIER_nondet_int())", "(!"+b+"_set || "+sameB+" || __VERIFIER_nondet_int())")
	contains(t, `struct delayed_work { struct work_struct { void (*func)(struct work_struct *); } work; }; struct workqueue_struct;
		_Bool queue_delayed_work_on(int, struct workqueue_struct *, struct delayed_work *, unsigned long); void __flush_workqueue(struct workqueue_struct *);
		static struct delayed_work b; static void fb(struct work_struct *w) { }
		void begin(struct workqueue_struct *q) { b.work.func = fb; queue_delayed_work_on(0, q, &b, 1); __flush_workqueue(q); }`,
		b+"_queue = (void *)(p3 == 0 ? (void *)p1 : 0);", "hardbop_after___flush_workqueue(struct workqueue_struct *p0)\n{\n\tif ("+onB+") {\n")
}

// TestWoken has a thread that doesn't run at once.
func TestWoken(t *testing.T) {
	const set, woken = "hardbop_data_of_thread_set", "hardbop_data_of_thread_set_woken"
	contains(t, `struct task_struct; struct task_struct *kthread_create_on_node(int (*)(void *), void *, int, const char *, ...); int wake_up_process(struct task_struct *);
		static struct task_struct *task; static int thread(void *p) { return 0; }
		void begin(void) { task = kthread_create_on_node(thread, 0, 0, "t"); } void go(void) { wake_up_process(task); }`,
		"if (!("+set+" && "+woken+"))", woken+" = 0;\n\t\t"+set+" = 1;", "\tif ((const void *)p0 == (const void *)hardbop_data_of_thread_result)\n\t\t"+woken+" = 1;\n")
}
