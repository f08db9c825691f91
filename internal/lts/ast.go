package lts

import "hardbop/internal/source"

// File is a file of specifications.
type File struct {
	Name       string // of the file
	Text       string
	Consts     []*Const
	Ranges     []*Range
	Procedures []*Procedure
	Processes  []*Process

	consts map[string]*Const
	ranges map[string]*Range
	heads  map[string]*Equation // the first equations of the processes
}

// Const is a named number.
type Const struct {
	Pos   source.Pos
	Name  string
	Value Expr
}

// Range is a named range of numbers.
type Range struct {
	Pos  source.Pos
	Name string
	Span Span
}

// Span is a range of numbers: both ends belong to it. A named one has only Name.
type Span struct {
	Pos    source.Pos
	Name   string
	Lo, Hi Expr
}

// Procedure is the abstraction of a procedure: what it does, for each of some conditions on
// its arguments.
type Procedure struct {
	Pos          source.Pos
	Name         string
	Abstractions []*Abstraction
}

// Abstraction says that a procedure behaves like a process where a guard over its
// arguments $1, $2, ... holds.
type Abstraction struct {
	Pos     source.Pos
	Name    string
	Guard   Expr
	Initial Ref
}

// Process is a list of equations, of which the first names it.
type Process struct {
	Equations []*Equation
	// Extension are actions that the alphabet has although no equation does.
	Extension []*Label
	byName    map[string]*Equation
}

// Name is the name of the process.
func (p *Process) Name() string { return p.Equations[0].Name }

// Equation defines a state, or one for each value of its indices.
type Equation struct {
	Pos     source.Pos
	Name    string
	Indices []Index
	Body    Body
	process *Process
}

// Index is an index of an equation or a label: a variable that ranges over a span, or an
// expression. An equation's is a variable.
type Index struct {
	Pos  source.Pos
	Var  string // "" for an expression
	Span Span
	E    Expr
}

// Body is what a state does: a [*Ref] or a [*Choice].
type Body interface{ isBody() }

// Ref is another state, or STOP.
type Ref struct {
	Pos     source.Pos
	Name    string
	Indices []Expr
}

// Choice is a choice between branches.
type Choice struct {
	Pos      source.Pos
	Branches []*Branch
}

// Branch is actions one after the other, and what comes then; where the condition When, if
// any, holds.
type Branch struct {
	Pos     source.Pos
	When    Expr
	Actions []*Act
	Then    Body
}

func (*Ref) isBody()    {}
func (*Choice) isBody() {}

// Act is one step of a branch: one of some labels, or a return action.
type Act struct {
	Pos    source.Pos
	Labels []*Label
	Return bool
	// Value is the condition of a return action on $0, nil for return {}. A number stands
	// for itself.
	Value Expr
}

// Label is a basic action: a name with indices.
type Label struct {
	Pos   source.Pos
	Parts []LabelPart
}

// LabelPart is a name or an index of a label.
type LabelPart struct {
	Name  string // "" for an index
	Index Index
}

// stop is the state behind return actions.
const stop = "STOP"

// silent reports whether name is that of the silent action.
func silent(name string) bool { return name == "tau" || name == "epsilon" }

// reserved reports whether a name has a meaning of its own.
func reserved(name string) bool {
	switch name {
	case stop, "const", "range", "cproc", "abstract", "return", "when":
		return true
	}
	return false
}
