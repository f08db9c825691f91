package effects_test

import (
	"testing"

	"hardbop/internal/cfront"
	"hardbop/internal/cgen"
	"hardbop/internal/cil"
	"hardbop/internal/cil/interp"
	"hardbop/internal/effects"
	"hardbop/internal/enc"
	"hardbop/internal/pointsto"
)

// copying is a program in which functions without a body and callees write.
const copying = `
	void *memcpy(void *, const void *, unsigned long);
	struct s { int a, b[2]; } x, y;
	int n;
	int next(void) { return ++n; }
	void copy(struct s *to, const struct s *from) { memcpy(to, from, sizeof *to); }
	void set(int *p) { *p = next(); }
	int main(void)
	{
		struct s *p = &y;
		x.a = next();
		set(&x.b[1]);
		copy(p, &x);
		return p->a;
	}`

// TestRuns follows runs of programs: what a statement writes is among what the statement,
// and each procedure that is running, may write.
func TestRuns(t *testing.T) {
	texts := []string{copying}
	for seed := range *programs {
		texts = append(texts, cgen.Generate(uint64(seed), cgen.Options{Funcs: 3, Structs: true, Arrays: true, Pointers: true, Types: true, Recursion: true}))
	}
	seen := 0
	for _, text := range texts {
		prog, err := cfront.Load([]cfront.File{{Name: "t.c", Text: []byte(text)}}, cfront.Config{})
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		entry := prog.FuncNamed("main")
		w := &writes{t: t, e: effects.New(pointsto.Analyze(prog, entry), enc.ExternOneLevel), passed: map[*cil.Node]bool{}}
		interp.Run(prog, entry, interp.Config{Steps: 4000, Hook: w.hook})
		seen += w.seen
	}
	if seen < 1000 {
		t.Errorf("only %d comparisons", seen)
	}
}

// writes compares a run with what the program is said to write.
type writes struct {
	t      *testing.T
	e      *effects.Effects
	passed map[*cil.Node]bool
	seen   int
}

func (w *writes) hook(s *interp.State, n *cil.Node) {
	if w.passed[n] {
		return
	}
	w.passed[n] = true
	for _, l := range written(n) {
		at := w.e.Locate(l)
		if w.seen++; !w.e.Writes(n).Meets(at) {
			w.t.Errorf("%s: %s isn't among what %s writes", n.Pos, cil.LvalString(l), cil.InstrString(n.Instr))
		}
		for d := range s.Depth() {
			if f := s.Func(d); !w.e.Modified(f).Meets(at) {
				w.t.Errorf("%s: %s isn't among what %s modifies", n.Pos, cil.LvalString(l), f.Name)
			}
		}
	}
}

// written lists the lvalues that the instruction at n writes.
func written(n *cil.Node) []*cil.Lval {
	switch in := n.Instr.(type) {
	case *cil.Assign:
		return []*cil.Lval{in.L}
	case *cil.Call:
		var ls []*cil.Lval
		if f := in.Callee(); f != nil && f.Name == "memcpy" {
			ls = append(ls, &cil.Lval{Mem: cil.WithoutPointerCasts(in.Args[0])})
		}
		if in.Ret != nil {
			ls = append(ls, in.Ret)
		}
		return ls
	}
	return nil
}
