package cil

import (
	"math/big"

	"hardbop/internal/source"
)

// Program is a linked C program.
type Program struct {
	Model   *DataModel
	Comps   []*CompType
	Globals []*Var  // objects with static storage, string literals included
	Funcs   []*Func // defined and declared ones
	Notes   []Note  // what was not modelled exactly, in order of discovery
	// Constants and Types are what enumerators, macros and type names mean that the front
	// end was asked for.
	Constants map[string]*big.Int
	Types     map[string]Type
	// Macros stand for the macros that marks speak of, one for each name and list of types.
	Macros []*Func
	// Own are the functions that the C files define themselves, headers aside, elaborated
	// or not, in the order of the files.
	Own []Definition
	// Declared are the names of the functions and of the macros with arguments in the
	// files, used or not, sorted; only if the front end was asked for events.
	Declared []string
	// Late are initial values that depend on what the program is linked with: a run starts
	// with them, instead of what the objects' initialisers say.
	Late []LateInit
	// Hidden are the macros that have no marks although the front end was asked for them.
	Hidden []HiddenMacro
}

// Definition is where a function is defined.
type Definition struct {
	Name string // in the source
	Pos  source.Pos
}

// HiddenMacro is a macro whose uses can't be marked.
type HiddenMacro struct {
	Name string
	Why  string
	Pos  source.Pos // of its definition
	Used bool       // its name is elsewhere in the files too
}

// LateInit is the initial value E of a scalar part L of an object of static storage.
type LateInit struct {
	L   *Lval
	E   Expr
	Pos source.Pos
}

// Note says that something in the source is not modelled exactly.
type Note struct {
	Code string // of the closed list in ASSUMPTIONS.md, such as "inline-asm"
	Pos  source.Pos
	Text string
}

// VarKind says what a variable is.
type VarKind int

// The kinds of variables. Temp is a local that the front end or an instrumenter made.
// Ghost is a symbolic constant of NEWTON. Result is a function's result, named ret.
// Literal is the array of a string literal. Value is an intermediate value of a formula, which
// no object holds: it may lie outside of the range of its type, as sums may before they are
// stored. Owner is an array without a place of its own: at each address it has the number of the
// object that lies there.
const (
	Global VarKind = iota
	Local
	Formal
	Temp
	Ghost
	Result
	Literal
	Value
	Owner
)

// Var is a variable.
type Var struct {
	Name string // unique among the globals, or among the variables of Func
	Type Type
	Kind VarKind
	Func *Func // nil for globals, static locals included
	Pos  source.Pos
	// Orig is the name in the source, if it differs from Name, or is that of a static local: no name at file scope.
	Orig string
	// Init is the initialiser of a global: nil means zero, unless Extern.
	Init *Init
	// Extern marks a global that no file defines: its value is arbitrary.
	Extern   bool
	Const    bool
	Volatile bool
	// Static marks a global that code of other files can't name.
	Static bool
	// Initial marks a global that has its initial value at first wherever a run starts: one
	// of a model's, which only remembers what the program did.
	Initial bool
	// AddrTaken reports whether a pointer may point to the variable: the program takes its
	// address, or that of a part, or the outside may hand it in.
	// For arrays it is true where the array decays other than by direct indexing.
	AddrTaken bool
	// Of is the lvalue that a Ghost remembers the value of, or that a Value is stored in.
	Of *Lval
	// Among are, for a global that a rule follows, the values that it has in each run
	// that the rule says something about; nil if it may have any.
	Among *Among
}

// Among are the values that formals have wherever their functions are called, from all calls.
type Among struct{ Vars []*Var }

// Init is the initialiser of an object of static storage: either a single
// expression for the whole or entries for its parts; parts without one are zero.
type Init struct {
	Expr    Expr
	Entries []InitEntry
}

// InitEntry initialises the scalar part at Path.
type InitEntry struct {
	Path []Sel // indices are constants
	Expr Expr
}

