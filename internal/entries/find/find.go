package find

import (
	"fmt"
	"sort"
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/source"
)

// Unit is one C file. Its program has all that the file itself defines.
type Unit struct {
	Name string
	Prog *cil.Program
}

// How says how a candidate was found.
type How string

// The ways to find a candidate, the surest first.
const (
	Entry    How = "entry"    // by its name: main, DriverEntry
	Init     How = "init"     // the module's initialisation
	Exit     How = "exit"     // the module's end
	Table    How = "table"    // its address is in a member of a struct
	Call     How = "call"     // its address is an argument of a call
	Role     How = "role"     // it is declared by a function type's name
	Pointer  How = "pointer"  // its address is in a variable that is no member
	Shared   How = "shared"   // its address is where others find it
	Exported How = "exported" // nobody here calls it, and other files can
	Uncalled How = "uncalled" // nobody calls it
)

// Use is one place where the address of a function goes, or another reason to call it.
type Use struct {
	How How
	Pos source.Pos
	// In is the function that has the place; nil for an initialiser.
	In *cil.Func

	// Struct, Member and Index say which member of which struct got the address; Index is
	// that of an element if the member is an array, else -1.
	Struct, Member string
	Index          int64
	// Table is the lvalue of the struct that has the member.
	Table *cil.Lval

	// Callee is the called function that got the address, as argument number Arg from 0; or the pointer through which it was called.
	// Plain says that it got it otherwise than as a pointer to a function: as one to anything, as a number, or in a variable.
	Callee string
	Arg    int
	Call   *cil.Call
	Plain  bool
	// Extern says that the variable where others find the address isn't the files' own.
	Extern bool

	// Text says more: the type's name of a role, that EXPORT_SYMBOL names a function or that it has another name, or why nobody calls one.
	Text string
}

// String says how the function was found, and where.
func (u *Use) String() string {
	at := " (" + u.Pos.String() + ")"
	switch u.How {
	case Table:
		table := cil.LvalString(u.Table)
		index := ""
		if u.Index >= 0 {
			index = fmt.Sprintf("[%d]", u.Index)
		}
		return "." + u.Member + index + " of struct " + u.Struct + " " + table + at
	case Call:
		return fmt.Sprintf("argument %d of %s%s", u.Arg+1, u.Callee, at)
	case Role:
		return "declared by the type " + u.Text + at
	case Pointer:
		return "its address is taken" + at
	case Shared:
		return "others find its address" + at
	case Init:
		return "initialises the module" + at
	case Exit:
		return "ends the module" + at
	case Entry:
		return "where a program starts, by its name"
	case Exported:
		return "other files can call it"
	}
	if u.Text != "" {
		return u.Text
	}
	return "nobody calls it"
}

// Candidate is a function that may be called from outside.
type Candidate struct {
	Func *cil.Func
	Unit int // index of the unit that defines it
	// Uses are in the order of the source; there is at least one.
	Uses []*Use
}

// Name returns the function's name in the source.
func (c *Candidate) Name() string { return SourceName(c.Func) }

// SourceName returns the name of f in the source.
func SourceName(f *cil.Func) string {
	if f.Orig != "" {
		return f.Orig
	}
	return f.Name
}

// SourceVar returns the name of v in the source.
func SourceVar(v *cil.Var) string {
	if v.Orig != "" {
		return v.Orig
	}
	return v.Name
}

// Has reports whether c was found in the given way.
func (c *Candidate) Has(how How) bool {
	for _, u := range c.Uses {
		if u.How == how {
			return true
		}
	}
	return false
}

// Unnamed reports whether c is a candidate only since files that aren't known might call it: nothing refers to it here, and
// EXPORT_SYMBOL doesn't name it.
func (c *Candidate) Unnamed() bool {
	return len(c.Uses) == 1 && c.Uses[0].How == Exported && c.Uses[0].Text == ""
}

