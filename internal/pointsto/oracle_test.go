package pointsto_test

import (
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"testing"

	"pgregory.net/rapid"

	"hardbop/internal/cfront"
	"hardbop/internal/cgen"
	"hardbop/internal/cil"
	"hardbop/internal/cil/interp"
	"hardbop/internal/enc"
	"hardbop/internal/pointsto"
	"hardbop/internal/pointsto/alias"
)

// watcher follows a run and compares it with the analysis: where each dereferenced
// pointer leads, and how the lvalues of one statement lie to each other.
type watcher struct {
	prog   *cil.Program
	r      *pointsto.Result
	oracle *alias.Oracle
	lvals  map[*cil.Func][]*cil.Lval
	heap   []block
	alloc  *cil.Node // the allocation whose result isn't seen yet
	size   uint64
	seen   int // comparisons
	visits map[*cil.Node]int
	errs   map[string]bool
}

// block is a piece of memory of the run.
type block struct {
	base, size uint64
	v          *cil.Var
	site       *cil.Node
}

func (b block) String() string {
	if b.v != nil {
		return b.v.Name
	}
	return fmt.Sprintf("heap@%s:%d", b.site.Func.Name, b.site.ID)
}

func watch(prog *cil.Program, entry *cil.Func, args ...interp.Value) *watcher {
	r := pointsto.Analyze(prog, entry)
	w := &watcher{prog: prog, r: r, oracle: alias.New(r), lvals: map[*cil.Func][]*cil.Lval{}, errs: map[string]bool{}, visits: map[*cil.Node]int{}}
	for _, f := range prog.Funcs {
		w.lvals[f] = lvalsOf(f)
	}
	interp.Run(prog, entry, interp.Config{Steps: 4000, Hook: w.hook, Args: args})
	return w
}

// lvalsOf lists some lvalues of f's text, derefences first.
func lvalsOf(f *cil.Func) []*cil.Lval {
	var derefs, vars []*cil.Lval
	seen := map[string]bool{}
	add := func(l *cil.Lval) {
		if key := cil.LvalString(l); !seen[key] && (cil.IsScalar(l.Type()) || isComp(l.Type())) {
			seen[key] = true
			if l.Mem != nil {
				derefs = append(derefs, l)
			} else if l.Base.AddrTaken || len(l.Path) > 0 {
				vars = append(vars, l)
			}
		}
	}
	for _, n := range f.Nodes {
		eachLval(n, add)
	}
	return append(derefs[:min(len(derefs), 12)], vars[:min(len(vars), 12)]...)
}

func isComp(t cil.Type) bool {
	_, ok := t.(*cil.CompType)
	return ok
}

func eachLval(n *cil.Node, visit func(*cil.Lval)) {
	var exprs []cil.Expr
	switch in := n.Instr.(type) {
	case *cil.Assign:
		visit(in.L)
		exprs = append(exprs, in.E, &cil.Load{L: in.L})
	case *cil.Branch:
		exprs = append(exprs, in.E)
	case *cil.Assume:
		exprs = append(exprs, in.E)
	case *cil.Return:
		if in.E != nil {
			exprs = append(exprs, in.E)
		}
	case *cil.Call:
		exprs = append(exprs, in.Args...)
	}
	for _, e := range exprs {
		cil.Walk(e, func(x cil.Expr) {
			if l, ok := x.(*cil.Load); ok {
				visit(l.L)
			}
		})
	}
}

func (w *watcher) hook(s *interp.State, n *cil.Node) {
	w.noteAllocation(s)
	if c, ok := n.Instr.(*cil.Call); ok {
		w.called(s, n, c)
	}
	var blocks []block
	eachLval(n, func(l *cil.Lval) {
		if l.Mem != nil {
			if blocks == nil {
				blocks = w.blocks(s)
			}
			w.target(s, n, l, blocks)
		}
	})
	if w.visits[n]++; w.visits[n] <= 3 {
		w.aliases(s, n)
	}
}

// noteAllocation learns the address that the last allocator returned.
func (w *watcher) noteAllocation(s *interp.State) {
	if w.alloc == nil {
		return
	}
	if ret := w.alloc.Instr.(*cil.Call).Ret; ret != nil {
		if p, ok := evalAddr(s, &cil.Load{L: ret}); ok {
			w.heap = append(w.heap, block{base: p, size: w.size, site: w.alloc})
		}
	}
	w.alloc = nil
}

func (w *watcher) called(s *interp.State, n *cil.Node, c *cil.Call) {
	if f := c.Callee(); f != nil {
		if f.Name == "malloc" {
			size, _ := evalAddr(s, c.Args[0])
			w.alloc, w.size = n, size
		}
		return
	}
	p, ok := evalAddr(s, c.Fn)
	if !ok || w.r.CallsUnknown(n) {
		return
	}
	for _, f := range w.r.Callees(n) {
		if q, ok := evalAddr(s, &cil.FuncAddr{F: f, T: &cil.PtrType{Elem: f.Type}}); ok && q == p {
			w.seen++
			return
		}
	}
	w.fail("%s:%d: the callee is missing", n.Func.Name, n.ID)
}

func (w *watcher) fail(format string, args ...any) { w.errs[fmt.Sprintf(format, args...)] = true }

