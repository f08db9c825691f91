package prep_test

import (
	"strings"
	"testing"

	"hardbop/internal/cfront"
	"hardbop/internal/cil"
	"hardbop/internal/prep"
)

// TestToldWaits looks at what gets an arbitrary value behind a wait outside of a loop.
func TestToldWaits(t *testing.T) {
	const types = `struct dev { short there, away; int flag, n, err, copied; struct dev *up; } d; int g, h; void nap(void); void copy(void *); void wait(void); void waitfor(int *); void wake(void); int any(void);
		static int ended(struct dev *p) { return p->err; } static void rest(void) { wait(); } static void ring(void) { wake(); }
		static void put(short *s) { *s = 1; wake(); } void handler(struct dev *p) { put(&p->there); p->err = any(); copy(&p->copied); wake(); } void task(struct dev *p) { g = 1; ring(); } void both(void) { wait(); h = 1; wake(); } void neither(void) { d.n = 1; }
		void all(struct dev *p) { handler(p); wait(); d.flag = 1; }
		int f(struct dev *p, int k) { struct dev *q = p; handler(p); task(p); both(); neither(); all(p); `
	for _, c := range []struct{ name, body, want string }{
		{"a status", "p->err = 0; wait(); if (p->err) k = 1;", "wait p->err"},
		{"a status that a callee reads", "wait(); k = ended(p->up);", "wait p->up->err"},
		{"a status of what is found behind", "wait(); q = p->up; k = q->err;", "q->err k"},
		{"a wait in a callee", "rest(); k = p->err;", ""},
		{"a status of what is waited for", "waitfor(&p->n); k = 1; k = p->err;", "waitfor p->err"},
		{"a status of something else", "waitfor(&d.n); k = 1; k = p->err;", "p->err k"},
		{"a status behind another pointer", "waitfor(&q->n); k = 1; k = p->err;", "p->err k"},
		{"a status behind a pointer that leads elsewhere then", "waitfor(&q->n); q = p->up; k = q->err;", "q->err k"},
		{"a variable", "waitfor(&p->n); k = 1; k = g;", "waitfor g"},
		{"a status read before", "k = p->err; wait();", ""},
		{"what is set by who wakes by a callee", "wait(); k = g;", "wait g"},
		{"what is set by who waits too", "wait(); k = h;", "wait h"},
		{"what is set by who wakes nobody", "wait(); k = p->n;", ""},
		{"what is set by who calls who wakes, and waits", "wait(); k = p->flag;", ""},
		{"what is set behind the wait", "wait(); p->err = 1;", ""},
		{"nothing that waits", "k = p->err;", ""},
		{"what is copied by who wakes", "wait(); k = p->copied;", "wait p->copied"},
		{"what is set by a pointer to it", "wait(); k = p->there; k = p->n;", "wait p->there"},
		{"a wait for time", "nap(); k = p->err;", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			prog, err := cfront.Load([]cfront.File{{Name: "t.c", Text: []byte(types + "any(); " + c.body + " return k + (q != p); }")}}, cfront.Config{Entries: []string{"f"},
				Models: []cfront.Model{{File: cfront.File{Name: "m.c", Text: []byte(`__attribute__((model_harmless, model_awaits)) void wait(void); __attribute__((model_harmless, model_waits)) void nap(void); __attribute__((model_harmless, model_awaits)) void waitfor(int *); __attribute__((model_harmless, model_wakes)) void wake(void);`)}, Own: true}}})
			if err != nil {
				t.Fatal(err)
			}
			prep.Waits(prog, "")
			var got []string
			behind := false // the statements of the case
			for n := prog.FuncNamed("f").Entry; len(n.Succs) > 0; n = n.Succs[0] {
				c, call := n.Instr.(*cil.Call)
				behind = behind || call && c.Callee().Name == "any"
				if h, ok := n.Instr.(*cil.Havoc); ok && behind && h.Why == "set by who ended the wait" {
					got = append(got, before(n), cil.LvalString(h.L))
					if a, ok := n.Succs[0].Instr.(*cil.Assign); ok && before(n) == "" {
						got = append(got[:len(got)-2], cil.LvalString(h.L), cil.LvalString(a.L))
					}
				}
			}
			if strings.Join(got, " ") != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// before is the name of the function that is called right before n, or "".
func before(n *cil.Node) string {
	if c, ok := n.Preds[0].Instr.(*cil.Call); ok {
		return c.Callee().Name
	}
	return ""
}

// TestWaits looks at what loops get arbitrary values that wait for other threads.
func TestWaits(t *testing.T) {
	const types = `struct link { struct link *next; }; struct dev { int flag, n; struct link items; struct dev *up; } d, e; int g; float real; const int fixed = 1; void pause(void); int any(void);
		static int empty(struct link *l) { return l->next == l; } static int moved(struct link *l) { l = l->next; return l->next == l; } static void wait(void) { if (g) pause(); }
		static int busy(int n) { return d.flag & n; } static void pop(struct dev *p) { p->items.next = p->items.next->next; } static int counted(struct dev *p) { p->n++; return p->flag; } static int far(void *v) { struct dev *x = v; return x->flag; } static int deep(struct dev *p) { return empty(&p->items); }
		int f(struct dev *p, int k) { int i = 0, ok = 1; int done = 0; struct dev *q = p; any(); `
	for _, c := range []struct{ name, body, want string }{
		{"a flag", "while (d.flag) pause();", "d.flag"},
		{"a flag behind a pointer", "while (p->flag) pause();", "p->flag"},
		{"a flag behind two", "while (p->up->flag) pause();", "p->up->flag"},
		{"a flag that is looked at behind the wait", "do pause(); while (!p->flag);", "p->flag"},
		{"a number of elements", "for (i = 0; i < d.n; i++) pause();", ""},
		{"a flag and a time", "for (i = 0; !d.flag && i < 10; i++) pause();", "d.flag"},
		{"a flag and a time in a variable", "for (i = 0; i < 10; i++) { ok = d.flag ? 1 : 0; if (ok) break; pause(); }", "d.flag"},
		{"a flag by way of a variable", "for (;;) { done = d.flag; if (done) break; pause(); }", "d.flag"},
		{"a flag by way of constants", "for (;;) { if (d.flag) done = 1; else done = 0; if (done) break; pause(); }", "d.flag"},
		{"a list", "while (!empty(&p->items)) pause();", "p->items.next"},
		{"a list of which nobody can say what is read", "while (!moved(&p->items)) pause();", "tmp"},
		{"a list by a callee's callee", "while (!deep(p)) pause();", "p->items.next"},
		{"a flag that a callee finds by a variable of its own", "while (!far(p)) pause();", "tmp"},
		{"a flag that a callee reads besides what it counts", "while (counted(p)) pause();", "p->flag"},
		{"a flag that the loop sets before it waits", "do { p->flag = 0; any(); pause(); } while (!p->flag);", "p->flag"},
		{"a flag that the loop sets behind the wait", "do { any(); pause(); p->flag = 0; } while (p->flag);", ""},
		{"another variable's member", "while (d.flag) { e.flag++; pause(); }", "d.flag"},
		{"the same variable's member", "while (d.flag) { d.flag++; pause(); }", ""},
		{"the member behind a pointer", "while (d.flag) { p->flag++; pause(); }", ""},
		{"a list that the loop empties", "while (!empty(&p->items)) { pop(p); pause(); }", ""},
		{"a flag that the loop sets", "while (p->flag) { pause(); p->flag = 0; }", ""},
		{"a flag that a callee reads", "while (busy(p->n)) pause();", "p->n d.flag"},
		{"a wait in a callee", "while (p->flag) wait();", "p->flag"},
		{"no wait", "while (p->flag) any();", ""},
		{"an inner loop", "for (;;) { if (any()) break; while (g) pause(); g = 0; }", "g"},
		{"an outer loop", "while (!p->flag) for (i = 0; i < 3; i++) pause();", "p->flag"},
		{"what isn't its condition", "while (any()) { if (p->flag) k = 1; pause(); }", ""},
		{"a variable that others know", "int here = 0; any2(&here); while (!here) pause();", "here"},
		{"a variable that they don't", "while (k) pause();", ""},
		{"a constant", "while (fixed) pause();", ""},
		{"a number with a point", "while (real < 1) pause();", "real"},
		{"two", "while (p->flag && g) pause();", "p->flag g"},
		{"two by way of a constant", "for (;;) { ok = 0; if (p->flag) { if (d.n == 3) ok = 1; } if (ok) break; pause(); }", "p->flag d.n"},
		{"two by way of one of two constants", "for (;;) { ok = -1; if (p->flag) ok = g ? 0 : -2; if (!ok) break; pause(); }", "p->flag g"},
		{"two by way of what one is", "for (;;) { done = 0; if (p->flag) done = d.n; if (done) break; pause(); }", "p->flag d.n"},
		{"what doesn't decide whether two are asked", "for (;;) { if (d.n) any(); if (p->flag && g) break; pause(); }", "p->flag g"},
		{"what doesn't decide on a constant", "for (;;) { done = 0; if (d.n) any(); ok = 0; if (p->flag) ok = 1; if (ok) break; pause(); }", "p->flag"},
		{"until two hold", "while (!p->flag || d.n != 3) pause();", "p->flag d.n"},
		{"until two hold, with a break", "for (;;) { if (p->flag && d.n == 3) break; pause(); }", "p->flag d.n"},
		{"until two hold behind the wait", "do pause(); while (!(p->flag && g));", "p->flag g"},
		{"three", "for (;;) { if (p->flag && g && d.n) break; if (e.flag) break; pause(); }", "p->flag g d.n e.flag"},
		{"turns that don't ask", "for (;;) { pause(); if (d.n) continue; if (p->flag) break; }", "d.n p->flag"},
		{"what doesn't decide whether it is asked", "for (;;) { if (d.n) any(); if (p->flag) break; pause(); }", "p->flag"},
		{"what is asked in the turn before", "while (!p->flag) { if (d.n) any(); pause(); }", "p->flag"},
		{"a counter that decides whether it is asked", "for (;; i++) { if (i > 3 && p->flag) break; pause(); }", "p->flag"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := "void any2(int *); " + types + c.body + " return i + k + ok + done + q->n; }"
			prog, err := cfront.Load([]cfront.File{{Name: "t.c", Text: []byte(text)}}, cfront.Config{Entries: []string{"f"},
				Models: []cfront.Model{{File: cfront.File{Name: "m.c", Text: []byte(`__attribute__((model_harmless, model_waits)) void pause(void);`)}, Own: true}}})
			if err != nil {
				t.Fatal(err)
			}
			n := prep.Waits(prog, "")
			for _, err := range cil.Sanity(prog) {
				t.Error(err)
			}
			var got []string
			for _, n := range prog.FuncNamed("f").Nodes {
				if h, ok := n.Instr.(*cil.Havoc); ok && h.Why == "changed while waiting" {
					got = append(got, cil.LvalString(h.L))
					if _, float := h.L.Type().(*cil.FloatType); float != (h.Of == nil) {
						t.Errorf("%s may lead where it led: %v", cil.LvalString(h.L), h.Of != nil)
					}
				}
			}
			if strings.Join(got, " ") != c.want || n != len(got) {
				t.Errorf("%d: %q, want %q", n, got, c.want)
			}
		})
	}
}
