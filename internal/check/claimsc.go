package check

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"hardbop/bebop"
	"hardbop/boolprog"
	"hardbop/c2bp"
	"hardbop/internal/cil"
	"hardbop/internal/result"
	"hardbop/internal/source"
	"hardbop/internal/witness"
)

// This file writes invariants at the heads of loops as expressions in C: over the variables that are
// visible there, and so that C's arithmetic gives what that of the mathematical integers does.
// A predicate for which that isn't certain is left out: it could be anything.

// invariants lists what the last Boolean program says at the heads of loops.
func (w *witnessing) invariants(todo run, abs *c2bp.Abstraction) []result.Claim {
	r, err := bebop.Check(todo.ctx, abs.BP, bebop.Options{BDD: todo.opt.bdd(), Invariants: true})
	if err != nil || r.Verdict != bebop.Safe {
		return nil
	}
	at := w.heads(abs, r)
	for _, s := range w.o.Stmts {
		texts, ok := at[s]
		if text := "(" + strings.Join(texts, ") || (") + ")"; ok && len(texts) > 0 && len(text) <= maxInvariant {
			if len(texts) == 1 {
				text = texts[0]
			}
			w.claim(witness.LoopInvariant, s.Func, s.Start, text)
		}
	}
	return w.claims
}

// heads finds for each loop what holds at its head, once for each of its copies that are reached;
// nothing if for one that can't be told.
func (w *witnessing) heads(abs *c2bp.Abstraction, r *bebop.Result) map[*witness.Stmt][]string {
	points, at := w.p.points(), map[*witness.Stmt][]string{}
	for proc, g := range r.Graphs {
		for n := range g.Nodes {
			st := g.Nodes[n].Stmt
			if st == nil || st.Origin == "" {
				continue
			}
			for node := range abs.Nodes([]string{st.Origin}) {
				w.head(at, points, node, reachable(r, proc, n))
			}
		}
	}
	for s, texts := range at {
		slices.Sort(texts)
		if slices.Contains(texts, "") {
			delete(at, s)
		}
	}
	return at
}

// head takes up the states at a node, if it is the head of a loop.
func (w *witnessing) head(at map[*witness.Stmt][]string, points map[*cil.Node]string, n *cil.Node, states *boolprog.Expr) {
	if points[n] != "loop" {
		return
	}
	s := w.o.LoopAt(w.offset(n.Pos, func(at int) bool { return w.o.LoopAt(at) != nil }))
	if s == nil || states.Op == boolprog.OpFalse {
		return
	}
	c := &inC{w: w, node: n, at: s.Start}
	if s.Kind == "for" {
		c.at = s.Cond[0] // what it declares is visible
	}
	text := c.formula(states, true, false)
	if !slices.Contains(at[s], text) {
		at[s] = append(at[s], text)
	}
}

// inC writes predicates at a node as C at an offset of the text.
type inC struct {
	w    *witnessing
	node *cil.Node
	at   int
}

// formula writes e, or its negation, or something weaker; "" for what is always true. inside says
// that it stands in another operator.
func (c *inC) formula(e *boolprog.Expr, positive, inside bool) string {
	switch {
	case e.Op == boolprog.OpNot:
		return c.formula(e.Args[0], !positive, inside)
	case e.Op == boolprog.OpVar:
		return c.atom(e.Ref.Name, positive, inside)
	case e.Op == boolprog.OpFalse && positive, e.Op == boolprog.OpTrue && !positive:
		return "0"
	case e.Op != boolprog.OpAnd && e.Op != boolprog.OpOr:
		return ""
	}
	op := " && "
	if (e.Op == boolprog.OpOr) == positive {
		op = " || "
	}
	var parts []string
	for _, a := range e.Args {
		switch text := c.formula(a, positive, len(e.Args) > 1); {
		case text != "":
			parts = append(parts, text)
		case op == " || ":
			return ""
		}
	}
	text := strings.Join(parts, op)
	if inside && len(parts) > 1 {
		return "(" + text + ")"
	}
	return text
}

// atom writes the predicate of a variable of the Boolean program, or its negation.
func (c *inC) atom(name string, positive, inside bool) string {
	name = strings.TrimSuffix(strings.TrimPrefix(name, "{"), "}")
	e, err := cil.ParseExpr(c.w.p.Prog, c.node.Func, name, source.Pos{})
	if err != nil {
		return ""
	}
	text, ok := c.condition(e)
	switch {
	case !ok:
		return ""
	case !positive:
		return "!(" + text + ")"
	case inside && strings.ContainsAny(text, "&|"):
		return "(" + text + ")"
	}
	return text
}

// condition writes comparisons, and what && || ! make of them.
func (c *inC) condition(e cil.Expr) (string, bool) {
	switch e := e.(type) {
	case *cil.Unary:
		x, ok := c.condition(e.X)
		return "!(" + x + ")", ok && e.Op == cil.LogNot
	case *cil.Binary:
		switch {
		case e.Op == cil.LAnd || e.Op == cil.LOr:
			x, okX := c.condition(e.X)
			y, okY := c.condition(e.Y)
			return "(" + x + ")" + map[cil.BinOp]string{cil.LAnd: " && ", cil.LOr: " || "}[e.Op] + "(" + y + ")", okX && okY
		case e.Op.IsCompare():
			return c.comparison(e)
		}
	}
	return "", false
}

