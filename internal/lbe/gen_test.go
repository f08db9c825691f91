package lbe

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// This file generates C programs with fragments of all kinds. The part of interest of f is
// between the labels from and to; before it come assignments of addresses that points-to is
// to know of.

// cgen makes one program.
type cgen struct {
	r      *rand.Rand
	b      strings.Builder
	indent int
	labels int
	havocs int // that may still come
	ints   []string
	preds  []string // integers that predicates are more often about: what is written, the result
	memory bool
	exact  bool // only operations that all theories know exactly
}

const prologue = `int nd(void); unsigned char __VERIFIER_nondet_uchar(void); void __VERIFIER_assume(int);
`

const namedVars = `
struct w { int m; unsigned b : 3; signed int n : 2; _Bool t : 1; };
int g; unsigned u; unsigned char c; signed char k; short h; _Bool z; struct w w;
`

const namedLocals = `	int x; unsigned char y; struct w v;
`

const memoryVars = `
struct s { int m; unsigned b : 3; signed int n : 4; int v[2]; struct s *next; };
int g, k; unsigned u; unsigned char c; int a[2]; struct s s, t; int *p, *q; struct s *sp, *sq; int **pp; unsigned *up;
void some(int *); void fill(struct s *); void more(int *, int *); int ask(int *);
`

const memoryLocals = `	int x, i; struct s l; int *r;
`

// addresses are what the pointers of the memory programs may hold at first.
var addresses = map[string][]string{
	"int *":      {"&g", "&k", "&x", "&a[0]", "&a[1]", "&s.m", "&t.v[1]", "&l.m"},
	"struct s *": {"&s", "&t", "&l"},
	"int **":     {"&p", "&q", "&r"},
	"unsigned *": {"&u", "(unsigned *)&g"},
}

// pointers are the pointers of the memory programs by type.
var pointers = map[string][]string{
	"int *": {"p", "q", "r", "*pp"}, "struct s *": {"sp", "sq", "s.next", "sp->next"}, "int **": {"pp"}, "unsigned *": {"up"},
}

// pointerTypes are the keys of pointers, in a fixed order.
var pointerTypes = []string{"int *", "struct s *", "int **", "unsigned *"}

func newGen(seed uint64, memory, exact bool) *cgen {
	g := &cgen{r: rand.New(rand.NewPCG(seed, 5)), havocs: 2, memory: memory, exact: exact, indent: 1}
	if memory {
		g.ints = []string{"g", "k", "u", "c", "x", "i", "a[0]", "a[i & 1]", "*p", "*q", "*r", "**pp", "*up", "p[0]",
			"sp->m", "sp->b", "sp->n", "sq->v[i & 1]", "sp->next->m", "s.m", "s.b", "t.v[k & 1]", "t.n", "l.m", "a[k & 1]"}
		g.preds = []string{"x", "g", "ret"}
	} else {
		g.ints = []string{"g", "u", "c", "k", "h", "z", "x", "y", "w.m", "w.b", "w.n", "w.t", "v.b"}
		g.r.Shuffle(len(g.ints), func(i, j int) { g.ints[i], g.ints[j] = g.ints[j], g.ints[i] })
		g.ints, g.preds = g.ints[:3], []string{"ret"}
	}
	return g
}

func (g *cgen) line(format string, args ...any) {
	g.b.WriteString(strings.Repeat("\t", g.indent))
	fmt.Fprintf(&g.b, format, args...)
	g.b.WriteByte('\n')
}

func (g *cgen) chance(n int) bool { return g.r.IntN(n) == 0 }

func (g *cgen) pick(xs []string) string { return xs[g.r.IntN(len(xs))] }

// program generates the whole program.
func (g *cgen) program() string {
	g.b.WriteString(prologue)
	if g.memory {
		g.b.WriteString(memoryVars + "int f(void)\n{\n" + memoryLocals)
		g.seeds()
	} else {
		g.b.WriteString(namedVars + "int f(void)\n{\n" + namedLocals)
	}
	g.b.WriteString("from:;\n")
	g.stmts(3)
	if g.chance(2) {
		g.line("if (%s)", g.cond(1))
		g.line("\tgoto from;")
	}
	g.b.WriteString("to:;\n")
	g.stmts(1)
	g.line("return %s;", g.value(1))
	g.b.WriteString("}\n" + g.mentions())
	return g.b.String()
}

