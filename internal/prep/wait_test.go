package prep_test

import (
	"slices"
	"strings"
	"testing"

	"hardbop/internal/cfront"
	"hardbop/internal/cil"
	"hardbop/internal/enc"
	"hardbop/internal/prep"
)

// TestToldWaits looks at what gets an arbitrary value behind a wait outside of a loop.
func TestToldWaits(t *testing.T) {
	const types = `struct dev { short there, away; int flag, n, err, copied, far, ready, late; struct dev *up; struct { int level; } in, out; } d, e; int g, h; void nap(void); void copy(void *); void wait(void); void waitfor(int *); void wake(void); int any(void);
		static int ended(struct dev *p) { return p->err; } static void rest(void) { wait(); } static void ring(void) { wake(); }
		static void put(short *s) { *s = 1; wake(); } void handler(struct dev *p) { put(&p->there); p->err = any(); copy(&p->copied); wake(); } void task(struct dev *p) { g = 1; ring(); } void both(void) { wait(); h = 1; wake(); } void neither(void) { d.n = 1; }
		void elsewhere(void) { e.far = 1; wake(); } void all(struct dev *p) { elsewhere(); handler(p); wait(); d.flag = 1; }
		static void nested(struct dev *p) { waitfor(&p->n); } static void dark(void *list) { struct dev *x = list; while (x->up) x = x->up; if (x->err) g = 2; } void end(struct dev *p) { p->ready = 1; p->late = 1; } void high(struct dev *p) { p->in.level = 1; p->far = 1; }
		static int claim(struct dev *p) { if (p->ready) return 0; p->ready = 1; p->n = 1; return 1; }
		void others(struct dev *p) { end(p); high(p); handler(p); task(p); both(); neither(); all(p); }
		int f(struct dev *p, int k) { struct dev *q = p; `
	for _, c := range []struct{ name, body, want string }{
		{"a status", "p->err = 0; wait(); if (p->err) k = 1;", "wait p->err"},
		{"a status that a callee reads", "wait(); k = ended(p->up);", "wait p->up->err"},
		{"a status of what is found behind", "wait(); q = p->up; k = q->err;", "q->err k"},
		{"a wait in a callee", "rest(); k = p->err;", "rest p->err"},
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
		{"what is set of another variable", "wait(); k = d.far;", ""},
		{"what is set of a variable where a pointer leads", "wait(); k = p->far;", "wait p->far"},
		{"a status that is set anew", "rest(); p->err = 0; k = p->err;", ""},
		{"a status behind a wait in a callee", "nested(p); k = p->err;", "p->err in nested"},
		{"a status that a callee looks for", "wait(); dark(p);", "x->err in dark"},
		{"what is set by who ends a loop", "while (!p->ready) nap(); k = p->late;", "p->late"},
		{"what a loop waits for itself", "while (!p->ready) nap(); k = p->ready;", ""},
		{"what a loop waits for by a variable", "for (;;) { k = p->ready; if (k) break; nap(); } k = p->ready;", ""},
		{"what is set by who ends another loop", "while (!p->out.level) nap(); k = p->far;", ""},
		{"what is set by who ends a loop for a member of a struct", "while (!p->in.level) nap(); k = p->far;", "p->far"},
		{"what a callee sets in a loop", "while (!claim(p)) nap(); k = p->n;", ""},
		{"a wait for time", "nap(); k = p->err;", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			prog, err := cfront.Load([]cfront.File{{Name: "t.c", Text: []byte(types + "any(); " + c.body + " return k + (q != p); }")}}, cfront.Config{Entries: []string{"f", "others"},
				Models: []cfront.Model{{File: cfront.File{Name: "m.c", Text: []byte(`__attribute__((model_harmless, model_awaits)) void wait(void); __attribute__((model_harmless, model_waits)) void nap(void); __attribute__((model_harmless, model_awaits)) void waitfor(int *); __attribute__((model_harmless, model_wakes)) void wake(void);`)}, Own: true}}})
			if err != nil {
				t.Fatal(err)
			}
			prep.Waits(prog, "", prep.Memory{Allocation: enc.Allocation, Modelled: enc.Modelled, Spares: enc.Spares})
			var got []string
			behind := false // the statements of the case
			seen := map[*cil.Node]bool{}
			for n := prog.FuncNamed("f").Entry; len(n.Succs) > 0 && !seen[n]; n = n.Succs[0] {
				seen[n] = true
				c, call := n.Instr.(*cil.Call)
				behind = behind || call && c.Callee().Name == "any"
				if h, ok := n.Instr.(*cil.Havoc); ok && behind && h.Why == "set by who ended the wait" {
					got = append(got, before(n), cil.LvalString(h.L))
					if a, ok := n.Succs[0].Instr.(*cil.Assign); ok && before(n) == "" {
						got = append(got[:len(got)-2], cil.LvalString(h.L), cil.LvalString(a.L))
					}
				}
			}
			for _, n := range callees(prog) {
				if h, ok := n.Instr.(*cil.Havoc); ok && prep.ByOthers(h) && strings.Contains(c.want, n.Func.Name) {
					got = append(got, cil.LvalString(h.L), "in", n.Func.Name)
				}
			}
			if strings.TrimSpace(strings.Join(got, " ")) != c.want {
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
	const types = `
		#define READ_ONCE(x) *(volatile __typeof__(x) *)&(x)
		struct link { struct link *next; }; struct dev { int flag, n; struct link items; struct dev *up; } d, e; int g; float real; const int fixed = 1; void pause(void); int any(void);
		static int empty(struct link *l) { return l->next == l; } static int moved(struct link *l) { l = l->next; return l->next == l; } static void wait(void) { if (g) pause(); }
		static int row[9]; static int claim(struct dev *p) { if (p->flag) return 0; p->flag = 1; return 1; } static int swap(struct dev *p, int x) { int was = p->flag; p->flag = x; return was; } static int compare(struct dev *p, int old, int x) { int was = p->flag; if (was == old) p->flag = x; return was; }
		static int room(struct dev *p) { if (p->n >= 4) return 0; p->n++; return 1; } static int bit(struct dev *p) { if (p->flag & 1) return 0; p->flag |= 1; return 1; } static struct dev *take(struct dev *p) { struct dev *x; if (!p->up) return 0; x = p->up; p->up = x->up; return x; } static void clear(struct dev *p) { p->flag = 0; }
		static int busy(int n) { return d.flag & n; } static void pop(struct dev *p) { p->items.next = p->items.next->next; } static int counted(struct dev *p) { p->n++; return p->flag; } static int far(void *v) { struct dev *x = v; return x->flag; } static int up(struct dev *p) { p->n++; return p->n; } static void down(struct dev *p) { p->n--; } static int deep(struct dev *p) { return empty(&p->items); }
		static volatile int device; static int moved_up(struct dev *p) { struct dev *x = p->up; p->up = 0; return x->flag; } static int (*const asks)(struct dev *) = deep; static struct part { int set, more; } part; static int other_kind(int n) { return g; } int (*asks_other)(int) = other_kind;
		static int once(struct dev *p) { return READ_ONCE(p->flag) | p->n; } static int once_more(struct dev *p) { return once(p); } static int once_far(void *v) { struct dev *x = v; return READ_ONCE(x->flag); }
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
		{"a list of which nobody can say what is read", "while (!moved(&p->items)) pause();", "l->next l->next"},
		{"a list by a callee's callee", "while (!deep(p)) pause();", "p->items.next"},
		{"a flag that a callee finds by a variable of its own", "while (!far(p)) pause();", "p->flag"},
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
		{"a lock that is claimed", "while (!claim(p)) pause();", "p->flag"},
		{"a lock that is claimed in the loop", "do { done = p->flag == 0; if (done) p->flag = 1; if (!done) pause(); } while (!done);", "p->flag"},
		{"a lock that is exchanged", "while (swap(p, 1)) pause();", "p->flag"},
		{"a lock that is exchanged for what ends it", "while (swap(p, 0)) pause();", ""},
		{"a lock that is exchanged if it is free", "while (compare(p, 0, 1) != 0) pause();", "p->flag"},
		{"a number that is counted where there is room", "while (!room(p)) pause();", "p->n"},
		{"a bit that is claimed", "while (!bit(p)) pause();", "p->flag"},
		{"a bit beside those that the loop sets", "do { p->flag |= 2; pause(); } while (p->flag & 1);", "p->flag"},
		{"a bit that the loop sets", "do { p->flag |= 1; pause(); } while (!(p->flag & 1));", ""},
		{"a bit beside those that the loop clears", "do { p->flag &= ~2; pause(); } while (p->flag & 1);", "p->flag"},
		{"a bit that the loop clears", "do { p->flag &= ~1; pause(); } while (p->flag & 1);", ""},
		{"an item that is taken", "while (!(q = take(p))) pause();", "p->up x->up"},
		{"states that the loop goes through", "while (p->flag != 3) { if (p->flag == 1) p->flag = 3; else p->flag = 1; pause(); }", ""},
		{"a flag that the loop sets in the end", "do { p->flag = 0; pause(); if (any()) p->flag = 1; } while (!p->flag);", ""},
		{"a flag that is set by a callee", "while (p->flag) { pause(); clear(p); }", ""},
		{"a flag that is set by nobody knows what", "while (p->flag) { pause(); p->flag = any(); }", ""},
		{"a list that is gone through", "for (q = p; q->up; q = q->up) pause();", ""},
		{"an array that is gone through", "while (row[i]) { pause(); i++; }", ""},
		{"a pointer that is read anew", "for (;;) { q = p->up; if (q->flag) break; pause(); }", "q->flag"},
		{"a barrier", "while (p->flag) __asm__ volatile(\"\" ::: \"memory\");", "p->flag"},
		{"assembly", "while (p->flag) __asm__ volatile(\"\" : \"=r\"(k));", ""},
		{"no wait", "while (p->flag) any();", ""},
		{"an inner loop", "for (;;) { if (any()) break; while (g) pause(); g = 0; }", "g"},
		{"what is read and not asked", "for (;;) { done = p->flag; p->flag = 3; done = any(); if (done) break; pause(); }", ""},
		{"what is set before it is asked", "for (;;) { p->flag = any(); done = p->flag; done = done ? 1 : 1; if (done) break; pause(); }", ""},
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
		{"until two hold, of which the loop sets one", "while (!p->flag || d.n != 3) { pause(); p->flag = 1; }", "d.n"},
		{"until two hold, of which the loop claims one", "while (!claim(p) || d.n != 3) pause();", "p->flag d.n"},
		{"until two hold, with a break", "for (;;) { if (p->flag && d.n == 3) break; pause(); }", "p->flag d.n"},
		{"until two hold behind the wait", "do pause(); while (!(p->flag && g));", "p->flag g"},
		{"three", "for (;;) { if (p->flag && g && d.n) break; if (e.flag) break; pause(); }", "p->flag g d.n e.flag"},
		{"turns that don't ask", "for (;;) { pause(); if (d.n) continue; if (p->flag) break; }", "d.n p->flag"},
		{"what doesn't decide whether it is asked", "for (;;) { if (d.n) any(); if (p->flag) break; pause(); }", "p->flag"},
		{"what is asked in the turn before", "while (!p->flag) { if (d.n) any(); pause(); }", "p->flag"},
		{"a flag that a callee finds by what it changes", "while (!moved_up(p)) pause();", "p->up x->flag"},
		{"a list by a function behind a pointer", "while (!asks(p)) pause(); k = asks_other(k);", "p->items.next"},
		{"a flag in a struct that is copied", "struct part x; do { pause(); x = part; } while (!x.set);", "part.set"},
		{"what is read anew", "while (!READ_ONCE(p->flag)) pause();", "p->flag"},
		{"what is read anew without a wait", "while (!READ_ONCE(p->flag) || d.n) any();", "p->flag"},
		{"what is read anew by a callee", "while (!once(p)) pause();", "p->flag p->n"},
		{"what is read anew by a callee without a wait", "while (!once_more(p)) any();", "p->flag"},
		{"what is read anew by a callee that finds it itself, without a wait", "while (!once_far(p)) any();", "p->flag"},
		{"what is read anew and doesn't decide", "while (any()) { if (READ_ONCE(p->flag)) k = 1; pause(); }", ""},
		{"what is read anew and the loop counts", "while (READ_ONCE(p->n)) { p->n--; pause(); }", ""},
		{"what is read anew and the loop sets first", "do { p->flag = 0; any(); } while (!READ_ONCE(p->flag));", "p->flag"},
		{"a counter that is given back", "while (up(p) != 1) { p->n--; pause(); }", "p->n"},
		{"a counter that is given back by a callee", "while (up(p) != 1) { down(p); pause(); }", "p->n"},
		{"a counter that is given back of another", "while (up(p) != 1) { q = p->up; q->n = p->n; pause(); }", ""},
		{"a counter that isn't given back", "while (up(p) != 3) pause();", ""},
		{"a counter of which too much is given back", "while (up(p) != 1) { p->n -= 2; pause(); }", ""},
		{"what is volatile itself", "while (!device) pause();", ""},
		{"a counter that decides whether it is asked", "for (;; i++) { if (i > 3 && p->flag) break; pause(); }", "p->flag"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := "void any2(int *); " + types + c.body + " return i + k + ok + done + q->n; }"
			prog, err := cfront.Load([]cfront.File{{Name: "t.c", Text: []byte(text)}}, cfront.Config{Entries: []string{"f"},
				Models: []cfront.Model{{File: cfront.File{Name: "m.c", Text: []byte(`__attribute__((model_harmless, model_waits)) void pause(void);`)}, Own: true}}})
			if err != nil {
				t.Fatal(err)
			}
			n := prep.Waits(prog, "", prep.Memory{Allocation: enc.Allocation, Modelled: enc.Modelled, Spares: enc.Spares})
			for _, err := range cil.Sanity(prog) {
				t.Error(err)
			}
			var got []string
			for _, n := range slices.Concat(prog.FuncNamed("f").Nodes, callees(prog)) {
				if h, ok := n.Instr.(*cil.Havoc); ok && h.Why == "changed while waiting" {
					got = append(got, cil.LvalString(h.L))
					if r, ok := n.Succs[0].Instr.(*cil.Havoc); ok && r.Why == cil.VolatileRead {
						t.Errorf("what is read anew of %s isn't what is there", cil.LvalString(h.L))
					}
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

// callees lists the nodes of all functions but f.
func callees(prog *cil.Program) []*cil.Node {
	var list []*cil.Node
	for _, f := range prog.Funcs {
		if f.Name != "f" {
			list = append(list, f.Nodes...)
		}
	}
	return list
}

// TestStored looks at the values that a loop may find which waits: those that the program stores, if that is certain.
func TestStored(t *testing.T) {
	const types = `void pause(void); void use(int *); int any(void); static int state; static unsigned char small = 3; int open; static volatile int device;
		static struct pair { int a, b; int bits : 2; union { int x; short y; }; int row[2]; } pair = { 1, 2 }, other; static int n = 5;
		int f(int i) { while (WHAT) pause(); return 0; } int init(void) { return 0; }
		void g(int k) { DO; }`
	for _, c := range []struct{ what, do, want string }{
		{"!state", "state = 1; state = 2; state = 1", "0 1 2"},
		{"!state", "", "0"},
		{"!state", "state = k", ""},
		{"!state", "state = any()", ""},
		{"!state", "state++", ""},
		{"!state", "use(&state)", ""},
		{"!state", "*(volatile int *)&state = 7", "0 7"},
		{"!state", "__asm__ volatile(\"xor %eax, %eax\\n\" : \"+m\"(state))", ""},
		{"!state", "__asm__ volatile(\"unknown\" ::: \"memory\")", ""},
		{"small", "small = -1", "3 255"},
		{"!open", "open = 1", ""},
		{"!device", "device = 1", ""},
		{"pair.a", "pair.a = 4; pair.b = k; other.a = k", "1 4"},
		{"pair.a", "pair = other", ""},
		{"pair.a", "use(&pair.b)", ""},
		{"pair.b", "pair.a = k", "2"},
		{"!pair.bits", "pair.bits = 5", ""},
		{"!pair.x", "pair.x = 1", "0 1"},
		{"!pair.x", "pair.y = 1", ""},
		{"!pair.row[0]", "pair.row[k] = k", ""},
		{"!n", "n = 0; n = 1; n = 2; n = 3; n = 4; n = 6; n = 7; n = 8; n = 9; n = 10; n = 11; n = 12; n = 13; n = 14; n = 15; n = 16", ""},
	} {
		text := strings.NewReplacer("WHAT", c.what, "DO", c.do).Replace(types)
		prog, err := cfront.Load([]cfront.File{{Name: "t.c", Text: []byte(text)}}, cfront.Config{Entries: []string{"f", "g"},
			Models: []cfront.Model{{File: cfront.File{Name: "m.c", Text: []byte(`__attribute__((model_harmless, model_waits)) void pause(void);`)}, Own: true}}})
		if err != nil {
			t.Fatal(err)
		}
		for environment, want := range map[string]string{"environment": c.want, "": ""} {
			got := ""
			again := prog
			if environment == "" {
				again, _ = cfront.Load([]cfront.File{{Name: "t.c", Text: []byte(text)}}, cfront.Config{Entries: []string{"f", "g"},
					Models: []cfront.Model{{File: cfront.File{Name: "m.c", Text: []byte(`__attribute__((model_harmless, model_waits)) void pause(void);`)}, Own: true}}})
			}
			prep.Waits(again, environment, prep.Memory{Allocation: enc.Allocation, Modelled: enc.Modelled, Spares: enc.Spares})
			for _, err := range cil.Sanity(again) {
				t.Error(err)
			}
			for _, n := range again.FuncNamed("f").Nodes {
				if a, ok := n.Instr.(*cil.Assume); ok {
					got = numbersIn(a.E)
				}
			}
			if got != want {
				t.Errorf("%s; %s: %q, want %q", c.what, c.do, got, want)
			}
		}
	}
}

// numbersIn lists the constants in e.
func numbersIn(e cil.Expr) string {
	var all []string
	cil.Walk(e, func(x cil.Expr) {
		if c, ok := x.(*cil.Const); ok {
			all = append(all, c.Val.String())
		}
	})
	return strings.Join(all, " ")
}
