package environ_test

import (
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
	const text = `int g = 1; void see(int, int); int cancel(int);
		void hardbop_before_cancel(int p) { g++; see(1, p); }
		int hardbop_after_cancel(int result, int p) { see(3, p); return result + 1; }
		void f(void) { see(4, cancel(g)); }`
	prog, err := cfront.Load([]cfront.File{{Name: "t.c", Text: []byte(text)}}, cfront.Config{Entries: []string{"f", "hardbop_before_cancel", "hardbop_after_cancel"}})
	if err != nil {
		t.Fatal(err)
	}
	environ.Weave(prog)
	for _, err := range cil.Sanity(prog) {
		t.Error(err)
	}
	var got []int64
	interp.Run(prog, prog.FuncNamed("f"), interp.Config{Steps: 100, Extern: func(_ *interp.State, _ *cil.Node, f *cil.Func, args []interp.Value) (interp.Value, bool) {
		for _, a := range args {
			got = append(got, a.Int.Int64())
		}
		return args[0], true
	}})
	want := []int64{1, 1, 1, 3, 1, 4, 2} // cancel gets 1, and returns it
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
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
