package lbe

import (
	"fmt"
	"strings"
	"testing"

	"hardbop/internal/cil"
	"hardbop/internal/enc"
	"hardbop/internal/smt"
)

// shapes are families of fragments with n statements.
var shapes = map[string]func(n int) string{
	"diamonds": func(n int) string {
		return repeat(n/3, func(int) string { return "if (nd()) x = x + 1; else y = x;\n" })
	},
	"guarded diamonds": func(n int) string {
		return repeat(n/3, func(k int) string { return fmt.Sprintf("if (x < %d) y = y + x; else x = y - 1;\n", k) })
	},
	"a straight line": func(n int) string {
		return repeat(n, func(int) string { return "x = x + 1;\n" })
	},
	"many reads": func(n int) string {
		return repeat(n, func(int) string { return "x = y + z;\n" })
	},
	"assumptions": func(n int) string {
		return repeat(n, func(k int) string { return fmt.Sprintf("__VERIFIER_assume(z != %d);\n", k+1) })
	},
	"calls": func(n int) string {
		return repeat(n, func(int) string { return "x = x + nd();\n" })
	},
}

func repeat(n int, line func(k int) string) string {
	var b strings.Builder
	for k := range n {
		b.WriteString(line(k))
	}
	return b.String()
}

// sized makes the query of a shape with n statements.
func sized(t testing.TB, shape func(int) string, n int) (*cil.Program, *Query) {
	t.Helper()
	prog, f := load(t, prologue+"int x, y, z, i, a[10], *p, *q;\nvoid f(void) {\nfrom:;\n"+shape(n)+"to:;\n}\nint main(void) { f(); return x + y + z + i + a[0] + *p + *q; }")
	fr := between(t, f)
	preds := func(suffix string) []Pred {
		return []Pred{{Name: "x" + suffix, E: parse(t, prog, f, "x < y")}, {Name: "z" + suffix, E: parse(t, prog, f, "z == 0")}}
	}
	return prog, NewQuery(fr, oneLevel(enc.TypeAlias{}), preds(""), preds("'"))
}

// size counts the terms of the formula of a query.
func size(prog *cil.Program, q *Query) int {
	f := smt.NewFactory()
	form := q.Formula(f, enc.New(prog, f, enc.Options{}), false)
	seen := map[smt.Term]bool{}
	todo := append(append([]smt.Term(nil), form.Side...), form.Conjuncts...)
	for len(todo) > 0 {
		t := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if !seen[t] {
			seen[t] = true
			todo = append(todo, t.Args()...)
		}
	}
	return len(seen)
}

// TestLinear sees that queries, and their formulas, grow as fragments do.
func TestLinear(t *testing.T) {
	for name, shape := range shapes {
		exprs, terms := 0, 0
		for n := 10; n <= 10000; n *= 10 {
			prog, q := sized(t, shape, n)
			was := exprs
			if exprs = len(q.Exprs()); was > 0 && exprs > 12*was {
				t.Errorf("%s: from %d to %d statements the query grows from %d to %d expressions", name, n/10, n, was, exprs)
			}
			if n > 1000 {
				continue // terms take longer
			}
			was = terms
			if terms = size(prog, q); was > 0 && terms > 12*was {
				t.Errorf("%s: from %d to %d statements the formula grows from %d to %d terms", name, n/10, n, was, terms)
			}
		}
	}
}

// TestLong makes queries of very long fragments. Time that grows with the square of the length
// would be noticed.
func TestLong(t *testing.T) {
	for _, name := range []string{"a straight line", "assumptions"} {
		if _, q := sized(t, shapes[name], 100_000); len(q.Fragment.Nodes) < 99_999 {
			t.Errorf("%s: %d nodes", name, len(q.Fragment.Nodes))
		}
	}
}

// TestCasesBounded has statements that may all write what all others read.
func TestCasesBounded(t *testing.T) {
	_, q := sized(t, func(n int) string {
		return repeat(n, func(int) string { return "if (a[i]) x = 1;\na[i] = 0;\ni = i + 1;\n" })
	}, 300)
	if n := len(q.Defs); n > maxCases+3*300 {
		t.Errorf("%d definitions", n)
	}
}
