package newton

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"hardbop/internal/cil"
	"hardbop/internal/path"
	"hardbop/internal/source"
)

// mini reads programs in a small subset of C, one statement a line:
//
//	int g;   int *p;            globals
//	int f(int x, int *q) {      functions; locals are declared in their body
//	x = e;  *p = e;  x = f(e);  f(e);  havoc(x);  assume(e);  assert(e);  return e;  error();
//	if (e) {  } else {  }       while (e) {  }
type mini struct {
	t     testing.TB
	prog  *cil.Program
	lines []string
	next  int
	f     *cil.Func
	at    *cil.Node // the node that the next one follows
	side  int       // which successor of at that is
}

func miniProgram(t testing.TB, text string) *cil.Program {
	t.Helper()
	model, err := cil.NewDataModel("LP64", true)
	if err != nil {
		t.Fatal(err)
	}
	m := &mini{t: t, prog: &cil.Program{Model: model}}
	for _, l := range strings.Split(text, "\n") {
		if i := strings.Index(l, "//"); i >= 0 {
			l = l[:i]
		}
		m.lines = append(m.lines, strings.TrimSpace(l))
	}
	for m.next < len(m.lines) {
		m.top()
	}
	return m.prog
}

func (m *mini) take() (string, source.Pos) {
	if m.next == len(m.lines) {
		m.t.Fatal("mini: the program ends too early")
	}
	l := m.lines[m.next]
	m.next++
	return l, source.Pos{File: "mini.c", Line: m.next}
}

func (m *mini) top() {
	l, pos := m.take()
	switch {
	case l == "":
	case strings.HasSuffix(l, ";"):
		v := m.variable(strings.TrimSuffix(l, ";"), cil.Global, nil)
		v.Pos = pos
		m.prog.Globals = append(m.prog.Globals, v)
	case strings.HasSuffix(l, "{"):
		m.function(strings.TrimSpace(strings.TrimSuffix(l, "{")), pos)
	default:
		m.t.Fatalf("mini: %s: %q", pos, l)
	}
}

// variable reads "int x", "int *x", "unsigned char x", "int a[4]", "int x &" (address taken).
func (m *mini) variable(d string, k cil.VarKind, f *cil.Func) *cil.Var {
	d = strings.TrimSpace(d)
	taken := strings.HasSuffix(d, "&")
	d = strings.TrimSpace(strings.TrimSuffix(d, "&"))
	array := int64(0)
	if i := strings.IndexByte(d, '['); i >= 0 {
		fmt.Sscanf(d[i:], "[%d]", &array)
		d = d[:i]
	}
	i := strings.LastIndexAny(d, " *")
	t := m.typ(d[:i+1])
	if array > 0 {
		t = &cil.ArrayType{Elem: t, Len: array}
	}
	return &cil.Var{Name: d[i+1:], Type: t, Kind: k, Func: f, AddrTaken: taken}
}

func (m *mini) typ(s string) cil.Type {
	stars := strings.Count(s, "*")
	var t cil.Type = cil.Void
	switch strings.TrimSpace(strings.ReplaceAll(s, "*", "")) {
	case "int":
		t = m.prog.Model.Int(cil.Int)
	case "unsigned":
		t = m.prog.Model.Int(cil.UInt)
	case "unsigned char":
		t = m.prog.Model.Int(cil.UChar)
	case "void":
	default:
		m.t.Fatalf("mini: type %q", s)
	}
	for ; stars > 0; stars-- {
		t = &cil.PtrType{Elem: t}
	}
	return t
}

