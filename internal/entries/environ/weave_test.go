package environ_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"hardbop/internal/cfront"
	"hardbop/internal/cil"
	"hardbop/internal/cil/interp"
	"hardbop/internal/entries/environ"
	"hardbop/internal/entries/find"
	"hardbop/internal/entries/kinds"
)

// TestBefore has a hook before a call and one behind it: all three get what the arguments were before.
func TestBefore(t *testing.T) {
	got := seen(t, `int g = 1; void see(int, int); int cancel(int);
		void hardbop_before_cancel(int p) { g++; see(1, p); }
		int hardbop_after_cancel(int result, int p) { see(3, p); return result + 1; }
		void f(void) { see(4, cancel(g)); }`, "hardbop_before_cancel")
	want := []int64{1, 1, 1, 3, 1, 4, 2} // cancel gets 1, and returns it
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestThrough calls through pointers: where they lead to a function with a hook, that is called, with what it was called with.
func TestThrough(t *testing.T) {
	got := seen(t, `void see(int, int); int cancel(int), other(int), far(int, int);
		int hardbop_before_cancel(int p) { see(1, p); return 0; } int hardbop_after_cancel(int result, int p) { see(3, p); return result + 1; }
		struct ops { int (*a)(int); int (*b)(int); int (*c)(int, int); } ops = { cancel, other, far };
		int by(struct ops *o) { o->a(5); return o->b(5) + o->c(6, 7); }
		void f(void) { int r = by(&ops); see(4, r); int (*volatile p)(int) = cancel; see(8, p(5)); }`, "hardbop_before_cancel")
	want := []int64{1, 5, 5, 3, 5, 5, 6, 7, 4, 11, 1, 5, 5, 3, 5, 8, 6}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	contains(t, `struct timer_list { void (*function)(struct timer_list *); }; int mod_timer(struct timer_list *, unsigned long);
		static struct timer_list t; static void on_timer(struct timer_list *t) { } static int (*const arm)(struct timer_list *, unsigned long) = mod_timer;
		void begin(void) { t.function = on_timer; arm(&t, 1); }`, "hardbop_after_mod_timer(")
}

// seen weaves the hooks into a text, hardbop_after_cancel and more, runs f, and lists the numbers that functions without a body get; these return the first.
func seen(t *testing.T, text string, more ...string) []int64 {
	t.Helper()
	prog, err := cfront.Load([]cfront.File{{Name: "t.c", Text: []byte(text)}}, cfront.Config{Entries: append(more, "f", "hardbop_after_cancel")})
	if err != nil {
		t.Fatal(err)
	}
	environ.Weave(prog)
	for _, err := range cil.Sanity(prog) {
		t.Error(err)
	}
	var got []int64
	interp.Run(prog, prog.FuncNamed("f"), interp.Config{Steps: 300, Extern: func(_ *interp.State, _ *cil.Node, f *cil.Func, args []interp.Value) (interp.Value, bool) {
		for _, a := range args {
			got = append(got, a.Int.Int64())
		}
		return args[0], true
	}})
	return got
}

// TestResultsOfTwo: where two files arm timers, a hook of one doesn't know what those of the other are.
func TestResultsOfTwo(t *testing.T) {
	const text = `struct timer_list { void (*function)(struct timer_list *); }; int mod_timer(struct timer_list *, unsigned long), del_timer(struct timer_list *);
		static struct timer_list t; static void on_timer(struct timer_list *t) { }
		void arm_X(void) { t.function = on_timer; mod_timer(&t, 1); } void end_X(void) { del_timer(&t); }`
	for n, want := range map[int]bool{1: true, 2: false} {
		var files []cfront.File
		for _, name := range []string{"a", "b"}[:n] {
			files = append(files, cfront.File{Name: name + ".c", Text: []byte(strings.ReplaceAll(text, "X", name))})
		}
		us := units(t, files...)
		e, err := environ.Make(us, find.Candidates(us), kinds.Known())
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(e.Text, "int hardbop_after_del_timer("); got != want {
			t.Errorf("%d files: told %v\n%s", n, got, e.Text)
		}
	}
}

// TestDefined: what the environment of one file declares, that of another defines, whatever of it is in which file.
func TestDefined(t *testing.T) {
	const header = `struct timer_list { void (*function)(struct timer_list *); }; int mod_timer(struct timer_list *, unsigned long), del_timer_sync(struct timer_list *);
		struct work_struct { void (*func)(struct work_struct *); }; _Bool schedule_work(struct work_struct *), cancel_work_sync(struct work_struct *);`
	const timer = `static struct timer_list t; static void on_timer(struct timer_list *t) { } void arm(void) { t.function = on_timer; mod_timer(&t, 1); } void disarm(void) { del_timer_sync(&t); }`
	const work = `static struct work_struct w; static void on_work(struct work_struct *w) { } void queue(void) { w.func = on_work; schedule_work(&w); } void cancel(void) { cancel_work_sync(&w); }`
	const module = `void arm(void), disarm(void), queue(void), cancel(void); static int start(void) { arm(); queue(); return 0; } static void end(void) { cancel(); disarm(); }
		static inline int (*__inittest(void))(void) { return start; } static inline void (*__exittest(void))(void) { return end; }`
	found := 0
	for _, texts := range [][]string{{module, timer, work}, {timer, module, work}, {work + timer, module}, {module + timer, work}, {module, timer + work}} {
		var files []cfront.File
		for i, text := range texts {
			files = append(files, cfront.File{Name: string(rune('a'+i)) + ".c", Text: []byte(header + text)})
		}
		us := units(t, files...)
		e, err := environ.Make(us, find.Candidates(us), kinds.Known())
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`(?m)^extern (.*hardbop_\w+);`).FindAllStringSubmatch(e.Text, -1) {
			found++
			if !regexp.MustCompile("(?m)^" + regexp.QuoteMeta(m[1]) + ";").MatchString(e.Text) {
				t.Errorf("%s isn't defined in\n%s", m[1], e.Text)
			}
		}
	}
	if found == 0 {
		t.Error("nothing is declared")
	}
}
