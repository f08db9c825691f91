package cfront

import (
	"strings"
	"testing"

	"hardbop/internal/cil"
)

// loadModels loads a program with our own models; own are a user's.
func loadModels(text, models, own string) (*cil.Program, error) {
	cfg := Config{}
	if own != "" {
		cfg.Models = append(cfg.Models, Model{File: File{Name: "own.c", Text: []byte(own)}, Own: true})
	}
	cfg.Models = append(cfg.Models, Model{File: File{Name: "model.c", Text: []byte(models)}})
	return Load([]File{{Name: "a.c", Text: []byte(text)}}, cfg)
}

func TestModels(t *testing.T) {
	prog, err := loadModels(`
		typedef struct { long pad; int counter; } count_t;
		struct obj; struct obj *get(struct obj *o); int defined(int); int unfit(int, int); long wide(int);
		static inline void kept_inline(count_t *c) { c->counter = 8; }
# 1 "include/linux/count.h"
		static inline void bump(count_t *c) { __asm__("incl %0" : "+m"(c->counter)); }
# 8 "a.c"
		static void kept(count_t *c) { c->counter = 7; }
		int defined(int x) { return x; }
		struct obj *make(unsigned long, unsigned); void quiet(struct obj *);
		int bad(struct obj *);
		static int helper(void) { return 3; }
		count_t c;
		int main(void) {
			struct obj *o = get(make(8, 0x100)); bump(&c); kept(&c); kept_inline(&c); quiet(o);
			return defined(1) + unfit(1, 2) + wide(1) + undeclared(5) + bad(o) + helper();
		}`, `
		typedef struct { int counter; } count_t;
		/* returns its argument. */
		void *get(void *o) { return o; }
		/* adds
		 * one */
		__attribute__((model_overrides)) void bump(count_t *c) { c->counter++; }
		void kept(count_t *c) { c->counter = 1; }
		__attribute__((model_overrides)) void kept_inline(count_t *c) { c->counter = 1; }
		int defined(int x) { return 2; }
		int unfit(int x) { return 2; }
		int wide(int x) { return 2; }
		static int helper(void) { return 9; }
		int undeclared(int x) { return helper(); }
		int bad(struct missing *p) { return p->nothing; }
		/* is new */
		__attribute__((model_allocates(1), model_zeroes_if(2, 0x100))) __attribute__((model_error_pointer)) void *make(unsigned long n, unsigned flags);
		__attribute__((model_harmless)) void quiet(void *o);`, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range cil.Sanity(prog) {
		t.Error(err)
	}
	for name, want := range map[string]struct {
		file, model string
		body        bool
	}{
		"get": {"model.c", "returns its argument", true}, "bump": {"model.c", "adds one", true}, "kept": {"a.c", "", true}, "kept_inline": {"a.c", "", true},
		"defined": {"a.c", "", true}, "unfit": {"a.c", "", false}, "wide": {"a.c", "", false},
		"undeclared": {"model.c", "does what its model says", true}, "bad": {"model.c", "", false},
		"make": {"a.c", "is new", false}, "quiet": {"a.c", "does what its model says", false},
		"helper": {"a.c", "", true}, "helper_1": {"model.c", "", true},
	} {
		f := prog.FuncNamed(name)
		if f == nil {
			t.Errorf("no function %s", name)
			continue
		}
		if f.HasBody() != want.body || f.Model != want.model || want.body && f.Pos.File != want.file {
			t.Errorf("%s at %s: body %v, model %q", name, f.Pos, f.HasBody(), f.Model)
		}
	}
	mk := prog.FuncNamed("make")
	if mk == nil || mk.Alloc == nil || len(mk.Alloc.Size) != 1 || mk.Alloc.Size[0] != 0 || !mk.Alloc.Error || mk.Alloc.ZeroFlag != 0x100 || mk.Alloc.FlagArg != 1 {
		t.Errorf("make allocates as %+v", mk.Alloc)
	}
	if q := prog.FuncNamed("quiet"); !q.Harmless {
		t.Error("quiet is not harmless")
	}
	// The model's count_t is the program's: the counter lies behind the padding.
	if text := funcText(t, prog, "bump"); !strings.Contains(text, "bump(struct count_t *c)") || !strings.Contains(text, "c->counter = c->counter + 1") {
		t.Errorf("bump:\n%s", text)
	}
}

// funcText prints the part of the program that begins with the definition of a function.
func funcText(t *testing.T, prog *cil.Program, name string) string {
	t.Helper()
	var b strings.Builder
	if err := cil.Print(&b, prog, cil.PrintOptions{}); err != nil {
		t.Fatal(err)
	}
	at := strings.LastIndex(b.String(), " "+name+"(struct")
	if at < 0 {
		t.Fatalf("no function %s in\n%s", name, b.String())
	}
	text, _, _ := strings.Cut(b.String()[at:], "\n}")
	return text
}

// TestOwnModels checks that the user's models win over ours, and that what doesn't fit in
// them is an error.
func TestOwnModels(t *testing.T) {
	text := "int f(int); int main(void) { return f(1); }"
	prog, err := loadModels(text, "/* ours */ int f(int x) { return 1; }", "/* mine */ int f(int x) { return 2; }")
	if err != nil {
		t.Fatal(err)
	}
	if f := prog.FuncNamed("f"); f.Model != "mine" || f.Pos.File != "own.c" {
		t.Errorf("the model of f is %q at %s", f.Model, f.Pos)
	}
	for own, want := range map[string]string{
		"int f(char *p) { return 2; }":     "own.c:1:5: the model of f has the type int (char *), which doesn't fit the declaration int (int) at a.c:1:5",
		"int f(int x) { return nowhere; }": "own.c:1:23: nowhere is not declared",
		"int f(int x) { return":            "own.c:1",
	} {
		if _, err := loadModels(text, "", own); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", own, err, want)
		}
	}
}