// blocks lists the memory that exists.
func (w *watcher) blocks(s *interp.State) []block {
	out := w.heap[:len(w.heap):len(w.heap)]
	add := func(d int, v *cil.Var) {
		at := &cil.AddrOf{L: cil.VarLval(v), T: &cil.PtrType{Elem: v.Type}}
		if x, err := s.EvalAt(d, at, nil); err == nil {
			out = append(out, block{base: x.Int.Uint64(), size: uint64(w.prog.Model.SizeOf(v.Type)), v: v})
		}
	}
	for _, v := range w.prog.Globals {
		add(0, v)
	}
	for d := range s.Depth() {
		f := s.Func(d)
		for _, v := range f.Formals {
			add(d, v)
		}
		for _, v := range f.Locals {
			add(d, v)
		}
	}
	return out
}

// target checks where the pointer of l leads.
func (w *watcher) target(s *interp.State, n *cil.Node, l *cil.Lval, blocks []block) {
	p, ok := evalAddr(s, l.Mem)
	if !ok {
		return
	}
	for _, b := range blocks {
		if p < b.base || p >= b.base+b.size {
			continue
		}
		w.seen++
		objs, ok := w.r.PointsTo(n.Func, l.Mem)
		if !ok {
			return
		}
		for _, o := range objs {
			if b.v != nil && o.Var == b.v || b.site != nil && o.Site == b.site {
				return
			}
		}
		w.fail("%s:%d: %s leads to %s, known are %v", n.Func.Name, n.ID, cil.ExprString(l.Mem), b, objs)
	}
}

func evalAddr(s *interp.State, e cil.Expr) (uint64, bool) {
	v, err := s.Eval(e, nil)
	if err != nil || v.Int == nil {
		return 0, false
	}
	return new(big.Int).And(v.Int, new(big.Int).SetUint64(^uint64(0))).Uint64(), true
}

// span is the bytes of an lvalue.
type span struct {
	l        *cil.Lval
	from, to uint64
}

// aliases checks the relations of the lvalues of n's function in this state.
func (w *watcher) aliases(s *interp.State, n *cil.Node) {
	var spans []span
	for _, l := range w.lvals[n.Func] {
		if p, ok := evalAddr(s, &cil.AddrOf{L: l, T: &cil.PtrType{Elem: l.Type()}}); ok && w.readable(s, l) {
			spans = append(spans, span{l, p, p + uint64(w.prog.Model.SizeOf(l.Type()))})
		}
	}
	for i, x := range spans {
		for _, y := range spans[:i] {
			w.related(n, x, y)
		}
	}
}

// readable reports whether the bytes of l exist.
func (w *watcher) readable(s *interp.State, l *cil.Lval) bool {
	if f := lastField(l); f != nil && f.BitField {
		return false
	}
	_, err := s.Eval(&cil.Load{L: l}, nil)
	return err == nil
}

func lastField(l *cil.Lval) *cil.Field {
	if len(l.Path) == 0 {
		return nil
	}
	return l.Path[len(l.Path)-1].Field
}

func (w *watcher) related(n *cil.Node, x, y span) {
	rel := w.oracle.MayAlias(n.Func, x.l, y.l)
	w.seen++
	equal := x.from == y.from && x.to == y.to
	touch := x.from < y.to && y.from < x.to
	if rel == enc.Never && touch || rel == enc.Same && !equal || rel == enc.May && touch && !equal {
		w.fail("%s:%d: %s and %s are related by %d, but touch=%v equal=%v", n.Func.Name, n.ID, cil.LvalString(x.l), cil.LvalString(y.l), rel, touch, equal)
	}
}

func (w *watcher) report(t interface{ Errorf(string, ...any) }) {
	for e := range w.errs {
		t.Errorf("%s", e)
	}
	for _, err := range w.r.Sanity() {
		t.Errorf("sanity: %v", err)
	}
}

func loadText(t interface{ Fatalf(string, ...any) }, text string) *cil.Program {
	prog, err := cfront.Load([]cfront.File{{Name: "t.c", Text: []byte(text)}}, cfront.Config{})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return prog
}

// TestRuns follows the runs of the programs in testdata that have a main.
func TestRuns(t *testing.T) {
	files, err := filepath.Glob("testdata/*.c")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		prog, err := cfront.Load([]cfront.File{{Name: name, Text: text}}, cfront.Config{})
		if err != nil {
			continue // no main
		}
		w := watch(prog, prog.FuncNamed("main"))
		w.report(t)
		seen += w.seen
	}
	if seen < 100 {
		t.Errorf("only %d comparisons", seen)
	}
}

// TestGenerated follows the runs of programs by cgen.
func TestGenerated(t *testing.T) {
	seen := 0
	rapid.Check(t, func(t *rapid.T) {
		text := cgen.Generate(rapid.Uint64().Draw(t, "seed"), cgen.Options{Funcs: 3, Structs: true, Arrays: true,
			Pointers: true, Types: true, Recursion: true})
		prog := loadText(t, text)
		w := watch(prog, prog.FuncNamed("main"))
		w.report(t)
		seen += w.seen
	})
	if seen == 0 {
		t.Error("no comparisons")
	}
	t.Logf("%d comparisons", seen)
}