func (m *mini) function(head string, pos source.Pos) {
	open := strings.IndexByte(head, '(')
	v := m.variable(head[:open], cil.Local, nil)
	f := &cil.Func{Name: v.Name, Type: &cil.FuncType{Ret: v.Type}, Pos: pos}
	if ps := strings.TrimSuffix(head[open+1:], ")"); strings.TrimSpace(ps) != "" && ps != "void" {
		for _, p := range strings.Split(ps, ",") {
			x := m.variable(p, cil.Formal, f)
			f.Formals = append(f.Formals, x)
			f.Type.Params = append(f.Type.Params, x.Type)
		}
	}
	m.prog.Funcs = append(m.prog.Funcs, f)
	if l := m.lines[m.next]; l == ";" {
		m.next++
		return
	}
	f.StartBody(pos, pos)
	m.f, m.at, m.side = f, f.Entry, 0
	m.block()
	m.link(f.Exit)
	f.Finish()
}

// emit appends a node behind the present one.
func (m *mini) emit(in cil.Instr, pos source.Pos) *cil.Node {
	n := m.f.NewNode(in, pos)
	m.link(n)
	m.at, m.side = n, 0
	return n
}

func (m *mini) link(n *cil.Node) {
	if m.at == nil {
		return
	}
	for len(m.at.Succs) <= m.side {
		m.at.Succs = append(m.at.Succs, nil)
	}
	m.at.Succs[m.side] = n
}

// block reads statements up to "}"; it returns the line.
func (m *mini) block() string {
	for {
		l, pos := m.take()
		switch {
		case l == "":
		case strings.HasPrefix(l, "}"):
			return l
		case strings.HasPrefix(l, "if ("):
			m.branch(l, pos)
		case strings.HasPrefix(l, "while ("):
			m.loop(l, pos)
		default:
			m.statement(strings.TrimSuffix(l, ";"), pos)
		}
	}
}

func inside(l string) string {
	return l[strings.IndexByte(l, '(')+1 : strings.LastIndexByte(l, ')')]
}

func (m *mini) branch(l string, pos source.Pos) {
	b := m.emit(&cil.Branch{E: m.cond(inside(l), pos)}, pos)
	join := m.f.NewNode(&cil.Skip{}, pos)
	m.emit(&cil.Skip{}, pos)
	end := m.block()
	m.link(join)
	m.at, m.side = b, 1
	m.emit(&cil.Skip{}, pos)
	if strings.Contains(end, "else") {
		m.block()
	}
	m.link(join)
	m.at, m.side = join, 0
}

func (m *mini) loop(l string, pos source.Pos) {
	head := m.emit(&cil.Branch{E: m.cond(inside(l), pos)}, pos)
	m.block()
	m.link(head)
	m.at, m.side = head, 1
	m.emit(&cil.Skip{}, pos)
}

func (m *mini) statement(l string, pos source.Pos) {
	switch {
	case l == "error()":
		m.emit(&cil.Skip{Text: "error"}, pos).Labels = []string{"ERROR"}
	case strings.HasPrefix(l, "assume("):
		m.emit(&cil.Assume{E: m.cond(inside(l), pos)}, pos)
	case strings.HasPrefix(l, "havoc("):
		m.emit(&cil.Havoc{L: m.lval(inside(l), pos), Why: "input"}, pos)
	case l == "return":
		m.link(m.emit(&cil.Return{}, pos))
		m.link(m.f.Exit)
		m.at = nil
	case strings.HasPrefix(l, "return "):
		m.emit(&cil.Return{E: m.expr(l[7:], m.f.Result.Type, pos)}, pos)
		m.link(m.f.Exit)
		m.at = nil
	case !strings.Contains(l, "=") && !strings.Contains(l, "("):
		m.f.Locals = append(m.f.Locals, m.variable(l, cil.Local, m.f))
	default:
		m.assignment(l, pos)
	}
}

func (m *mini) assignment(l string, pos source.Pos) {
	var to *cil.Lval
	right := l
	if i := strings.Index(l, "="); i >= 0 {
		to, right = m.lval(l[:i], pos), strings.TrimSpace(l[i+1:])
	}
	if i := strings.IndexByte(right, '('); i > 0 {
		if g := m.prog.FuncNamed(right[:i]); g != nil {
			c := &cil.Call{Ret: to, Fn: &cil.FuncAddr{F: g, T: &cil.PtrType{Elem: g.Type}}}
			if as := inside(right); as != "" {
				for k, a := range strings.Split(as, ",") {
					c.Args = append(c.Args, m.expr(a, g.Formals[k].Type, pos))
				}
			}
			m.emit(c, pos)
			return
		}
	}
	m.emit(&cil.Assign{L: to, E: m.expr(right, to.Type(), pos)}, pos)
}

