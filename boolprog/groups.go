package boolprog

import (
	"slices"
	"strings"
)

// AddGroup declares that exactly one of some variables is true at every point of q,
// or of every procedure if q is nil and the variables are globals. It adds a conjunct
// one[..] to the enforce conditions; the variables must be declared by the caller. In
// a procedure that hides one of the globals the conjunct can't be said and is left out.
func (p *Program) AddGroup(q *Proc, names ...string) {
	if q != nil {
		q.addGroup(names)
		return
	}
	for _, q := range p.Procs {
		if !q.hides(names) {
			q.addGroup(names)
		}
	}
}

// hides reports whether a formal or local has one of the names.
func (q *Proc) hides(names []string) bool {
	inNames := func(v *Var) bool { return slices.Contains(names, v.Name) }
	return slices.ContainsFunc(q.Formals, inNames) || slices.ContainsFunc(q.Locals, inNames)
}

func (q *Proc) addGroup(names []string) { q.AddEnforce(One(names...)) }

// AddEnforce adds a conjunct to the enforce condition.
func (q *Proc) AddEnforce(e *Expr) {
	switch {
	case q.Enforce == nil:
		q.Enforce = e
	case q.Enforce.Op == OpAnd:
		q.Enforce = And(append(slices.Clone(q.Enforce.Args), e)...)
	default:
		q.Enforce = And(q.Enforce, e)
	}
}

// ExactlyOneGroups returns the groups of variables of which the procedure's enforce
// condition says that exactly one is true, in the order of the condition: conjuncts
// one[a,b,c], and conjuncts a | b | c together with !(a & b) for each pair. No
// variable is twice in a group; groups may overlap.
func ExactlyOneGroups(q *Proc) [][]Ref {
	parts := conjuncts(nil, q.Enforce)
	apart := exclusions(parts)
	var groups [][]Ref
	for _, e := range parts {
		refs := variables(e)
		if refs != nil && (e.Op == OpOne || e.Op == OpOr && allApart(refs, apart)) {
			groups = append(groups, refs)
		}
	}
	return groups
}

// SharedGroups returns the groups of globals, as of [ExactlyOneGroups], which every
// procedure enforces, in the order of the first procedure. The program must have passed
// [Check].
func SharedGroups(p *Program) [][]Ref {
	var shared [][]Ref
	seen := map[string]int{}
	for i, q := range p.Procs {
		for _, g := range ExactlyOneGroups(q) {
			key := groupKey(g)
			if key == "" || seen[key] != i {
				continue
			}
			seen[key]++
			if i == 0 {
				shared = append(shared, g)
			}
		}
	}
	return slices.DeleteFunc(shared, func(g []Ref) bool { return seen[groupKey(g)] != len(p.Procs) })
}

// groupKey returns a text that groups of the same globals share, "" if not all are global.
func groupKey(g []Ref) string {
	names := make([]string, len(g))
	for i, r := range g {
		if r.Scope != Global {
			return ""
		}
		names[i] = r.Name
	}
	slices.Sort(names)
	return strings.Join(names, "\n")
}

// conjuncts appends the conjuncts of e, which may be nil, to list.
func conjuncts(list []*Expr, e *Expr) []*Expr {
	if e == nil {
		return list
	}
	if e.Op != OpAnd {
		return append(list, e)
	}
	for _, a := range e.Args {
		list = conjuncts(list, a)
	}
	return list
}

// variables returns the arguments of e if they are different variables, else nil.
func variables(e *Expr) []Ref {
	var refs []Ref
	seen := map[string]bool{}
	for _, a := range e.Args {
		if a.Op != OpVar || seen[a.Ref.Name] {
			return nil
		}
		seen[a.Ref.Name] = true
		refs = append(refs, a.Ref)
	}
	return refs
}

// exclusions collects the pairs a, b of conjuncts !(a & b).
func exclusions(parts []*Expr) map[[2]string]bool {
	apart := map[[2]string]bool{}
	for _, e := range parts {
		if e.Op != OpNot || e.Args[0].Op != OpAnd {
			continue
		}
		if refs := variables(e.Args[0]); len(refs) == 2 {
			apart[[2]string{refs[0].Name, refs[1].Name}] = true
			apart[[2]string{refs[1].Name, refs[0].Name}] = true
		}
	}
	return apart
}

// allApart reports whether each pair of variables excludes each other.
func allApart(refs []Ref, apart map[[2]string]bool) bool {
	for i, r := range refs {
		for _, s := range refs[:i] {
			if !apart[[2]string{r.Name, s.Name}] {
				return false
			}
		}
	}
	return true
}
