package cfront

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"hardbop/internal/cil"
	"hardbop/internal/cil/interp"
	"hardbop/internal/need"
)

// C leaves the order of evaluation open and gcc takes what suits it, so that gcc can't say
// whether evaluation goes from left to right, as doc.go promises. sequencer therefore writes
// each program twice: as expressions with effects in them, for us, and as a sequence of
// steps with a variable for each value, in whose order gcc has no choice.
type sequencer struct {
	t     *rapid.T
	steps strings.Builder
	n     int // makes names unique
}

// sequencePrologue declares what expressions use: variables of many types, an array, a
// pointer and functions that change them.
const sequencePrologue = `int printf(const char *, ...);
int gi, ga[4], *gp;
unsigned gu;
short gs;
unsigned char gc;
long gl;
static int bump(int k), drop(int k);
static int (*fp)(int);
static int bump(int k) { gi += k; ga[k & 3] ^= gi; *gp += 3; gc--; fp = drop; return gi; }
static int drop(int k) { gi -= k; gs++; fp = bump; return gi & 1; }
static long mix(short a, unsigned b, long c) { gs ^= a; gl += b; if (c & 1) gp = &ga[c & 3]; return a * 31 + b - c; }
static void reset(void) { int i; fp = bump; gi = 5; gu = -3; gs = -7; gc = 250; gl = 1l << 33; for (i = 0; i < 4; i++) ga[i] = i - 2; }
static void show(long v) { printf("%ld|%d %u %d %d %ld %d %d %d %d %d\n", v, gi, gu, gs, gc, gl, ga[0], ga[1], ga[2], ga[3], *gp); }
`

const sequenceLocals = "int x = 3, w = -4, la[4] = {1, -1, 2, 100}, n = 0; long y = -2; signed char z = 120; reset(); gp = &w;\n"

func (g *sequencer) pick(label string, options ...string) string {
	return rapid.SampledFrom(options).Draw(g.t, label)
}

func (g *sequencer) step(format string, args ...any) { fmt.Fprintf(&g.steps, format+"\n", args...) }

// value makes a step that gives a new variable the value of text.
func (g *sequencer) value(text string) string {
	v := g.fresh()
	g.step("__auto_type %s = %s;", v, text)
	return v
}

func (g *sequencer) fresh() string {
	g.n++
	return fmt.Sprintf("t%d", g.n)
}

// expr draws an expression and returns it with the variable that has its value after
// the steps that it makes.
func (g *sequencer) expr(depth int) (text, val string) {
	if depth == 0 {
		return g.leaf()
	}
	switch rapid.IntRange(0, 11).Draw(g.t, "form") {
	case 0:
		return g.leaf()
	case 1, 2:
		return g.store(depth)
	case 3:
		return g.increment(depth)
	case 4:
		return g.shortCircuit(depth)
	case 5:
		return g.conditional(depth)
	case 6:
		a, _ := g.expr(depth - 1)
		b, vb := g.expr(depth - 1)
		return "(" + a + ", " + b + ")", vb
	case 7:
		return g.call(depth)
	case 8:
		a, va := g.expr(depth - 1)
		b, vb := g.expr(depth - 1)
		c, vc := g.expr(depth - 1)
		return "mix(" + a + ", " + b + ", " + c + ")", g.value("mix(" + va + ", " + vb + ", " + vc + ")")
	case 9:
		op := g.pick("unary", "-", "~", "!", "(short)", "(unsigned)", "(long)", "(_Bool)", "(unsigned char)")
		a, va := g.expr(depth - 1)
		return op + "(" + a + ")", g.value(op + va)
	}
	op := g.pick("binary", "+", "-", "*", "&", "|", "^", "<", "<=", ">", ">=", "==", "!=")
	a, va := g.expr(depth - 1)
	b, vb := g.expr(depth - 1)
	return "(" + a + " " + op + " " + b + ")", g.value(va + " " + op + " " + vb)
}

