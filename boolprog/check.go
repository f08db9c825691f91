package boolprog

import (
	"strings"

	"hardbop/internal/source"
)

// Check resolves the variables of p and reports what is wrong with it: undeclared and
// duplicate names, wrong numbers of arguments, results and values, primes outside of
// constrain, a missing main. text is the file that p was read from, for the excerpts
// in the messages; it may be empty. The error is a source.ErrorList.
//
// Programs made in memory are checked for what the parser guarantees as well: valid
// names, operators with the right number of arguments, no missing conditions.
func Check(p *Program, text string) error {
	c := &checker{prog: p, text: text, procs: map[string]*Proc{}, globals: map[string]Ref{}}
	c.declare(c.globals, p.Globals, Global, 0)
	for _, q := range p.Procs {
		c.name(q.Name, q.Pos, "procedure")
		if c.procs[q.Name] != nil {
			c.errorAt(q.Pos, "procedure %s is declared twice", q.Name)
		}
		c.procs[q.Name] = q
	}
	if c.procs["main"] == nil {
		c.errorAt(source.Pos{File: fileOf(p)}, "the program has no procedure main")
	}
	for _, q := range p.Procs {
		c.procedure(q)
	}
	return c.errors.Err()
}

// fileOf returns the file that p was read from, if anything in it says so.
func fileOf(p *Program) string {
	switch {
	case len(p.Globals) > 0:
		return p.Globals[0].Pos.File
	case len(p.Procs) > 0:
		return p.Procs[0].Pos.File
	}
	return ""
}

// checker is the state of Check; the fields from proc on belong to one procedure.
type checker struct {
	prog    *Program
	text    string
	errors  source.ErrorList
	procs   map[string]*Proc
	globals map[string]Ref
	proc    *Proc
	locals  map[string]Ref
	labels  map[string]bool
}

// errorAt complains about a place, up to maxErrors times.
func (c *checker) errorAt(pos source.Pos, format string, args ...any) {
	if len(c.errors) >= maxErrors {
		return
	}
	if !pos.IsValid() && c.proc != nil {
		format = "procedure " + strings.ReplaceAll(c.proc.Name, "%", "%%") + ": " + format
	}
	c.errors.Add(pos, c.text, format, args...)
}

// ValidName reports whether the parser reads name as one identifier.
func ValidName(name string) bool {
	if name == "" || isKeyword(name) {
		return false
	}
	if name[0] == '{' {
		inner := strings.TrimSuffix(name[1:], "}")
		return len(inner) == len(name)-2 && inner != "" && !strings.ContainsAny(inner, "{}") && PredName(inner) == name
	}
	for i := range len(name) {
		if !isIdentPart(name[i]) || i == 0 && !isIdentStart(name[i]) {
			return false
		}
	}
	return true
}

// SafeName returns a name for a procedure, label or variable: name itself if the
// parser reads it as one identifier, else name in braces.
func SafeName(name string) string {
	if ValidName(name) {
		return name
	}
	return PredName(name)
}

// name complains if the parser would not read a name.
func (c *checker) name(name string, pos source.Pos, what string) {
	if !ValidName(name) {
		c.errorAt(pos, "%q is not the name of a %s", name, what)
	}
}

// declare enters variables into a scope, numbered from first on.
func (c *checker) declare(scope map[string]Ref, vars []*Var, where Scope, first int) {
	for i, v := range vars {
		c.name(v.Name, v.Pos, "variable")
		if _, twice := scope[v.Name]; twice {
			c.errorAt(v.Pos, "variable %s is declared twice", v.Name)
		}
		scope[v.Name] = Ref{Scope: where, Index: first + i}
	}
}

// procedure checks one procedure.
func (c *checker) procedure(q *Proc) {
	c.proc, c.locals, c.labels = q, map[string]Ref{}, map[string]bool{}
	c.declare(c.locals, q.Formals, Local, 0)
	c.declare(c.locals, q.Locals, Local, len(q.Formals))
	if q.NumResults < 0 || q.NumResults > maxResults {
		c.errorAt(q.Pos, "procedure %s has %d results: expected 0 to %d", q.Name, q.NumResults, maxResults)
	}
	c.collectLabels(q.Body)
	if q.Enforce == nil && len(q.Body) > 0 && q.Body[0].Kind == Enforce && isBare(q.Body[0]) {
		c.errorAt(q.Pos, "an enforce at the start belongs to Proc.Enforce")
	}
	if q.Enforce != nil {
		c.expr(q.Enforce, q.Pos, false)
	}
	c.stmts(q.Body)
	c.proc = nil
}

// collectLabels enters the labels of a block and its inner blocks.
func (c *checker) collectLabels(list []*Stmt) {
	for _, s := range list {
		for _, l := range s.Labels {
			c.name(l, s.Pos, "label")
			if strings.HasPrefix(l, "ASYNC_") {
				c.errorAt(s.Pos, "threads are not supported (label %s)", l)
			}
			if c.labels[l] {
				c.errorAt(s.Pos, "label %s is set twice in procedure %s", l, c.proc.Name)
			}
			c.labels[l] = true
		}
		c.collectLabels(s.Then)
		c.collectLabels(s.Else)
	}
}