// mentions is a main function that mentions all globals, so that predicates may.
func (g *cgen) mentions() string {
	all := "w.m + g + u + c + k + h + z"
	if g.memory {
		all = "g + k + u + c + a[0] + s.m + t.m + *p + *q + sp->m + sq->m + **pp + *up"
	}
	return "int main(void) { f(); return " + all + "; }\n"
}

// seeds assigns all addresses to all pointers.
func (g *cgen) seeds() {
	for _, t := range pointerTypes {
		for _, p := range pointers[t] {
			if strings.ContainsAny(p, "*>") {
				continue
			}
			for _, a := range addresses[t] {
				g.line("%s = %s;", p, a)
			}
		}
	}
	g.line("t.next = &s; t.next = &t; l.next = &s; l.next = &t;")
}

func (g *cgen) stmts(depth int) {
	for range 1 + g.r.IntN(3) {
		g.stmt(depth)
	}
}

func (g *cgen) block(depth int) {
	g.indent++
	g.stmts(depth)
	g.indent--
}

func (g *cgen) stmt(depth int) {
	if depth == 0 {
		g.simple()
		return
	}
	switch g.r.IntN(9) {
	case 0, 1, 2:
		g.line("if (%s) {", g.cond(1))
		g.block(depth - 1)
		if g.chance(2) {
			g.line("} else {")
			g.block(depth - 1)
		}
		g.line("}")
	case 3:
		g.line("switch ((%s) & 3) {", g.value(1))
		for _, label := range []string{"case 0:", "case 2:", "default:"} {
			g.line("%s", label)
			g.block(0)
			if g.chance(2) {
				g.line("\tbreak;")
			}
		}
		g.line("}")
	case 4:
		g.skipAhead(depth)
	case 5:
		g.odd(depth)
	default:
		g.simple()
	}
}

// skipAhead generates a goto over some statements.
func (g *cgen) skipAhead(depth int) {
	g.labels++
	label := fmt.Sprintf("L%d", g.labels)
	g.line("if (%s)", g.cond(1))
	g.line("\tgoto %s;", label)
	g.block(depth - 1)
	g.line("%s:;", label)
}

// odd generates what is seldom in programs.
func (g *cgen) odd(depth int) {
	switch g.r.IntN(5) {
	case 0: // both sides go on at one node
		g.line("if (%s) ;", g.cond(1))
	case 1: // dead code
		g.line("if (%s) {", g.pick([]string{"0", "1 > 2", "1"}))
		g.block(depth - 1)
		g.line("}")
	case 2:
		g.line("if (%s)", g.cond(1))
		g.line("\treturn %s;", g.value(1))
	case 3:
		g.line("if (%s)", g.cond(1))
		g.line("\tgoto to;")
	case 4: // a loop inside
		g.line("while (%s) {", g.cond(0))
		g.block(0)
		g.line("}")
	}
}

func (g *cgen) simple() {
	k := g.r.IntN(12)
	switch {
	case k == 0:
		g.line("__VERIFIER_assume(%s);", g.cond(1))
	case k == 1 && g.havocs > 0:
		g.havocs--
		g.line("%s = %s();", g.target(), g.pick([]string{"nd", "__VERIFIER_nondet_uchar"}))
	case k < 5 && g.memory:
		g.memoryStmt()
	default:
		g.line("%s = %s;", g.target(), g.value(2))
	}
}

// target draws an integer to be written.
func (g *cgen) target() string {
	l := g.pick(g.ints)
	g.preds = append(g.preds, l)
	return l
}

