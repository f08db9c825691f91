package pointsto

import (
	"cmp"
	"maps"
	"slices"

	"hardbop/internal/cil"
)

// callClass is calls through pointers of one type, each of which may be of all of some
// functions. They share nodes for arguments and results, which makes the work one thing for
// each call and one for each function, not one for each pair of them.
type callClass struct {
	functions *set
	args      []int
	result    int
	bound     []*cil.Func // of the functions, those that get and give what these nodes hold
	apart     []*cil.Func // those that each call is bound to by itself
}

// signature is the same for calls that accept the same functions.
type signature struct {
	typ  cil.Type // that the pointer points to
	args int
}

// fewCallees is the number of functions up to which a call is bound to each by itself.
const fewCallees = 4

// bindAll generates the constraints of a call through a pointer to the functions. It may be
// of all of the targets, and has been bound to the other functions among them.
func (a *analysis) bindAll(c *callSite, functions, targets *set) {
	if c.passesScalars() {
		functions = a.bindClasses(c, functions, targets)
	}
	for id := range functions.elements() {
		a.bind(c, a.targets[id].Obj.Func)
	}
}

// bindClasses is bindAll for the classes that the call belongs to, of which one may be new.
// It returns the functions that remain, which are few.
func (a *analysis) bindClasses(c *callSite, functions, targets *set) *set {
	for functions.size() > fewCallees {
		k := a.classFor(c, functions, targets)
		a.bindClass(c, k)
		functions = a.sets.minus(functions, k.functions)
	}
	return functions
}

// classFor returns a class to which the call may belong and that has most of the functions:
// if there is none, a new one of all of them.
func (a *analysis) classFor(c *callSite, functions, targets *set) *callClass {
	s := signature{pointee(c.in.Fn), len(c.in.Args)}
	for _, k := range a.classes[s] {
		if 2*k.functions.shared(functions) > functions.size() && k.functions.shared(targets) == k.functions.size() {
			return k
		}
	}
	k := a.newClass(c, functions)
	a.classes[s] = append(a.classes[s], k)
	return k
}

// passesScalars reports whether each of the call's arguments and its result is one value.
func (c *callSite) passesScalars() bool {
	comp := slices.ContainsFunc(c.in.Args, func(e cil.Expr) bool { return isComp(e.Type()) })
	return !comp && (c.in.Ret == nil || !isComp(c.in.Ret.Type()))
}

// newClass makes the class of calls like c of the functions.
func (a *analysis) newClass(c *callSite, functions *set) *callClass {
	k := &callClass{functions: functions, result: a.newNode()}
	for range c.in.Args {
		k.args = append(k.args, a.newNode())
	}
	for id := range functions.elements() {
		if f := a.targets[id].Obj.Func; a.accepts(f, c.in) {
			a.admit(k, f)
		}
	}
	return k
}

// admit generates the constraints of the class's calls that are those of f.
func (a *analysis) admit(k *callClass, f *cil.Func) {
	if !f.HasBody() || f.Result != nil && isComp(f.Result.Type) {
		k.apart = append(k.apart, f)
		return
	}
	k.bound = append(k.bound, f)
	a.reach(f)
	for i, n := range k.args {
		if i < len(f.Formals) {
			a.write(cil.VarLval(f.Formals[i]), n)
		} else {
			a.edge(n, a.outside)
		}
	}
	if f.Result != nil {
		a.edge(a.read(cil.VarLval(f.Result)), k.result)
	}
	a.drain()
}

// bindClass generates the constraints of the call c that are its own.
func (a *analysis) bindClass(c *callSite, k *callClass) {
	if slices.Contains(c.classes, k) {
		return
	}
	c.classes = append(c.classes, k)
	for _, f := range k.apart {
		a.bind(c, f)
	}
	if len(k.bound) == 0 {
		return
	}
	for i, n := range k.args {
		if v := a.argument(c, i); v >= 0 {
			a.edge(v, n)
		}
	}
	if c.in.Ret != nil {
		a.write(c.in.Ret, k.result)
	}
}

// callees lists the functions that the call has been bound to, by name.
func (c *callSite) callees() []*cil.Func {
	all := map[*cil.Func]bool{}
	for f := range c.bound {
		all[f] = true
	}
	for _, k := range c.classes {
		for _, f := range k.bound {
			all[f] = true
		}
	}
	return slices.SortedFunc(maps.Keys(all), func(f, h *cil.Func) int { return cmp.Compare(f.Name, h.Name) })
}
