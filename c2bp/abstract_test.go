package c2bp

import (
	"testing"

	"hardbop/boolprog"
	"hardbop/boolprog/interp"
	"hardbop/internal/cil"
	"hardbop/internal/interval"
	"hardbop/internal/lbe"
	"hardbop/internal/pred"
	"hardbop/internal/source"
)

// builder makes small programs by hand.
type builder struct {
	m    *cil.DataModel
	prog *cil.Program
	f    *cil.Func
	at   *cil.Node
}

func newBuilder(t *testing.T) *builder {
	m, err := cil.NewDataModel("LP64", true)
	if err != nil {
		t.Fatal(err)
	}
	return &builder{m: m, prog: &cil.Program{Model: m}}
}

func (b *builder) int() *cil.IntType { return b.m.Int(cil.Int) }

func (b *builder) local(name string) *cil.Var {
	v := &cil.Var{Name: name, Type: b.int(), Kind: cil.Local, Func: b.f}
	b.f.Locals = append(b.f.Locals, v)
	return v
}

func (b *builder) begin(name string, formals ...string) *cil.Func {
	b.f = &cil.Func{Name: name, Type: &cil.FuncType{Ret: b.int()}}
	for _, p := range formals {
		b.f.Formals = append(b.f.Formals, &cil.Var{Name: p, Type: b.int(), Kind: cil.Formal, Func: b.f})
		b.f.Type.Params = append(b.f.Type.Params, b.int())
	}
	b.f.StartBody(source.Pos{}, source.Pos{})
	b.prog.Funcs = append(b.prog.Funcs, b.f)
	b.at = b.f.Entry
	return b.f
}

func (b *builder) emit(in cil.Instr) *cil.Node {
	n := b.f.NewNode(in, source.Pos{File: "t.c", Line: len(b.f.Nodes)})
	b.at.Succs = append(b.at.Succs, n)
	b.at = n
	return n
}

func (b *builder) set(v *cil.Var, e cil.Expr) *cil.Node {
	return b.emit(&cil.Assign{L: cil.VarLval(v), E: e})
}

func (b *builder) k(n int64) cil.Expr { return cil.IntConst(b.int(), n) }

func (b *builder) bin(op cil.BinOp, x, y cil.Expr) cil.Expr {
	return &cil.Binary{Op: op, X: x, Y: y, T: b.int()}
}

func (b *builder) assume(e cil.Expr) { b.emit(&cil.Assume{E: e}) }

func (b *builder) call(ret *cil.Var, g *cil.Func, args ...cil.Expr) {
	c := &cil.Call{Fn: &cil.FuncAddr{F: g, T: &cil.PtrType{Elem: g.Type}}, Args: args}
	if ret != nil {
		c.Ret = cil.VarLval(ret)
	}
	b.emit(c)
}

func (b *builder) ret(e cil.Expr) {
	n := b.emit(&cil.Return{E: e})
	n.Succs = []*cil.Node{b.f.Exit}
	b.f.Finish()
}

// table answers from a fixed set of facts: conjunctions over small ranges are
// enumerated, which is enough for these programs.
type enumerator struct{}

// Session implements Prover.
func (enumerator) Session(conds []cil.Expr) Session { return enumeration(conds) }

func (enumerator) Group() Group { panic("no large blocks here") }

func (enumerator) Cover(*lbe.Query, *boolprog.Expr) []*cil.Node { panic("no large blocks here") }

func (enumerator) Way(*lbe.Query, func(string) bool) ([]*cil.Node, []int, bool) {
	panic("no large blocks here")
}

// enumeration is a session of an enumerator.
type enumeration []cil.Expr

func (enumeration) Close()            {}
func (enumeration) Exclude([]Literal) { panic("not in these tests") }

// Check implements Session: it tries all values from -3 to 3 of all variables. These
// programs' predicates need no others. The state that it finds tells everything.
func (conds enumeration) Check(lits []Literal) (bool, []interval.Truth) {
	conj := chosen(conds, lits)
	var vars []*cil.Var
	seen := map[*cil.Var]bool{}
	for _, e := range conds {
		for _, v := range cil.Vars(e) {
			if !seen[v] {
				seen[v] = true
				vars = append(vars, v)
			}
		}
	}
	env := map[*cil.Var]int64{}
	var try func(i int) bool
	try = func(i int) bool {
		if i == len(vars) {
			for _, e := range conj {
				if eval(e, env) == 0 {
					return false
				}
			}
			return true
		}
		for k := int64(-3); k <= 3; k++ {
			env[vars[i]] = k
			if try(i + 1) {
				return true
			}
		}
		return false
	}
	if !try(0) {
		return true, nil
	}
	state := make([]interval.Truth, len(conds))
	for i, e := range conds {
		state[i] = interval.False
		if eval(e, env) != 0 {
			state[i] = interval.True
		}
	}
	return false, state
}

