package cgen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Options says what programs are like. The zero Options give straight integer programs.
type Options struct {
	Funcs    int // functions besides main
	Stmts    int // statements in a block; 0 means 4
	Structs  bool
	Arrays   bool
	Pointers bool
	// Types uses integer types besides int and unsigned.
	Types bool
	// Recursion adds a function that calls itself.
	Recursion bool
	// Print prints values on the way and the globals at the end.
	Print bool
	// Nondet gives some variables values of __VERIFIER_nondet_int.
	Nondet bool
	// Errors adds calls of reach_error under conditions.
	Errors bool
}

// bound is the largest absolute value of a variable of a signed type.
const bound = 100

// ctype is an integer type: its name and whether arithmetic in it wraps.
type ctype struct {
	name     string
	unsigned bool
	max      int64 // the bound of its values in expressions
}

var (
	intType  = ctype{"int", false, bound}
	uintType = ctype{"unsigned", true, 1<<32 - 1}
	moreInts = []ctype{{"unsigned char", false, 255}, {"short", false, bound}, {"long", false, bound}, {"signed char", false, bound}}
)

// variable is something that can be assigned: its text may be x, *p, s.a, a[i & 3].
type variable struct {
	text string
	t    ctype
	// addressable says that a pointer may point to it.
	addressable bool
}

// pointer is a pointer variable.
type pointer struct {
	name string
	t    ctype
}

// function is a function that can be called.
type function struct {
	name   string
	params []ctype
	ptr    bool // an int pointer comes last
}

// generator makes one program.
type generator struct {
	opts    Options
	r       *rand.Rand
	b       strings.Builder
	indent  int
	n       int // makes names unique
	globals []variable
	vars    []variable // visible in the current function, globals included
	ptrs    []pointer
	gptrs   []pointer
	funcs   []function
	loops   int  // nesting of loops
	calls   int  // calls that the current function may still contain
	inMain  bool // prints the globals at the end
}

// Generate returns the program of the seed.
func Generate(seed uint64, opts Options) string {
	if opts.Stmts == 0 {
		opts.Stmts = 4
	}
	g := &generator{opts: opts, r: rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15))}
	g.prologue()
	g.globalVars()
	for i := range opts.Funcs {
		g.function(fmt.Sprintf("f%d", i))
	}
	if opts.Recursion {
		g.recursive()
	}
	g.main()
	return g.b.String()
}

func (g *generator) line(format string, args ...any) {
	g.b.WriteString(strings.Repeat("\t", g.indent))
	fmt.Fprintf(&g.b, format, args...)
	g.b.WriteByte('\n')
}

func (g *generator) chance(n int) bool { return g.r.IntN(n) == 0 }

func (g *generator) fresh(prefix string) string {
	g.n++
	return fmt.Sprintf("%s%d", prefix, g.n)
}

func (g *generator) prologue() {
	g.line("int printf(const char *, ...);")
	if g.opts.Nondet {
		g.line("extern int __VERIFIER_nondet_int(void);")
	}
	if g.opts.Errors {
		g.line("extern void reach_error(void);")
	}
	if g.opts.Structs {
		g.line("struct s { int a; unsigned b; short c; struct { unsigned char d; int e; } in; unsigned bits : 5; };")
	}
}

// typ draws a type.
func (g *generator) typ() ctype {
	switch {
	case g.opts.Types && g.chance(3):
		return moreInts[g.r.IntN(len(moreInts))]
	case g.chance(4):
		return uintType
	}
	return intType
}

// globalVars declares the globals.
func (g *generator) globalVars() {
	for range 2 + g.r.IntN(3) {
		t := g.typ()
		name := g.fresh("g")
		g.line("%s %s = %d;", t.name, name, g.r.IntN(21)-10*(g.r.IntN(2)))
		g.globals = append(g.globals, variable{name, t, true})
	}
	if g.opts.Structs {
		g.line("struct s gs = {1, 2, 3};")
		g.globals = append(g.globals, structVars("gs", ".")...)
	}
	if g.opts.Arrays {
		g.line("int ga[4] = {3, 1, 2};")
		g.globals = append(g.globals, variable{"ga[%]", intType, true})
	}
	if g.opts.Pointers {
		g.line("int gp0;")
		g.line("int *gp = &gp0;")
		g.gptrs = append(g.gptrs, pointer{"gp", intType})
		g.globals = append(g.globals, variable{"gp0", intType, true})
		if g.opts.Structs {
			g.line("struct s *gq = &gs;")
			g.globals = append(g.globals, structVars("gq", "->")...)
		}
	}
}

