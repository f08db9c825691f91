package environ

import (
	"slices"
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/entries/find"
)

// The address of a function may get outside otherwise than as a pointer to a function: converted, in an array, in a variable that others can
// read. Whoever gets it may call it; but for where it is plainly there for the driver itself, as the data of a callback. Then nobody else calls
// it, which is told.

// surer reports whether c is registered in a way that says what it is for: then what else has its address, as the cookie of an interrupt,
// says nothing more.
func surer(c *find.Candidate) bool {
	return slices.ContainsFunc(c.Uses, func(u *find.Use) bool {
		switch u.How {
		case find.Call:
			return !u.Plain
		case find.Shared, find.Pointer, find.Uncalled:
			return false
		}
		return true
	})
}

// data reports whether f, a function without a body that gets a pointer to anything as its argument k, doesn't call what is there: it
// keeps nothing, prints, copies, or hands it to a callback.
func (p *plan) data(f *cil.Func, k int) bool {
	switch {
	case f == nil:
		return false
	case f.HasBody(), f.Library, f.Model != "", forgets(f, k), copies(find.SourceName(f)):
		return true
	}
	return p.kinds.Knows(find.SourceName(f)) || slices.ContainsFunc(f.Type.Params, cil.IsFuncPointer)
}

// forgets reports whether f doesn't keep its argument k: one that is behind a format is printed.
func forgets(f *cil.Func, k int) bool {
	n := len(f.Type.Params)
	if f.Harmless || f.KeepsNothing || n == 0 || k < n {
		return f.Harmless || f.KeepsNothing
	}
	pt, ok := f.Type.Params[n-1].(*cil.PtrType)
	if !ok {
		return false
	}
	it, ok := pt.Elem.(*cil.IntType)
	return ok && pt.Const && it.Bytes == 1
}

// copies reports whether the function called name is one of the C library that copies or compares bytes.
func copies(name string) bool {
	switch strings.TrimSuffix(strings.TrimLeft(strings.TrimPrefix(name, "__builtin_"), "_"), "_chk") {
	case "memcpy", "memmove", "memcmp":
		return true
	}
	return false
}

// own reports whether the call that u is about goes through a member in which the driver has functions of its own, none of which keeps what it
// gets.
func (p *plan) own(u *find.Use) bool {
	some := false
	for _, m := range p.graph.Through(u.In, u.Call.Fn) {
		for _, f := range p.stored[m] {
			if p.graph.Forwards(f, u.Arg) {
				return false
			}
			some = true
		}
	}
	return some
}

// kept lists the functions that are not called, though their address is where others have it.
func (p *plan) kept(cands []*find.Candidate) []string {
	called := p.callbacks()
	var names []string
	for _, c := range cands {
		if !slices.Contains(called, c) && slices.ContainsFunc(c.Uses, p.leaves) {
			names = append(names, c.Name())
		}
	}
	return names
}

// leaves reports whether others get the address that u is about.
func (p *plan) leaves(u *find.Use) bool {
	switch u.How {
	case find.Shared:
		return true
	case find.Call:
		f := u.Call.Callee()
		return f == nil || u.Plain && p.graph.Forwards(f, u.Arg) && !forgets(f, u.Arg)
	}
	return false
}

// outside finds the structs that others know: then what the driver stores in their members others may call, though the driver calls it too.
func (p *plan) outside() {
	for _, u := range p.units {
		for _, f := range u.Prog.Funcs {
			if find.Own(f) {
				p.handedOut(f)
			}
		}
	}
	for i := range p.units {
		for _, f := range p.called(i) {
			if d, _ := p.graph.Definition(f); d != nil {
				continue
			}
			p.knownOutside(f.Type.Ret)
			for _, t := range f.Type.Params {
				p.knownOutside(t)
			}
		}
	}
}

// handedOut adds the structs that f hands to functions without a body as pointers to anything, but for those that take it for data. What
// these lead to is the driver's own.
func (p *plan) handedOut(f *cil.Func) {
	for _, n := range f.Nodes {
		c, ok := n.Instr.(*cil.Call)
		if !ok || c.Callee() == nil {
			continue
		}
		for k, a := range c.Args {
			if t, ok := pointed(a).(*cil.CompType); ok && cil.IsPointer(a.Type()) && p.keptOutside(c.Callee(), k) {
				p.outer[t.Tag] = true
			}
		}
	}
}

// keptOutside reports whether f hands its parameter k to others that get it as a pointer to anything, and may look into what it leads to.
func (p *plan) keptOutside(f *cil.Func, k int) bool {
	return p.graph.Hands(f, k, func(f *cil.Func, k int) bool {
		return k < len(f.Type.Params) && cil.IsPointer(f.Type.Params[k]) && pointsTo(f, k) == "" && !p.data(f, k) && !p.kinds.Frees(find.SourceName(f))
	})
}

// knownOutside adds the structs that t leads to.
func (p *plan) knownOutside(t cil.Type) {
	switch t := t.(type) {
	case *cil.PtrType:
		p.knownOutside(t.Elem)
	case *cil.ArrayType:
		p.knownOutside(t.Elem)
	case *cil.CompType:
		if !p.outer[t.Tag] && t.Defined {
			p.outer[t.Tag] = true
			for _, f := range t.Fields {
				p.knownOutside(f.Type)
			}
		}
	}
}
