package prep_test

import (
	"testing"

	"hardbop/internal/cfront"
	"hardbop/internal/cil"
	"hardbop/internal/prep"
)

// TestVolatile counts the volatile reads that give what is there, and the notes of them.
func TestVolatile(t *testing.T) {
	const start = `#define READ(x) (*(const volatile __typeof__(x) *)&(x))
		void start(void); int any(void); static int v, w; int shared; static volatile int reg; extern int outer; static double d; static int written;
		static struct { int a; } s; static void env(void);
		`
	for _, c := range []struct {
		name, text   string
		reads, notes int
	}{
		{"one variable", "int f(void) { return READ(v) + READ(v); }", 2, 1},
		{"two variables", "int f(void) { return READ(v) + READ(w); }", 2, 2},
		{"not only ours", "int f(void) { return READ(shared) + READ(outer) + reg + READ(reg) + READ(s.a) + (int)READ(d); }", 0, 0},
		{"written by others", "int f(void) { return READ(v) + READ(written); }", 1, 1},
		{"its address is kept", "int *p = &v; int f(void) { return READ(v) + READ(w); }", 1, 1},
		{"its address is handed out", "void g(int *); int f(void) { g(&v); return READ(v); }", 0, 0},
		{"its address is in an initialiser with others", "struct { int n; int *p; } x = { 1, &v }; int f(void) { return READ(v); }", 0, 0},
		{"a loop that waits", "int f(void) { while (!READ(v)) start(); return READ(v); }", 1, 1},
		{"a loop that stores", "int f(void) { for (;;) { v = any(); if (READ(v)) return 1; } }", 1, 1},
		{"a loop that may not store", "int f(void) { for (;;) { if (any()) v = any(); if (READ(v)) return 1; } }", 0, 0},
		{"a call in a loop", "static int g(void) { return READ(v); } int f(void) { while (!g()) ; return 1; }", 0, 0},
		{"a call by a pointer in a loop", "static int g(void) { return READ(v); } int (*p)(void) = g; int f(void) { while (!p()) ; return 1; }", 0, 0},
		{"another call by a pointer in a loop", "static int g(void) { return READ(v); } int (*p)(void); int f(void) { while (!p()) ; return g(); }", 1, 1},
		{"a function that calls itself", "static int g(void) { return READ(v) || g(); } int f(void) { return g(); }", 0, 0},
		{"a caller that calls itself", "static int g(void) { return READ(v); } static int h(void) { return g() || h(); } int f(void) { return h(); }", 0, 0},
		{"called twice", "static int g(void) { return READ(v); } static int h(void) { return g() + g(); } int f(void) { return h() + g(); }", 1, 1},
		{"a loop of the environment", "int f(void) { return READ(v); }\n#line 1 \"env\"\nvoid e(void) { while (any()) f(); }", 1, 1},
		{"a loop of somebody else", "int f(void) { return READ(v); }\n#line 1 \"other\"\nvoid e(void) { while (any()) f(); }", 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			prog, err := cfront.Load([]cfront.File{{Name: "t.c", Text: []byte(start + c.text)}}, cfront.Config{Own: true})
			if err != nil {
				t.Fatal(err)
			}
			before := len(prog.Notes)
			outside := map[*cil.Var]bool{}
			for _, v := range prog.Globals {
				outside[v] = v.Name == "written"
			}
			if n, notes := prep.Volatile(prog, "env", outside), len(prog.Notes)-before; n != c.reads || notes != c.notes {
				t.Errorf("%d reads, %d notes; want %d, %d", n, notes, c.reads, c.notes)
			}
			for _, err := range cil.Sanity(prog) {
				t.Error(err)
			}
		})
	}
}