// memoryStmt moves a pointer, copies a struct or calls a function without a body.
func (g *cgen) memoryStmt() {
	t := g.pick(pointerTypes)
	to := g.pick(pointers[t])
	switch g.r.IntN(8) {
	case 0, 1:
		g.line("%s = %s;", to, g.pick(addresses[t]))
	case 2, 3:
		g.line("%s = %s;", to, g.pick(pointers[t]))
	case 4:
		structs := []string{"s", "t", "l", "*sp", "*sq"}
		g.line("%s = %s;", g.pick(structs), g.pick(structs))
	case 5:
		g.line("%s = %s ? %s : %s;", to, g.cond(0), g.pick(pointers[t]), g.pick(addresses[t]))
	case 6, 7:
		g.call()
	}
}

// call calls a function without a body.
func (g *cgen) call() {
	p := g.pick([]string{"p", "q", "&g", "&s.m", "&a[0]", "*pp"})
	g.preds = append(g.preds, "*"+p, "g", "x", "sp->m")
	g.line("%s", g.pick([]string{"some(" + p + ");", "fill(sp);", "more(p, &g);", "more(" + p + ", &x);", "g = ask(&g);", "*p = ask(p);", "x = ask(q);"}))
}

// value draws an integer expression that small values don't let overflow.
func (g *cgen) value(depth int) string {
	if depth == 0 || g.chance(4) {
		if g.chance(3) {
			return g.pick([]string{"0", "1", "2", "3", "(-1)", "7", "255", "3u"})
		}
		return g.pick(g.ints)
	}
	x := g.value(depth - 1)
	switch g.r.IntN(11) {
	case 0:
		return fmt.Sprintf("(-(%s) %% 8)", x)
	case 1:
		return "(~" + x + ")"
	case 2:
		return fmt.Sprintf("(%s ? %s : %s)", g.cond(depth-1), x, g.value(depth-1))
	case 3:
		return "(" + g.cond(depth-1) + ")"
	case 4:
		return fmt.Sprintf("(%s)(%s)", g.pick([]string{"unsigned char", "signed char", "unsigned", "short", "_Bool"}), x)
	case 5:
		return fmt.Sprintf("((%s) %s)", x, g.pick([]string{"& 3", "% 3", "/ 2", "* 2", ">> 1"}))
	case 6:
		if !g.exact {
			return fmt.Sprintf("(%s %s %s)", x, g.pick([]string{"&", "|", "^", "*"}), g.pick(g.ints))
		}
	}
	return fmt.Sprintf("(%s %s %s)", x, g.pick([]string{"+", "-"}), g.value(depth-1))
}

func (g *cgen) cond(depth int) string {
	if depth > 0 {
		switch g.r.IntN(6) {
		case 0:
			return fmt.Sprintf("(%s && %s)", g.cond(depth-1), g.cond(depth-1))
		case 1:
			return fmt.Sprintf("(%s || %s)", g.cond(depth-1), g.cond(depth-1))
		case 2:
			return fmt.Sprintf("!(%s)", g.cond(depth-1))
		case 3:
			if g.havocs > 0 {
				g.havocs--
				return "nd()"
			}
		case 4:
			if g.memory {
				return g.comparison()
			}
		}
	}
	return fmt.Sprintf("%s %s %s", g.value(depth), g.pick([]string{"<", "<=", ">", ">=", "==", "!="}), g.value(depth))
}

// comparison compares pointers.
func (g *cgen) comparison() string {
	t := g.pick(pointerTypes)
	other := addresses[t]
	if g.chance(2) {
		other = pointers[t]
	}
	return fmt.Sprintf("%s %s %s", g.pick(pointers[t]), g.pick([]string{"==", "!="}), g.pick(other))
}

// predicate draws a predicate.
func (g *cgen) predicate() string {
	if g.memory && g.chance(4) {
		return g.comparison()
	}
	of := g.ints
	if len(g.preds) > 0 && !g.chance(3) {
		of = g.preds
	}
	x, y := g.pick(of), fmt.Sprint(g.r.IntN(8)-3)
	switch g.r.IntN(4) {
	case 0:
		y = g.pick(of)
	case 1:
		x += g.pick([]string{" + ", " - "}) + g.pick(of)
	case 2:
		y = g.pick([]string{"255", "0", "128"})
	}
	return fmt.Sprintf("%s %s %s", x, g.pick([]string{"<", "<=", "==", "!=", ">"}), y)
}