// Uncall says that nobody calls c, which was unnamed, and why.
func (c *Candidate) Uncall(why string) { c.Uses[0].How, c.Uses[0].Text = Uncalled, why }

// IsModule reports whether the units are compiled as a module: one has what module_init makes there, or init_module itself.
func IsModule(units []Unit) bool {
	for _, u := range units {
		for _, name := range []string{inittest, "init_module"} {
			if f := u.Prog.FuncNamed(name); f != nil && f.HasBody() {
				return true
			}
		}
	}
	return false
}

// Candidates finds the entry points of the units, sorted by place.
func Candidates(units []Unit) []*Candidate {
	s := &scan{units: units, g: NewGraph(units), found: map[*cil.Func]*Candidate{}}
	s.h = holdingsOf(units, s.g)
	for i := range units {
		s.unit(i)
	}
	for i := range units {
		s.roles(i)
		s.uncalled(i)
	}
	s.copied()
	s.returned()
	list := s.list
	sort.SliceStable(list, func(i, j int) bool {
		a, b := list[i], list[j]
		if a.Unit != b.Unit {
			return a.Unit < b.Unit
		}
		return a.Func.Pos.Before(b.Func.Pos)
	})
	for _, c := range list {
		sort.SliceStable(c.Uses, func(i, j int) bool { return c.Uses[i].Pos.Before(c.Uses[j].Pos) })
	}
	return list
}

// scan is the state of a search.
type scan struct {
	units []Unit
	g     *Graph
	h     *holdings
	found map[*cil.Func]*Candidate
	list  []*Candidate
	more  bool // something was added since this was cleared
}

// add records a use of f, in whichever unit has its body; functions of headers are no
// entry points.
func (s *scan) add(f *cil.Func, u *Use) {
	f, unit := s.g.Definition(f)
	if f == nil || InHeader(f.Pos) {
		return
	}
	c := s.found[f]
	if c == nil {
		c = &Candidate{Func: f, Unit: unit}
		s.found[f] = c
		s.list = append(s.list, c)
	}
	for _, o := range c.Uses {
		if o.How == u.How && o.Pos == u.Pos && o.Member == u.Member && o.Index == u.Index && o.Arg == u.Arg {
			return
		}
	}
	c.Uses = append(c.Uses, u)
	s.more = true
}

// InHeader reports whether pos is in a header, by its name.
func InHeader(pos source.Pos) bool { return strings.HasSuffix(pos.File, ".h") }

// Own reports whether f is a function with a body that the files have themselves.
func Own(f *cil.Func) bool {
	return f.HasBody() && !InHeader(f.Pos) && !Marker(f.Name)
}

// Marker reports whether name is that of a function that the macros of linux/module.h and
// linux/moduleparam.h make to check a type.
func Marker(name string) bool {
	return name == inittest || name == exittest || strings.HasPrefix(name, "__check_")
}

const (
	inittest = "__inittest"
	exittest = "__exittest"
)

// roles adds the functions of unit i that a type's name gives a role.
func (s *scan) roles(i int) {
	for _, f := range s.units[i].Prog.Funcs {
		if f.HasBody() && f.Role != "" {
			s.add(f, &Use{How: Role, Pos: f.Pos, Index: -1, Text: f.Role})
		}
	}
}

// uncalled adds the functions of unit i that nothing refers to, and those that have another name for other files, unless that is what
// the module's initialisation or its end is called.
func (s *scan) uncalled(i int) {
	for _, f := range s.units[i].Prog.Funcs {
		if Own(f) && f.Aliased && !(s.found[f] != nil && (s.found[f].Has(Init) || s.found[f].Has(Exit))) {
			s.add(f, &Use{How: Exported, Pos: f.Pos, Index: -1, Text: "alias"})
		}
		if !Own(f) || s.g.Referred(f) || s.found[f] != nil {
			continue
		}
		how := Exported
		if f.Static {
			how = Uncalled
		}
		s.add(f, &Use{How: how, Pos: f.Pos, Index: -1})
	}
}