// comparison writes a comparison so that no conversion changes a value.
func (c *inC) comparison(e *cil.Binary) (string, bool) {
	op := map[cil.BinOp]string{cil.Eq: "==", cil.Ne: "!=", cil.Lt: "<", cil.Le: "<=", cil.Gt: ">", cil.Ge: ">="}[e.Op]
	if cil.IsPointer(e.X.Type()) {
		x, ok := c.pointer(e.X)
		y, okY := c.pointer(e.Y)
		return x + " " + op + " " + y, ok && okY && (op == "==" || op == "!=")
	}
	for _, wide := range []bool{false, true} {
		x, y := c.term(e.X, wide), c.term(e.Y, wide)
		if x.ok(wide) && y.ok(wide) {
			return x.text + " " + op + " " + y.text, true
		}
	}
	return "", false
}

// pointer writes a pointer that is read, or null.
func (c *inC) pointer(e cil.Expr) (string, bool) {
	if l, ok := e.(*cil.Load); ok {
		return c.lval(l.L)
	}
	return "0", cil.IsZero(e)
}

// term is an expression over integers with a bound of what its evaluation comes to.
type term struct {
	text  string
	bound *big.Int // nil if it can't be written
	whole bool     // a read of a type that long long holds
}

// ok reports whether a term is one of int, or of long long if it is wide.
func (t term) ok(wide bool) bool {
	bits := 31
	if wide {
		bits = 63
	}
	return t.bound != nil && (t.bound.BitLen() <= bits || wide && t.whole)
}

// term writes e over the mathematical integers; with wide, what it reads is converted to long long.
func (c *inC) term(e cil.Expr, wide bool) term {
	switch e := e.(type) {
	case *cil.Const:
		if wide {
			return term{text: literal(e.Val.String(), nil), bound: new(big.Int).Abs(e.Val)}
		}
		return term{text: e.Val.String(), bound: new(big.Int).Abs(e.Val)}
	case *cil.Cast:
		if l, ok := e.X.(*cil.Load); ok && e.T == cil.Math {
			return c.read(l.L, wide)
		}
	case *cil.Load:
		return c.read(e.L, wide)
	case *cil.Binary:
		x, y := c.term(e.X, wide), c.term(e.Y, wide)
		if e.T == cil.Math && x.bound != nil && y.bound != nil {
			return arithmetic(e.Op, x, y)
		}
	}
	return term{}
}

func arithmetic(op cil.BinOp, x, y term) term {
	switch op {
	case cil.Add:
		return term{text: "(" + x.text + " + " + y.text + ")", bound: new(big.Int).Add(x.bound, y.bound)}
	case cil.Sub:
		return term{text: "(" + x.text + " - " + y.text + ")", bound: new(big.Int).Add(x.bound, y.bound)}
	case cil.Mul:
		return term{text: "(" + x.text + " * " + y.text + ")", bound: new(big.Int).Mul(x.bound, y.bound)}
	}
	return term{}
}

// read writes a read of l. Of int itself the least value is beyond the bound; that is as it should
// be, for it isn't computed with.
func (c *inC) read(l *cil.Lval, wide bool) term {
	t, ok := l.Type().(*cil.IntType)
	text, visible := c.lval(l)
	if !ok || !visible || t.Kind == cil.MathInt {
		return term{}
	}
	bound := t.Max()
	if !wide {
		return term{text: text, bound: bound}
	}
	return term{text: "(long long)" + text, bound: new(big.Int).Add(bound, big.NewInt(1)), whole: bound.BitLen() <= 63}
}

// lval writes l if all that it reads is visible.
func (c *inC) lval(l *cil.Lval) (string, bool) {
	l = c.w.p.inlined.Lval(l)
	for _, v := range cil.Vars(&cil.Load{L: l}) {
		if !c.visible(v) {
			return "", false
		}
	}
	text := cil.ExactLval(l)
	return text, witness.CheckExpr(text) == nil
}

// visible reports whether v is what its name means at the offset.
func (c *inC) visible(v *cil.Var) bool {
	name, in := v.Name, c.w.p.inlined.Func(c.node)
	if v.Orig != "" {
		name = v.Orig
	}
	decl := c.w.offset(v.Pos, func(at int) bool { return at < len(c.w.o.Text) && strings.HasPrefix(c.w.o.Text[at:], name) })
	if v.Func != nil && v.Func != in || decl < 0 || !c.w.o.Visible(decl, c.at) {
		return false
	}
	same := 0
	for _, vs := range [][]*cil.Var{in.Formals, in.Locals, c.w.p.Prog.Globals} {
		for _, u := range vs {
			if u.Name == name && u.Orig == "" || u.Orig == name {
				same++
			}
		}
	}
	return same == 1
}

// literal writes an integer as a constant of the type, or of long long for nil.
func literal(value string, t *cil.IntType) string {
	n, _ := new(big.Int).SetString(value, 10)
	switch {
	case n == nil:
		return "0"
	case n.IsInt64() && n.Int64() == -1<<63:
		return "(-9223372036854775807LL - 1)"
	case !n.IsInt64():
		return fmt.Sprintf("%sULL", value)
	case t == nil || n.BitLen() > 31 || value == "-2147483648":
		return value + "LL"
	}
	return value
}
