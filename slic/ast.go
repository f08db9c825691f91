package slic

import (
	"math/big"

	"hardbop/internal/source"
)

// Spec is a rule file.
type Spec struct {
	File     string // as given to Parse
	Name     string // the rule's name: the file's base name without extension, as a C identifier
	Text     string // the whole text, for error messages
	Enums    []*Enum
	State    []*StateVar
	HasState bool       // the file has a state block, which may be empty
	StatePos source.Pos // where it begins
	Watch    []*Watch
	// Library says that the rule is one of many that are about families of functions: that
	// a program lacks some is no slip.
	Library  bool
	WatchAny bool // the followed object is any one, from the start
	Handlers []*Handler
}

// Enum declares enumerators, at the top of the file or in a state variable's type.
type Enum struct {
	Pos   source.Pos
	Tag   string // "" if it has none
	Items []*Enumerator
}

// Enumerator is a named constant. Without a Value it is one more than the one before.
type Enumerator struct {
	Pos   source.Pos
	Name  string
	Value Expr // or nil
}

// StateVar is a variable of the rule's state.
type StateVar struct {
	Pos  source.Pos
	Name string
	Type *TypeName
	Init Expr // nil if it is missing, which Check reports
}

// TypeName is a type as written: the base type and the number of stars after it.
type TypeName struct {
	Pos   source.Pos
	Enum  *Enum  // if the base is an enum with a body
	Base  string // else its words, such as "unsigned long", "struct irp", "PIRP"
	Stars int
}

// Event is a kind of event.
type Event int

// The kinds of events. End is the end of the program.
const (
	Call Event = iota
	Return
	Entry
	Exit
	End
)

var eventNames = [...]string{"call", "return", "entry", "exit", "end"}

// String returns the event's name in the language.
func (e Event) String() string { return eventNames[e] }

// After reports whether e happens when the function is done, so that $return may be used.
func (e Event) After() bool { return e == Return || e == Exit }

// Pattern names the events of one kind of one function.
type Pattern struct {
	Pos   source.Pos
	Func  string
	Event Event
}

// String returns the pattern as written.
func (p *Pattern) String() string { return p.Func + "." + p.Event.String() }

// Watch names events and the value by which each may choose the object to follow.
type Watch struct {
	Pattern
	Arg *Arg
}

// Handler has a body that runs at each event that a pattern names; with a Guard only if
// that argument is the object that is followed.
type Handler struct {
	Pos      source.Pos
	Patterns []*Pattern
	Guard    *Arg
	Body     *Block
}

// Stmt is a statement of a handler's body.
type Stmt interface{ isStmt() }

// Block is { statements }.
type Block struct {
	Pos   source.Pos
	Stmts []Stmt
}

// Assign sets state variables, all at once.
type Assign struct {
	Pos source.Pos
	L   []*Ident
	R   []Expr
}

// If runs Then if Cond isn't zero, else Else; without a Cond, written *, either one.
type If struct {
	Pos  source.Pos
	Cond Expr
	Then Stmt
	Else Stmt // or nil
}

// Abort says that the rule is violated. Message may be empty.
type Abort struct {
	Pos     source.Pos
	Message string
}

// Halt ends the run without a verdict.
type Halt struct{ Pos source.Pos }

// Reset gives every state variable its initial value.
type Reset struct{ Pos source.Pos }

// Empty does nothing.
type Empty struct{ Pos source.Pos }

func (*Block) isStmt()  {}
func (*Assign) isStmt() {}
func (*If) isStmt()     {}
func (*Abort) isStmt()  {}
func (*Halt) isStmt()   {}
func (*Reset) isStmt()  {}
func (*Empty) isStmt()  {}

// Expr is an expression as written; Check gives it a type.
type Expr interface {
	isExpr()
	// At returns where the expression starts, or for an operator where that is.
	At() source.Pos
}

// Ident is a name: of a state variable, an enumerator, or something of the program.
type Ident struct {
	Pos  source.Pos
	Name string
}

// Number is an integer or character constant.
type Number struct {
	Pos  source.Pos
	Text string // as written
	Val  *big.Int
}

// Arg is $k, or with Index 0 $return.
type Arg struct {
	Pos   source.Pos
	Index int
}

// Unary applies one of - + ! ~ * &.
type Unary struct {
	Pos source.Pos
	Op  string
	X   Expr
}

// Binary applies a binary operator.
type Binary struct {
	Pos  source.Pos
	Op   string
	X, Y Expr
}

// Cond is C ? A : B.
type Cond struct {
	Pos     source.Pos
	C, A, B Expr
}

// Member is X.Name, or with Arrow X->Name.
type Member struct {
	Pos   source.Pos
	X     Expr
	Name  string
	Arrow bool
}

// Index is X[I].
type Index struct {
	Pos  source.Pos
	X, I Expr
}

// Cast is (Type)X.
type Cast struct {
	Pos  source.Pos
	Type *TypeName
	X    Expr
}

func (*Ident) isExpr()  {}
func (*Number) isExpr() {}
func (*Arg) isExpr()    {}
func (*Unary) isExpr()  {}
func (*Binary) isExpr() {}
func (*Cond) isExpr()   {}
func (*Member) isExpr() {}
func (*Index) isExpr()  {}
func (*Cast) isExpr()   {}

// At returns the expression's position.
func (e *Ident) At() source.Pos  { return e.Pos }
func (e *Number) At() source.Pos { return e.Pos }
func (e *Arg) At() source.Pos    { return e.Pos }
func (e *Unary) At() source.Pos  { return e.Pos }
func (e *Binary) At() source.Pos { return e.Pos }
func (e *Cond) At() source.Pos   { return e.Pos }
func (e *Member) At() source.Pos { return e.Pos }
func (e *Index) At() source.Pos  { return e.Pos }
func (e *Cast) At() source.Pos   { return e.Pos }