// structVars lists the members of a struct s.
func structVars(name, sel string) []variable {
	p := name + sel
	return []variable{{p + "a", intType, true}, {p + "b", uintType, true}, {p + "c", moreInts[1], true},
		{p + "in.d", moreInts[0], true}, {p + "in.e", intType, true},
		{p + "bits", ctype{"unsigned", false, 31}, false}}
}

// function generates a function; it may call those before it.
func (g *generator) function(name string) {
	f := function{name: name, ptr: g.opts.Pointers && g.chance(2)}
	g.begin()
	var params []string
	for range g.r.IntN(3) {
		t, p := g.typ(), g.fresh("p")
		f.params = append(f.params, t)
		params = append(params, t.name+" "+p)
		g.vars = append(g.vars, variable{p, t, true})
	}
	if f.ptr {
		p := g.fresh("q")
		params = append(params, "int *"+p)
		g.ptrs = append(g.ptrs, pointer{p, intType})
		g.vars = append(g.vars, variable{"*" + p, intType, false})
	}
	if len(params) == 0 {
		params = []string{"void"}
	}
	g.line("static int %s(%s)", name, strings.Join(params, ", "))
	g.body(2, func() { g.line("return %s;", g.reduced(intType)) })
	g.funcs = append(g.funcs, f)
}

// begin starts a function: only the globals are visible.
func (g *generator) begin() {
	g.vars = append([]variable(nil), g.globals...)
	g.ptrs = append([]pointer(nil), g.gptrs...)
	for _, p := range g.gptrs {
		g.vars = append(g.vars, variable{"*" + p.name, p.t, false})
	}
	g.calls, g.loops = 2, 0
}

// recursive generates a function that calls itself up to 8 times.
func (g *generator) recursive() {
	g.begin()
	p := g.fresh("n")
	g.line("static int rec(int %s)", p)
	g.line("{")
	g.indent++
	g.line("int r = 1;")
	g.vars = append(g.vars, variable{p, intType, false}, variable{"r", intType, true})
	g.line("if (%s <= 0 || %s > 8)", p, p)
	g.line("\treturn %s;", g.reduced(intType))
	g.line("r = (r + rec(%s - 1)) %% %d;", p, bound)
	g.stmts(2)
	g.line("return %s;", g.reduced(intType))
	g.indent--
	g.line("}")
	g.funcs = append(g.funcs, function{name: "rec", params: []ctype{intType}})
}

func (g *generator) main() {
	g.begin()
	g.calls, g.inMain = 4, true
	g.line("int main(void)")
	g.body(2, func() {
		if g.opts.Print {
			g.printAll(g.globals)
		}
		g.line("return 0;")
	})
}

// printAll prints variables.
func (g *generator) printAll(vs []variable) {
	for _, v := range vs {
		g.line("printf(\"%s=%%ld\\n\", (long)%s);", strings.ReplaceAll(v.text, "%", "1"), strings.ReplaceAll(v.text, "%", "1"))
	}
}

// body generates a block with local variables, statements nested up to depth and an end.
func (g *generator) body(depth int, end func()) {
	g.line("{")
	g.indent++
	g.locals()
	g.stmts(depth)
	g.stmts(depth)
	end()
	g.indent--
	g.line("}")
}

// locals declares the local variables.
func (g *generator) locals() {
	for range 1 + g.r.IntN(3) {
		t, name := g.typ(), g.fresh("x")
		init := g.reduced(t)
		if g.opts.Nondet && g.chance(2) {
			init = fmt.Sprintf("__VERIFIER_nondet_int() %% %d", bound)
		}
		g.line("%s %s = %s;", t.name, name, init)
		g.vars = append(g.vars, variable{name, t, true})
	}
	if g.opts.Structs && g.chance(2) {
		name := g.fresh("s")
		g.line("struct s %s = {%d, 7, .in.e = %d};", name, g.r.IntN(9), g.r.IntN(9))
		g.vars = append(g.vars, structVars(name, ".")...)
	}
	if g.opts.Arrays && g.chance(2) {
		name := g.fresh("a")
		g.line("int %s[4] = {%d, %d};", name, g.r.IntN(9), g.r.IntN(9))
		g.vars = append(g.vars, variable{name + "[%]", intType, true})
	}
	if g.opts.Pointers {
		t, name := g.typ(), g.fresh("q")
		if target, ok := g.target(t); ok {
			g.line("%s *%s = %s;", t.name, name, target)
			g.ptrs = append(g.ptrs, pointer{name, t})
			g.vars = append(g.vars, variable{"*" + name, t, false})
		}
	}
}