// Func is a function. Entry is nil if it has no body.
type Func struct {
	Name    string // unique in the program
	Orig    string // the name in the source, if it differs
	Type    *FuncType
	Formals []*Var
	Locals  []*Var // temporaries included
	Result  *Var   // kind Result; nil if void
	Entry   *Node  // a Skip
	Exit    *Node  // a Skip without successors; all Returns lead here
	Nodes   []*Node
	Pos     source.Pos
	EndPos  source.Pos // of the closing brace
	// DeadLabels are the labels of what Finish dropped, as no run gets there.
	DeadLabels []string
	Static     bool
	// Aliased says that other files can call the function by another name.
	Aliased bool
	// Role is the type name that a declaration gives the function without a parameter list,
	// as "DRIVER_DISPATCH f;" does; empty if none does.
	Role string
	// NoReturn marks functions that are declared never to return.
	NoReturn bool
	// AddrTaken reports whether the function is used other than by direct calls.
	AddrTaken bool
	// Library says that a header of the system declares the function.
	Library bool
	// Model says what is taken for granted of a function that a model stands for; "" if
	// the program's own definition counts, or there is none.
	Model string
	// Alloc says how a function without a body allocates memory; nil if its name tells.
	Alloc *Alloc
	// Harmless says that a function without a body changes nothing that the program can
	// look at, and keeps none of its arguments; its result is arbitrary.
	Harmless bool
	// Waits says that the function waits: other threads may get on meanwhile.
	Waits bool
	// Awaits says besides that it waits for an event that another thread has to tell.
	Awaits bool
	// Wakes says that the function ends another thread's wait.
	Wakes bool
	// KeepsNothing says that a function without a body keeps none of its arguments and
	// hands out no address; what it gets pointers to it may change.
	KeepsNothing bool
	// Changes says what else the function changes, if a model stands for it.
	Changes []Change
	// Format is the number, from 1, of the parameter of a function without a body that is
	// a format as printf has it: what the arguments behind it point to is read only, unless
	// the format says %n. 0 if there is none.
	Format int
	// AtMost is the number, from 1, of the parameter of a function without a body that its result, a number, isn't larger than; 0
	// if there is none.
	AtMost int
	// SetsKept says of a function outside the program that it may change members that are
	// kept, see [Field.Kept].
	SetsKept bool
}

// Change says that a function changes the numbers of the struct that a parameter points
// to, those in the members of these names; without any, all. Pointers stay as they are.
type Change struct {
	Param   int // its index
	Members []string
}

// Alloc says that a function returns new memory, or fails.
type Alloc struct {
	// Size are the indices of the arguments whose product is the size in bytes; without
	// any, the size isn't known.
	Size []int
	// Zeroed says that the memory is zero. If ZeroFlag isn't 0, so it is where the
	// argument FlagArg has one of its bits.
	Zeroed   bool
	FlagArg  int
	ZeroFlag int64
	// Filled says that the function has put something into the memory, and keeps it: what
	// the outside knows, and what the arguments point to. It may change that as well.
	Filled bool
	// Kept says the same of a function that changes nothing that the arguments point to.
	Kept bool
	// Empty, if it isn't 0, is the address that is returned for memory of no bytes.
	Empty int64
	// Error says that a failure is an error number from -4095 to -1 as a pointer, instead
	// of null; NeverFails, that there is no failure.
	Error, NeverFails bool
}

// Zeroes reports whether the call c returns memory that is zero.
func (a *Alloc) Zeroes(c *Call) bool {
	if a.Zeroed || a.ZeroFlag == 0 || a.FlagArg >= len(c.Args) {
		return a.Zeroed
	}
	v, ok := ConstValue(c.Args[a.FlagArg])
	return ok && new(big.Int).And(v, big.NewInt(a.ZeroFlag)).Sign() != 0
}

// HasBody reports whether f is defined.
func (f *Func) HasBody() bool { return f.Entry != nil }

// Node is a point of the control-flow graph with the instruction that is executed there.
type Node struct {
	ID     int // index in Func.Nodes
	Func   *Func
	Instr  Instr
	Succs  []*Node
	Preds  []*Node // set by Finish
	Pos    source.Pos
	Labels []string // C labels at this point
}

// Instr is an instruction.
type Instr interface{ isInstr() }

// Skip does nothing. Text, if not empty, is a remark for the printed program.
type Skip struct {
	Text string
	Mark *Mark // what begins or ends here, for those who weave in a rule; or nil
}

