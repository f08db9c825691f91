package bdd

import "fmt"

// Node is a handle of a Boolean function. Equal functions of one manager have equal
// handles.
type Node uint32

// The constant functions.
const (
	False Node = 0
	True  Node = 1
)

// Literal is a variable or its negation.
type Literal struct {
	Var   int
	Value bool
}

// Manager owns the nodes of one set of variables.
//
// Operations panic with a [*LimitError] if the node limit is reached and with a
// [*StopError] if [Config.Stop] says so; the manager stays usable. [Guard] turns both
// into errors. Variables that weren't added are a bug and panic, too.
type Manager interface {
	// NumVars returns the number of variables, AddVars adds n and returns the first.
	NumVars() int
	AddVars(n int) (first int)

	// Var returns the function of a variable, NotVar its negation.
	Var(v int) Node
	NotVar(v int) Node
	// Top returns the first variable that f depends on; -1 for constants.
	Top(f Node) int
	// Low and High return what f is if its top variable is false or true.
	Low(f Node) Node
	High(f Node) Node

	Not(f Node) Node
	And(f, g Node) Node
	Or(f, g Node) Node
	Xor(f, g Node) Node
	// Diff returns f & !g.
	Diff(f, g Node) Node
	Ite(f, g, h Node) Node

	// Exist and Forall quantify the variables of a positive cube, see [Cube].
	Exist(f, cube Node) Node
	Forall(f, cube Node) Node
	// AndExist returns Exist(And(f, g), cube), the relational product.
	AndExist(f, g, cube Node) Node
	// SetImage says which variables Image renames: each from[i] to to[i].
	SetImage(from, to []int)
	// Image returns AndExist(f, g, cube) with the variables of SetImage renamed. What is
	// renamed to must be in the cube if f or g depend on it.
	Image(f, g, cube Node) Node

	// Rename replaces variables by variables, all at once.
	Rename(f Node, r *Renaming) Node
	// Compose replaces variables by functions, all at once.
	Compose(f Node, s *Substitution) Node
	// Constrain and Restrict return a function that equals f where care holds; care isn't
	// False. Constrain by a cube is the cofactor. Restrict adds no variables to f.
	Constrain(f, care Node) Node
	Restrict(f, care Node) Node

	// Ref keeps f over safe points, as often as Deref isn't called. Ref returns f.
	Ref(f Node) Node
	Deref(f Node)
	// SafePoint frees nodes that aren't kept, if it is time to; GC does so in any case.
	SafePoint()
	GC()
	Stats() Stats
}

// Stats are counters of a manager.
type Stats struct {
	Nodes int // in use, live or not
	Peak  int // the most that were in use
	GCs   int
}

// Renaming replaces each variable From[i] by To[i]; no variable is twice in From or To.
type Renaming struct {
	From, To []int
	id       uint32
}

// Substitution replaces each variable Vars[i] by the function By[i], which the caller
// keeps. It must not be changed once it was used.
type Substitution struct {
	Vars []int
	By   []Node
	id   uint32
}

// Backend names an implementation.
type Backend string

// The back ends; the empty name means Native.
const (
	Native Backend = "native"
	Rudd   Backend = "rudd"
)

// Config says how a manager works.
type Config struct {
	Backend  Backend
	MaxVars  int          // that will ever be added; Rudd needs to know
	MaxNodes int          // 0 for no limit below 2^31
	Stop     func() error // asked now and then; an error stops the operation; may be nil
}

// New returns a manager with no variables. The error says that the back end is unknown
// or can't be configured so.
func New(c Config) (Manager, error) {
	switch c.Backend {
	case "", Native:
		return newKernel(c), nil
	case Rudd:
		return newRudd(c)
	}
	return nil, fmt.Errorf("unknown BDD back end %q; there are %s and %s", c.Backend, Native, Rudd)
}

// LimitError says that an operation needed more nodes than allowed.
type LimitError struct{ MaxNodes int }

func (e *LimitError) Error() string { return fmt.Sprintf("more than %d BDD nodes", e.MaxNodes) }

// StopError says that an operation was stopped by [Config.Stop].
type StopError struct{ Err error }

func (e *StopError) Error() string { return e.Err.Error() }

// Unwrap returns the error of Config.Stop.
func (e *StopError) Unwrap() error { return e.Err }

// CoverError says that a function has too large a sum of products.
type CoverError struct{ MaxCubes int }

func (e *CoverError) Error() string { return fmt.Sprintf("more than %d cubes", e.MaxCubes) }

// Guard calls f and returns the LimitError, StopError or CoverError that an operation in it
// panicked with, or nil.
func Guard(f func()) (err error) {
	defer func() {
		switch e := recover().(type) {
		case nil:
		case *LimitError:
			err = e
		case *StopError:
			err = e
		case *CoverError:
			err = e
		default:
			panic(e)
		}
	}()
	f()
	return nil
}
