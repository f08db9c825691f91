package boolprog

import "hardbop/internal/source"

// Program is a Boolean program. Execution starts at the procedure "main".
type Program struct {
	Comment []string // lines before the first declaration, without "//"
	Globals []*Var
	Procs   []*Proc
}

// Proc finds a procedure by name; nil if there is none.
func (p *Program) Proc(name string) *Proc {
	for _, q := range p.Procs {
		if q.Name == name {
			return q
		}
	}
	return nil
}

// Var is a declared variable. Its name is an identifier or a predicate's text in
// braces, as [PredName] makes it.
type Var struct {
	Name string
	Pos  source.Pos
}

// Proc is a procedure. Formals and locals share one name space; both hide globals.
type Proc struct {
	Name       string
	Pos        source.Pos
	Comment    []string // lines before the head, without "//"
	NumResults int
	Formals    []*Var
	Locals     []*Var
	Enforce    *Expr // holds at every point of the procedure; nil means true
	Body       []*Stmt
}

// StmtKind says what a statement does.
type StmtKind uint8

// Kinds of statements, with the fields that each uses.
const (
	Skip    StmtKind = iota
	Assign           // Lhs := Rhs constrain Cond; in parallel; Cond nil means true
	Assume           // Cond
	Assert           // Cond
	Call             // Lhs := Callee(Rhs); Lhs empty or one per result
	Return           // Rhs
	Goto             // Targets: one of them, nondeterministically
	Dead             // Lhs: these variables become arbitrary
	Print            // Rhs; does nothing
	If               // Cond, Then, Else
	While            // Cond, Then
	Enforce          // Cond, at every point before a later statement of the same block
)

// Stmt is a statement. A flat list of labelled statements with gotos and assumes is
// as good as nested ifs and whiles.
//
// Comment and Origin are kept by printer and parser: they are printed behind the
// statement as "//@ORIGIN COMMENT". An enforce at the start of a body, without label,
// comment and origin, belongs into Proc.Enforce.
type Stmt struct {
	Kind    StmtKind
	Pos     source.Pos
	Labels  []string
	Lhs     []Ref
	Rhs     []*Expr
	Cond    *Expr
	Callee  string
	Targets []string
	Then    []*Stmt // the body, of While
	Else    []*Stmt
	Origin  string // the producer's name of what this statement stands for; no white space
	Comment string // one line, for people: the source line, say
}

// Scope says where a variable lives.
type Scope uint8

// Scopes of a reference.
const (
	Unresolved Scope = iota // before Check
	Global
	Local  // a formal or a local
	Ignore // the "_" of a left side: the value is dropped
)

// Ref is a reference to a variable. [Check] fills Scope and Index: for Global an index
// into Program.Globals, for Local into Formals followed by Locals.
type Ref struct {
	Name  string
	Pos   source.Pos
	Scope Scope
	Index int
}

// Op is the operator of an expression.
type Op uint8

// Operators, with the number of arguments.
const (
	OpFalse   Op = iota // 0
	OpTrue              // 0
	OpVar               // Ref
	OpPrimed            // Ref, value after the assignment; only in constrain
	OpNondet            // 0; a fresh choice at each evaluation of each occurrence
	OpNot               // 1
	OpAnd               // 2 or more
	OpOr                // 2 or more
	OpXor               // 2
	OpImplies           // 2
	OpEq                // 2
	OpNe                // 2
	OpSchoose           // 2: schoose[p,n] = p | (!n & *)
	OpOne               // 1 or more: exactly one argument is true
)

// Expr is an expression. Nodes may be shared inside a procedure (a shared * is still
// one choice per occurrence), not between procedures.
type Expr struct {
	Op   Op
	Args []*Expr
	Ref  Ref // of OpVar and OpPrimed
	Pos  source.Pos
}
