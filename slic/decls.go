package slic

import (
	"math/big"
	"slices"
	"sort"

	"hardbop/internal/cil"
)

// Declarations are the names of the C program that a rule may use. A front end or
// [ProgramDeclarations] provides them.
type Declarations interface {
	// Model returns the data model.
	Model() *cil.DataModel
	// Functions returns the functions that name means in the source: none, one, or
	// several static ones of different files.
	Functions(name string) []*cil.Func
	// Global returns the object of static storage called name, or nil.
	Global(name string) *cil.Var
	// Constant returns the value of an enumerator, or of a macro that is a constant.
	Constant(name string) (*big.Int, bool)
	// NamedType returns the type of a typedef name, or of words such as "struct irp"; or nil.
	NamedType(name string) cil.Type
	// Names returns all names of functions, for proposals in messages.
	Names() []string
}

// ProgramDeclarations are the declarations that a cil program has. It doesn't keep
// enumerators, macros and typedefs: these can be given in Constants and Types.
type ProgramDeclarations struct {
	Prog      *cil.Program
	Constants map[string]*big.Int
	Types     map[string]cil.Type
}

// Model returns the program's data model.
func (d *ProgramDeclarations) Model() *cil.DataModel { return d.Prog.Model }

// Functions returns the program's functions whose name in the source is name, and what
// stands for the macros of that name that are marked.
func (d *ProgramDeclarations) Functions(name string) []*cil.Func {
	var fs []*cil.Func
	for _, f := range d.Prog.Funcs {
		if f.Name == name || f.Orig == name {
			fs = append(fs, f)
		}
	}
	for _, f := range d.Prog.Macros {
		if f.Name == name {
			fs = append(fs, f)
		}
	}
	return fs
}

// Global returns the program's global called name, or the first one called so in the source.
func (d *ProgramDeclarations) Global(name string) *cil.Var {
	if v := d.Prog.GlobalNamed(name); v != nil {
		return v
	}
	for _, v := range d.Prog.Globals {
		if v.Orig == name {
			return v
		}
	}
	return nil
}

// Constant looks name up in d.Constants.
func (d *ProgramDeclarations) Constant(name string) (*big.Int, bool) {
	v, ok := d.Constants[name]
	return v, ok
}

// NamedType looks name up in d.Types and among the program's structs and unions.
func (d *ProgramDeclarations) NamedType(name string) cil.Type {
	if t := d.Types[name]; t != nil {
		return t
	}
	for _, c := range d.Prog.Comps {
		if c.String() == name {
			return c
		}
	}
	return nil
}

// Names returns the names of the program's functions, and of those that its files
// declare, sorted.
func (d *ProgramDeclarations) Names() []string {
	names := slices.Clone(d.Prog.Declared)
	for _, f := range d.Prog.Funcs {
		names = append(names, f.Name)
	}
	sort.Strings(names)
	return slices.Compact(names)
}