// call draws a call of a function, or through a pointer that calls change.
func (g *sequencer) call(depth int) (text, val string) {
	depth = max(depth, 1)
	fn := g.pick("function", "bump", "drop", "fp")
	f := g.value("&*" + fn)
	a, va := g.expr(depth - 1)
	return fn + "(" + a + ")", g.value(f + "(" + va + ")")
}

func (g *sequencer) leaf() (text, val string) {
	text = g.pick("leaf", "gi", "gu", "gs", "gc", "gl", "x", "x", "y", "z", "w", "w", "n", "*gp", "ga[gi & 3]", "la[x & 3]", "ga[1]", "1", "-1", "3u", "0")
	return text, g.value(text)
}

// place draws an lvalue and returns it with a variable that has its address.
func (g *sequencer) place(depth int) (text, ptr string) {
	if rapid.IntRange(0, 2).Draw(g.t, "element") > 0 {
		text = g.pick("variable", "gi", "gu", "gs", "gc", "gl", "x", "x", "y", "z", "w", "*gp", "ga[2]")
		return text, g.value("&" + text)
	}
	array := g.pick("array", "ga", "la")
	i, vi := g.expr(depth - 1)
	return array + "[(" + i + ") & 3]", g.value("&" + array + "[" + vi + " & 3]")
}

// store draws an assignment: the place first, then the value, then what the place held.
func (g *sequencer) store(depth int) (text, val string) {
	op := g.pick("assign", "=", "=", "=", "+=", "-=", "*=", "&=", "|=", "^=")
	l, p := g.place(depth)
	right := g.expr
	if rapid.IntRange(0, 2).Draw(g.t, "result") == 0 {
		right = g.call
	}
	r, vr := right(depth - 1)
	g.step("*%s %s %s;", p, op, vr)
	return "(" + l + " " + op + " " + r + ")", g.value("*" + p)
}

func (g *sequencer) increment(depth int) (text, val string) {
	op := g.pick("increment", "++", "--")
	l, p := g.place(depth)
	if rapid.Bool().Draw(g.t, "before") {
		return op + "(" + l + ")", g.value(op + "(*" + p + ")")
	}
	return "(" + l + ")" + op, g.value("(*" + p + ")" + op)
}

func (g *sequencer) shortCircuit(depth int) (text, val string) {
	op := g.pick("logical", "&&", "||")
	a, va := g.truth(depth - 1)
	v := g.fresh()
	g.step("int %s = !!%s;\nif (%s%s) {", v, va, map[string]string{"||": "!"}[op], v)
	b, vb := g.truth(depth - 1)
	g.step("%s = !!%s;\n}", v, vb)
	return "(" + a + " " + op + " " + b + ")", v
}

// truth draws an expression that is zero about as often as not, or any.
func (g *sequencer) truth(depth int) (text, val string) {
	switch rapid.IntRange(0, 4).Draw(g.t, "truth") {
	case 0, 1:
		text = g.pick("test", "(x < 0)", "(gi > w)", "(gs & 1)", "!n", "(y == -2)", "(gu > gl)", "gc % 2")
		return text, g.value(text)
	case 2:
		return g.shortCircuit(max(depth, 1))
	}
	return g.expr(depth)
}

func (g *sequencer) conditional(depth int) (text, val string) {
	c, vc := g.truth(depth - 1)
	v, before := g.fresh(), g.steps.String()
	g.steps.Reset()
	a, va := g.expr(depth - 1)
	g.step("%s = %s;\n} else {", v, va)
	b, vb := g.expr(depth - 1)
	g.step("%s = %s;\n}", v, vb)
	inner := g.steps.String()
	g.steps.Reset()
	g.steps.WriteString(before)
	g.step("__typeof__(1 ? %s : %s) %s;\nif (%s) {\n%s", a, b, v, vc, inner)
	return "(" + c + " ? " + a + " : " + b + ")", v
}