// Barrier is the text of what keeps accesses to memory in their order, and does nothing else.
const Barrier = "memory barrier"

// Mark says that the expansion of a macro, which a rule speaks of as if it were a
// function, begins or ends at a node.
type Mark struct {
	// Macro stands for the macro: its name, and the types that it is used with here. It
	// isn't among the program's functions, and has no body.
	Macro *Func
	// From is, where the expansion ends, the node where it begins; nil at that.
	From *Node
	// Values are the arguments where the expansion begins, and where it ends its value, if
	// it has one. A value that isn't known is nil.
	Values []Expr
}

// Assign sets L to E; both have the same type, which may be a comp. Why is as that of a Havoc, for what another
// thread stores; "" for what the program does.
type Assign struct {
	L   *Lval
	E   Expr
	Why string
}

// Havoc sets L to an arbitrary value. Why says where it comes from, for traces,
// such as "__VERIFIER_nondet_int()", "uninitialised" or "inline assembly".
type Havoc struct {
	L   *Lval
	Why string
	// Of is the volatile lvalue that is read, unless it is a float: addresses, and parts of
	// them, that the program stored there may come out. It is L itself if another thread may have
	// changed that. Else it is nil.
	Of *Lval
}

// Shared reports whether h stands for another thread that has changed what L holds.
func (h *Havoc) Shared() bool { return h.Of != nil && EqualLval(h.Of, h.L) }

// VolatileRead is why a read of volatile memory is arbitrary.
const VolatileRead = "volatile read"

// Assume stops runs in which E is zero.
type Assume struct{ E Expr }

// Branch goes on at Succs[0] if E isn't zero, else at Succs[1].
type Branch struct{ E Expr }

// Call calls Fn (a FuncAddr for a direct call) and stores the result in Ret unless nil.
type Call struct {
	Ret  *Lval
	Fn   Expr
	Args []Expr
	// Inner marks a call that a rule doesn't see: it is part of a macro's expansion that
	// the rule speaks of as a whole.
	Inner bool
	// As, if it isn't nil, says that another thread has called As. All that a rule sees of it is what it
	// does to what As returns.
	As *Func
}

// Return leaves the function with the value of E, nil in void functions and where a
// function falls off its end.
type Return struct{ E Expr }

// Opaque stands for something that can't be modelled: setjmp, a call through a pointer
// to nothing known, ... A run that reaches it makes the verdict UNKNOWN.
type Opaque struct {
	Code string // a reason code
	What string
}

// Clobber gives all memory that code of others can reach an arbitrary value: globals, and
// what pointers lead to. Why says where it comes from. Package prep replaces it by Havocs.
type Clobber struct{ Why string }

func (*Skip) isInstr()    {}
func (*Clobber) isInstr() {}
func (*Assign) isInstr()  {}
func (*Havoc) isInstr()   {}
func (*Assume) isInstr()  {}
func (*Branch) isInstr()  {}
func (*Call) isInstr()    {}
func (*Return) isInstr()  {}
func (*Opaque) isInstr()  {}

// Callee returns the function that a direct call calls, or nil.
func (c *Call) Callee() *Func {
	if fa, ok := c.Fn.(*FuncAddr); ok {
		return fa.F
	}
	return nil
}

// FuncNamed returns the function called name, or nil.
func (p *Program) FuncNamed(name string) *Func {
	for _, f := range p.Funcs {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// GlobalNamed returns the global called name, or nil.
func (p *Program) GlobalNamed(name string) *Var {
	for _, v := range p.Globals {
		if v.Name == name {
			return v
		}
	}
	return nil
}

// Lookup finds the variable that name means inside f: a local, a formal, the result
// ("ret") or a global. f may be nil for globals only. It returns nil if there is none.
func (p *Program) Lookup(f *Func, name string) *Var {
	if f != nil {
		for _, vs := range [][]*Var{f.Locals, f.Formals} {
			for _, v := range vs {
				if v.Name == name {
					return v
				}
			}
		}
		if f.Result != nil && f.Result.Name == name {
			return f.Result
		}
	}
	return p.GlobalNamed(name)
}
