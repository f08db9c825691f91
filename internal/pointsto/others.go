package pointsto

import (
	"slices"

	"hardbop/internal/cil"
)

// A wait gives memory a value that another thread may have stored there ([cil.Havoc.Shared]). That thread runs code of the program, whose
// stores are seen wherever they are, as the order of statements doesn't matter; or code of the outside, which can change
// what it was handed and what it knows, and nothing else. So nothing new can be there, but for functions that the entry doesn't reach.

// others lets what waits read be anything from the outside, if a function that isn't reached may store
// it: its stores weren't looked at. It reports whether there is any.
func (a *analysis) others() bool {
	waits := a.waits
	a.waits = nil
	for _, l := range waits {
		if slices.ContainsFunc(a.prog.Funcs, func(f *cil.Func) bool { return !a.reached[f] && mayStore(f, l) }) {
			a.havoc(l)
		} else {
			a.waits = append(a.waits, l)
		}
	}
	return len(a.waits) < len(waits)
}

// mayStore reports whether f may store something in l, by its name or by a pointer that others get: it stores through a
// pointer to no member, or has a name for what l is.
func mayStore(f *cil.Func, l *cil.Lval) bool {
	return slices.ContainsFunc(f.Nodes, func(n *cil.Node) bool {
		to, named := cil.Stored(n.Instr), false
		cil.EachExpr(n.Instr, func(e cil.Expr) {
			cil.Walk(e, func(x cil.Expr) {
				switch x := x.(type) {
				case *cil.Load:
					named = named || sameName(x.L, l)
				case *cil.AddrOf:
					named = named || sameName(x.L, l)
				}
			})
		})
		return named || to != nil && (isComp(to.Type()) || to.Base == nil && lastField(to) == nil)
	})
}

// sameName reports whether two lvalues are of the same member, or the same variable, or of memory without a name.
func sameName(k, l *cil.Lval) bool {
	f, g := lastField(k), lastField(l)
	return f == g && (f != nil || k.Base == l.Base)
}

// lastField returns the innermost member that l names, nil for none.
func lastField(l *cil.Lval) *cil.Field {
	for _, s := range slices.Backward(l.Path) {
		if s.Field != nil {
			return s.Field
		}
	}
	return nil
}