// statement draws a statement; its steps are written.
func (g *sequencer) statement() string {
	switch rapid.IntRange(0, 4).Draw(g.t, "statement") {
	case 0:
		c, v := g.truth(4)
		g.step("if (%s) show(1); else show(2);", v)
		return "if (" + c + ") show(1); else show(2);\n"
	case 1:
		g.step("for (;;) {")
		c, v := g.expr(3)
		g.step("if (!%s) break;\nshow(3); if (++n > 2) break;\n}", v)
		return "while (" + c + ") { show(3); if (++n > 2) break; }\n"
	case 2:
		g.step("do { if (n & 1) { show(4); goto L%d; }", g.n)
		at := g.n
		g.step("show(5);\nL%d:;", at)
		c, v := g.expr(2)
		g.step("if (!%s) break;\n} while (++n < 4);", v)
		return "do { if (n & 1) { show(4); continue; } show(5); } while ((" + c + ") && ++n < 4);\n"
	case 3:
		text, _ := g.store(4)
		return text + ";\n"
	}
	e, v := g.expr(4)
	g.step("show(%s);", v)
	return "show(" + e + ");\n"
}

// sequenced is a function body as expressions and as steps.
type sequenced struct{ text, steps string }

func drawSequenced(t *rapid.T) sequenced {
	g := &sequencer{t: t}
	var text strings.Builder
	for range 3 {
		text.WriteString(g.statement())
	}
	const end = "show(0); printf(\"%d %ld %d %d %d %d %d %d\\n\", x, y, z, w, la[0], la[1], la[2], la[3]);\n"
	return sequenced{sequenceLocals + text.String() + end, sequenceLocals + g.steps.String() + end}
}

// TestLeftToRight compares generated functions whose expressions have effects with
// sequences of steps under gcc.
func TestLeftToRight(t *testing.T) {
	gcc := need.GCC(t)
	bodies := rapid.Custom(drawSequenced)
	var ours, steps, main strings.Builder
	ours.WriteString(sequencePrologue)
	steps.WriteString(sequencePrologue)
	for seed := range 300 {
		b := bodies.Example(seed)
		fmt.Fprintf(&ours, "static void f%d(void) {\n%s}\n", seed, b.text)
		fmt.Fprintf(&steps, "static void f%d(void) {\n%s}\n", seed, b.steps)
		fmt.Fprintf(&main, "printf(\"f%d\\n\"); f%d();\n", seed, seed)
	}
	end := "int main(void) {\n" + main.String() + "return 0; }\n"
	want := runGCC(t, gcc, []byte(steps.String()+end))
	prog, err := Load([]File{{Name: "t.c", Text: []byte(ours.String() + end)}}, Config{})
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range cil.Sanity(prog) {
		t.Error(err)
	}
	var printed, out bytes.Buffer
	if err := cil.Print(&printed, prog, cil.PrintOptions{}); err != nil {
		t.Fatal(err)
	}
	differ(t, "printed from cil", runGCC(t, gcc, printed.Bytes()), want, ours.String())
	stop := interp.Run(prog, prog.FuncNamed("main"), interp.Config{Out: &out, Steps: 5_000_000})
	differ(t, "interpreted", fmt.Sprintf("%s\nexit %d", out.String(), stop.Code&0xff), want, ours.String())
}

// differ reports the first function of text for which two outputs differ.
func differ(t *testing.T, what, got, want, text string) {
	t.Helper()
	gs, ws := strings.Split(got, "\nf"), strings.Split(want, "\nf")
	for i, w := range ws {
		if i < len(gs) && gs[i] == w {
			continue
		}
		_, body, _ := strings.Cut(text, fmt.Sprintf("static void f%d(void)", i))
		body, _, _ = strings.Cut(body, "static void f")
		t.Errorf("%s: f%d gives\n%s\nits steps give\n%s\n%s", what, i, strings.Join(gs[min(i, len(gs)-1):min(i+1, len(gs))], ""), w, body)
		return
	}
}
