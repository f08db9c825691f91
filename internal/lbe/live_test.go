package lbe

import (
	"bytes"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	programs "hardbop/internal/cgen"
	"hardbop/internal/cil"
	"hardbop/internal/cil/interp"
)

// observed is what can be seen of a run.
type observed struct {
	nodes []*cil.Node
	out   bytes.Buffer
	end   interp.StopKind
	code  int
}

// observe runs the program with the inputs of the seed. change, if not nil, is called before
// each step.
func observe(prog *cil.Program, seed uint64, change func(s *interp.State, n *cil.Node)) *observed {
	o, r := &observed{}, rand.New(rand.NewPCG(seed, 3))
	stop := interp.Run(prog, prog.FuncNamed("main"), interp.Config{Out: &o.out, Steps: 2000,
		Havoc: func(*cil.Node, cil.Type) *big.Int { return big.NewInt(r.Int64N(13) - 6) },
		Hook: func(s *interp.State, n *cil.Node) {
			o.nodes = append(o.nodes, n)
			if change != nil {
				change(s, n)
			}
		}})
	o.end, o.code = stop.Kind, stop.Code
	return o
}

// deadAt draws a variable of n's function that isn't live before n, or returns nil.
func deadAt(r *rand.Rand, live *Live, n *cil.Node) *cil.Var {
	var dead []*cil.Var
	for _, v := range slices.Concat(n.Func.Formals, n.Func.Locals, []*cil.Var{n.Func.Result}) {
		if v == nil || live.Before(n, v) {
			continue
		}
		if _, ok := v.Type.(*cil.IntType); ok {
			dead = append(dead, v)
		}
	}
	if len(dead) == 0 {
		return nil
	}
	return dead[r.IntN(len(dead))]
}

// TestDeadVariablesDontMatter gives a variable that isn't live another value, in the midst of a
// run: nothing that can be seen may change.
func TestDeadVariablesDontMatter(t *testing.T) {
	changed := 0
	for seed := *oracleFirst; seed < *oracleFirst+uint64(4**oraclePrograms); seed++ {
		prog, _ := load(t, programs.Generate(seed, programs.Options{Funcs: 3, Pointers: seed%2 == 0, Structs: seed%3 == 0, Arrays: seed%5 == 0,
			Types: seed%2 == 1, Recursion: seed%4 == 0, Nondet: true, Print: true}))
		live := map[*cil.Func]*Live{}
		for _, f := range prog.Funcs {
			if f.HasBody() {
				live[f] = NewLive(f, func(n *cil.Node) []cil.Expr {
					if n == f.Exit && f.Result != nil {
						return []cil.Expr{cil.LoadVar(f.Result)}
					}
					return nil
				})
			}
		}
		want := observe(prog, seed, nil)
		r := rand.New(rand.NewPCG(seed, 4))
		for range 20 {
			at, step := r.IntN(len(want.nodes)), 0
			var v *cil.Var
			got := observe(prog, seed, func(s *interp.State, n *cil.Node) {
				if step++; step != at+1 {
					return
				}
				if v = deadAt(r, live[n.Func], n); v != nil {
					s.SetVar(v, interp.IntValue(r.Int64N(200)-100))
					changed++
				}
			})
			if !slices.Equal(got.nodes, want.nodes) || got.out.String() != want.out.String() || got.end != want.end || got.code != want.code {
				t.Fatalf("seed %d: %s isn't live at step %d, node %d of %s, line %d, but another value changes the run", seed, v.Name, at,
					want.nodes[at].ID, want.nodes[at].Func.Name, want.nodes[at].Pos.Line)
			}
		}
	}
	if changed == 0 {
		t.Error("no variable was ever dead")
	}
	t.Logf("%d values changed", changed)
}

// TestLive says what is live before the label at.
func TestLive(t *testing.T) {
	for _, test := range []struct{ name, body, live string }{
		{"a returned value", "int x = g, y = g; at: return x;", "x"},
		{"a part of a struct", "struct s v = {1, 2}; int x; at: v.a = 3; x = v.b; return x;", "v"},
		{"the whole struct", "struct s v = {1, 2}, w = {3, 4}; at: v = w; return v.b;", "w"},
		{"a pointer that is written through", "struct s *p = q; at: p->a = 1; return 0;", "p"},
		{"an index", "int a[3], i = g; at: a[i] = 1; return a[0];", "a i"},
		{"what a pointer leads to", "int x = 1, *p = &x; at: g = 2; return *p;", "x p"},
		{"what a pointer led to", "int x = 1, *p = &x; g = *p; at: return 0;", "x"},
		{"a condition", "int x = g, y = g; at: if (x) y = 1; return 0;", "x"},
		{"one side", "int x = g, y = g; at: if (g) x = 1; return x + y;", "x y"},
		{"both sides", "int x = g, y = g; at: if (g) x = 1; else x = 2; return x + y;", "y"},
		{"a loop", "int x = g, y = g; while (g) { at: y = x; x = 3; g = y; } return 0;", "x"},
		{"a call", "int x = g, y = g; at: x = call(y); return x;", "y"},
		{"a call through a pointer", "int (*p)(int) = call; at: return p(1);", "p"},
		{"an arbitrary value", "int x = g; at: x = __VERIFIER_nondet_int(); return x;", ""},
	} {
		_, f := load(t, "int __VERIFIER_nondet_int(void); int call(int); struct s { int a, b; } *q; int g;\nint f(void) { "+test.body+" }\nint main(void) { return f(); }")
		live := NewLive(f, func(n *cil.Node) []cil.Expr {
			if n == f.Exit {
				return []cil.Expr{cil.LoadVar(f.Result)}
			}
			return nil
		})
		at := slices.IndexFunc(f.Nodes, func(n *cil.Node) bool { return slices.Contains(n.Labels, "at") })
		var got []string
		for _, v := range f.Locals {
			if v.Kind == cil.Local && live.Before(f.Nodes[at], v) {
				got = append(got, v.Name)
			}
		}
		if s := strings.Join(got, " "); s != test.live {
			t.Errorf("%s: %q is live, want %q", test.name, s, test.live)
		}
	}
}