func (m *mini) lval(s string, pos source.Pos) *cil.Lval {
	l, err := cil.ParseLval(m.prog, m.f, s, pos)
	if err != nil {
		m.t.Fatal(err)
	}
	return l
}

func (m *mini) cond(s string, pos source.Pos) cil.Expr {
	e, err := cil.ParseExpr(m.prog, m.f, s, pos)
	if err != nil {
		m.t.Fatal(err)
	}
	return m.inC(e)
}

func (m *mini) expr(s string, t cil.Type, pos source.Pos) cil.Expr {
	if v, ok := new(big.Int).SetString(strings.TrimSpace(s), 10); ok {
		return cil.MakeCast(t, &cil.Const{T: m.prog.Model.Int(cil.Int), Val: v})
	}
	e := m.cond(s, pos)
	if b, ok := e.(*cil.Binary); ok && b.Op == cil.Ne && !strings.Contains(s, "!=") {
		e = b.X
	}
	return cil.MakeCast(t, e)
}

// inC gives the mathematical integers in e the type int.
func (m *mini) inC(e cil.Expr) cil.Expr {
	it := m.prog.Model.Int(cil.Int)
	typ := func(t cil.Type) cil.Type {
		if isMath(t) {
			return it
		}
		return t
	}
	switch e := e.(type) {
	case *cil.Const:
		return &cil.Const{T: typ(e.T).(*cil.IntType), Val: e.Val}
	case *cil.Cast:
		x := m.inC(e.X)
		if isMath(e.T) {
			return cil.MakeCast(it, x)
		}
		return cil.MakeCast(e.T, x)
	case *cil.Unary:
		return &cil.Unary{Op: e.Op, X: m.inC(e.X), T: typ(e.T)}
	case *cil.Binary:
		return &cil.Binary{Op: e.Op, X: m.inC(e.X), Y: m.inC(e.Y), T: typ(e.T)}
	case *cil.Cond:
		return &cil.Cond{C: m.inC(e.C), A: m.inC(e.A), B: m.inC(e.B), T: typ(e.T)}
	}
	return e
}

// errorPath returns the path from main to the node labelled ERROR that takes the given
// sides of branches in order: 't' or 'f'.
func errorPath(t *testing.T, prog *cil.Program, sides string) *path.Path {
	t.Helper()
	p := &path.Path{}
	n := prog.FuncNamed("main").Entry
	var calls []*cil.Node
	for len(p.Steps) < 100000 {
		s := path.Step{Node: n}
		if _, ok := n.Instr.(*cil.Branch); ok {
			if sides == "" {
				t.Fatal("more branches than sides")
			}
			if sides[0] == 'f' {
				s.Taken = 1
			}
			sides = sides[1:]
		}
		p.Steps = append(p.Steps, s)
		if len(n.Labels) > 0 && n.Labels[0] == "ERROR" {
			if sides != "" {
				t.Fatal("fewer branches than sides")
			}
			break
		}
		call, ok := n.Instr.(*cil.Call)
		switch {
		case ok && call.Callee().HasBody():
			calls = append(calls, n)
			n = call.Callee().Entry
		case n == n.Func.Exit:
			if len(calls) == 0 {
				t.Fatal("the path returns from main")
			}
			n = calls[len(calls)-1].Succs[0]
			calls = calls[:len(calls)-1]
		default:
			n = n.Succs[s.Taken]
		}
	}
	if i, err := p.Validate(); err != nil {
		t.Fatalf("step %d: %v", i, err)
	}
	return p
}