// stmts checks a block.
func (c *checker) stmts(list []*Stmt) {
	for _, s := range list {
		if strings.ContainsAny(s.Origin, " \t\r\n\f\v") {
			c.errorAt(s.Pos, "the origin %q contains white space", s.Origin)
		}
		c.stmt(s)
		c.stmts(s.Then)
		c.stmts(s.Else)
	}
}

// stmt checks one statement without its inner blocks.
func (c *checker) stmt(s *Stmt) {
	c.written(s)
	for _, e := range s.Rhs {
		c.expr(e, s.Pos, false)
	}
	if s.Cond != nil {
		c.expr(s.Cond, s.Pos, s.Kind == Assign)
	}
	switch s.Kind {
	case Assume, Assert, If, While, Enforce:
		if s.Cond == nil {
			c.errorAt(s.Pos, "a statement has no condition")
		}
	case Assign:
		c.assign(s)
	case Call:
		c.call(s)
	case Return:
		if len(s.Rhs) != c.proc.NumResults {
			c.errorAt(s.Pos, "procedure %s returns %d values: expected %d", c.proc.Name, len(s.Rhs), c.proc.NumResults)
		}
	case Goto:
		c.jump(s)
	case Dead:
		if len(s.Lhs) == 0 {
			c.errorAt(s.Pos, "dead without a variable")
		}
	}
}

// written resolves the variables that a statement writes and looks for duplicates.
func (c *checker) written(s *Stmt) {
	var seen map[string]bool
	if len(s.Lhs) > 1 {
		seen = make(map[string]bool, len(s.Lhs))
	}
	for i := range s.Lhs {
		r := &s.Lhs[i]
		if r.Scope == Ignore || r.Name == "_" {
			c.ignored(s, r)
			continue
		}
		c.ref(r, s.Pos)
		if seen[r.Name] && s.Kind != Dead {
			c.errorAt(r.Pos, "variable %s is assigned twice at once", r.Name)
		}
		if seen != nil {
			seen[r.Name] = true
		}
	}
}

// ignored checks the left side "_".
func (c *checker) ignored(s *Stmt, r *Ref) {
	r.Name, r.Scope = "_", Ignore
	if s.Kind == Dead {
		c.errorAt(s.Pos, "'_' has no value: expected a variable")
	}
}

// ref resolves a variable; locals hide globals.
func (c *checker) ref(r *Ref, near source.Pos) {
	found, ok := c.locals[r.Name]
	if !ok {
		found, ok = c.globals[r.Name]
	}
	if !ok {
		pos := r.Pos
		if !pos.IsValid() {
			pos = near
		}
		c.errorAt(pos, "variable %s is not declared", r.Name)
		return
	}
	r.Scope, r.Index = found.Scope, found.Index
}

// assign compares the numbers of variables and values.
func (c *checker) assign(s *Stmt) {
	if len(s.Lhs) != len(s.Rhs) {
		c.errorAt(s.Pos, "%d variables are assigned %d values", len(s.Lhs), len(s.Rhs))
	}
	if len(s.Lhs) == 0 && s.Cond == nil {
		c.errorAt(s.Pos, "an assignment without variables")
	}
}

// call compares the numbers of arguments and results with the callee's.
func (c *checker) call(s *Stmt) {
	q := c.procs[s.Callee]
	if q == nil {
		c.errorAt(s.Pos, "procedure %s is not declared", s.Callee)
		return
	}
	if len(s.Rhs) != len(q.Formals) {
		c.errorAt(s.Pos, "procedure %s is called with %d arguments: expected %d", s.Callee, len(s.Rhs), len(q.Formals))
	}
	if len(s.Lhs) > 0 && len(s.Lhs) != q.NumResults {
		c.errorAt(s.Pos, "procedure %s has %d results: %d variables are assigned", s.Callee, q.NumResults, len(s.Lhs))
	}
}

// jump looks for the targets of a goto.
func (c *checker) jump(s *Stmt) {
	if len(s.Targets) == 0 {
		c.errorAt(s.Pos, "goto without a label")
	}
	for _, l := range s.Targets {
		if !c.labels[l] {
			c.errorAt(s.Pos, "label %s is not set in procedure %s", l, c.proc.Name)
		}
	}
}

// expr checks an expression. near is a position to report if it has none.
func (c *checker) expr(e *Expr, near source.Pos, primes bool) {
	if e == nil {
		c.errorAt(near, "an expression is missing")
		return
	}
	if e.Pos.IsValid() {
		near = e.Pos
	}
	if !arityFits(e) {
		c.errorAt(near, "an operator has %d arguments", len(e.Args))
		return
	}
	switch e.Op {
	case OpPrimed:
		if !primes {
			c.errorAt(near, "'%s: a primed variable stands outside of constrain", e.Ref.Name)
		}
		c.ref(&e.Ref, near)
	case OpVar:
		c.ref(&e.Ref, near)
	}
	for _, a := range e.Args {
		c.expr(a, near, primes)
	}
}

// arityFits reports whether an operator has the number of arguments that it needs.
func arityFits(e *Expr) bool {
	n := len(e.Args)
	switch e.Op {
	case OpFalse, OpTrue, OpVar, OpPrimed, OpNondet:
		return n == 0
	case OpNot:
		return n == 1
	case OpAnd, OpOr:
		return n >= 2
	case OpXor, OpImplies, OpEq, OpNe, OpSchoose:
		return n == 2
	case OpOne:
		return n >= 1
	}
	return false
}