func eval(e cil.Expr, env map[*cil.Var]int64) int64 {
	flag := func(b bool) int64 {
		if b {
			return 1
		}
		return 0
	}
	switch e := e.(type) {
	case *cil.Const:
		return e.Val.Int64()
	case *cil.Load:
		return env[e.L.Base]
	case *cil.Cast:
		return eval(e.X, env)
	case *cil.Unary:
		if e.Op == cil.LogNot {
			return flag(eval(e.X, env) == 0)
		}
		return -eval(e.X, env)
	case *cil.Binary:
		x, y := eval(e.X, env), eval(e.Y, env)
		switch e.Op {
		case cil.Add:
			return x + y
		case cil.Sub:
			return x - y
		case cil.Eq:
			return flag(x == y)
		case cil.Ne:
			return flag(x != y)
		case cil.Lt:
			return flag(x < y)
		case cil.Le:
			return flag(x <= y)
		case cil.Gt:
			return flag(x > y)
		case cil.Ge:
			return flag(x >= y)
		case cil.LAnd:
			return flag(x != 0 && y != 0)
		case cil.LOr:
			return flag(x != 0 || y != 0)
		}
	}
	panic("not in these tests")
}

func local(f *cil.Func, e cil.Expr) *pred.Pred { return &pred.Pred{E: e, Scope: f} }

// safe abstracts the program and asks the explicit-state oracle.
func safe(t *testing.T, b *builder, entry *cil.Func, target *cil.Node, set *pred.Set) bool {
	t.Helper()
	ab := New(Input{Prog: b.prog, Entry: entry, Targets: []Target{{target, "ERROR"}}}, Options{}, enumerator{})
	abs := ab.Abstract(set)
	text := abs.BP.String()
	p, err := boolprog.Read("t.bp", text, boolprog.Options{})
	if err != nil {
		t.Fatalf("the Boolean program can't be read back: %v\n%s", err, text)
	}
	r, err := interp.Check(boolprog.BuildGraphs(p), interp.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("unsafe: %v\n%s", r.Unsafe, text)
	return !r.Unsafe
}

// TestResultOfSelf is x = f(x) with f(a) = a + 1: the two values of x must be kept
// apart. That x is then one more than y is provable; that it equals itself plus one must
// not become an assumption that proves everything.
func TestResultOfSelf(t *testing.T) {
	for _, c := range []struct {
		name string
		bad  func(b *builder, x, y *cil.Var) cil.Expr
		want bool
	}{
		{"one more", func(b *builder, x, y *cil.Var) cil.Expr {
			return b.bin(cil.Ne, cil.LoadVar(x), b.bin(cil.Add, cil.LoadVar(y), b.k(1)))
		}, true},
		{"still reachable", func(b *builder, x, y *cil.Var) cil.Expr { return b.k(1) }, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBuilder(t)
			inc := b.begin("inc", "a")
			a := inc.Formals[0]
			b.set(a, b.bin(cil.Add, cil.LoadVar(a), b.k(1)))
			b.ret(cil.LoadVar(a))
			main := b.begin("main")
			x, y := b.local("x"), b.local("y")
			b.set(y, cil.LoadVar(x))
			b.call(x, inc, cil.LoadVar(x))
			b.assume(c.bad(b, x, y))
			target := b.emit(&cil.Skip{})
			b.ret(b.k(0))
			ghost := &cil.Var{Name: "$a", Type: b.int(), Kind: cil.Ghost, Func: inc, Of: cil.VarLval(a)}
			plus := func(v *cil.Var) cil.Expr { return b.bin(cil.Add, cil.LoadVar(v), b.k(1)) }
			set := &pred.Set{
				Ghosts: []*pred.Ghost{{V: ghost, Func: inc}},
				Preds: []*pred.Pred{
					local(inc, b.bin(cil.Eq, cil.LoadVar(a), cil.LoadVar(ghost))),
					local(inc, b.bin(cil.Eq, cil.LoadVar(a), plus(ghost))),
					local(inc, b.bin(cil.Eq, cil.LoadVar(inc.Result), plus(ghost))),
					local(main, b.bin(cil.Eq, cil.LoadVar(x), cil.LoadVar(y))),
					local(main, b.bin(cil.Eq, cil.LoadVar(x), plus(y))),
				},
			}
			if got := safe(t, b, main, target, set); got != c.want {
				t.Errorf("safe: got %v, want %v", got, c.want)
			}
		})
	}
}
