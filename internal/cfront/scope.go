package cfront

import (
	"strconv"

	"modernc.org/cc/v4"

	"hardbop/internal/cil"
)

// scope is a block's scope; the file's is in its unit.
type scope struct {
	parent *scope
	ids    map[string]any
	tags   map[string]*tag
	vars   []*cil.Var        // declared so far, for jumps into the block
	labels map[string]*label // declared by __label__
	exits  []func()          // emit what is done where the scope is left, the last first
}

// elab is the place where something is elaborated: a unit, a scope, and a point in the
// body of a function under construction. For constants and static initialisers
// the function is a scratch one.
type elab struct {
	*front
	u     *unit
	sc    *scope
	names nameSet // local names
	fn    *cil.Func
	cur   *cil.Node // its successor is set by what comes next
	// tagHint is a name for an anonymous comp.
	tagHint string
	// dry is positive where nothing is evaluated, as in sizeof.
	dry int
	// static is set for initialisers of static storage.
	static bool
	// used are the global names that the function mentions.
	used map[string]bool
	body *bodyState
	// uses are the watched macros whose expansion this is in, outermost first.
	uses []*macroUse
	// proto is positive in parameter lists, where lengths of arrays aren't evaluated;
	// lengths says that there was one that has to be.
	proto   int
	lengths bool
	// weakSeen says that the address of a weak symbol was asked for that may be null;
	// weakThere takes all of them to be defined.
	weakSeen, weakThere bool
	// outer is the body around the initialiser of a static object.
	outer *bodyState
}

// push opens a scope, pop closes it.
func (x *elab) push() { x.sc = &scope{parent: x.sc, ids: map[string]any{}, tags: map[string]*tag{}} }
func (x *elab) pop()  { x.sc = x.sc.parent }

// close ends a scope at the current point: what is to be done there is emitted.
func (x *elab) close() {
	x.runExits(x.sc.parent)
	x.pop()
}

// runExits emits what is done on the way from the current scope out to the scope to.
func (x *elab) runExits(to *scope) {
	for s := x.sc; s != nil && s != to; s = s.parent {
		x.runExit(s, 0)
	}
}

// runExit emits what is done where s is left, but for what was there when s had only
// keep of them.
func (x *elab) runExit(s *scope, keep int) {
	saved, exits := x.sc, s.exits
	for i := len(exits) - 1; i >= keep; i-- {
		x.sc, s.exits = s, exits[:i]
		exits[i]()
	}
	x.sc, s.exits = saved, exits
}

// hasExits reports whether something is done where the function is left.
func (x *elab) hasExits() bool {
	for s := x.sc; s != nil; s = s.parent {
		if len(s.exits) > 0 {
			return true
		}
	}
	return false
}

// lookup returns what name stands for here, or nil.
func (x *elab) lookup(name string) any {
	for s := x.sc; s != nil; s = s.parent {
		if e, ok := s.ids[name]; ok {
			switch l := e.(type) {
			case *lazyStatic:
				return l.get()
			case *symbol:
				return l.resolve()
			}
			return e
		}
	}
	if s := x.u.ids[name]; s != nil {
		return s.resolve()
	}
	if other := x.watch.aliases[name]; other != "" && other != name {
		return x.lookup(other)
	}
	return nil
}

// declare enters a name into the innermost scope.
func (x *elab) declare(name string, ent any, n cc.Node) {
	if old, ok := x.sc.ids[name]; ok && !redeclares(old, ent) {
		x.errorf(position(n), "%s is declared twice in one scope", name)
	}
	x.sc.ids[name] = ent
}

// redeclares reports whether ent may stand in the scope where old stands already.
func redeclares(old, ent any) bool {
	switch o := old.(type) {
	case *symbol:
		return o == ent
	case *function:
		e, ok := ent.(*function)
		return ok && o.f == e.f
	case *object:
		e, ok := ent.(*object)
		return ok && o.v == e.v
	case *typedefName:
		e, ok := ent.(*typedefName)
		return ok && cil.SameType(o.t.t, e.t.t)
	}
	return false
}

// findTag returns the tag that is visible under name, or nil.
func (x *elab) findTag(name string) *tag {
	for s := x.sc; s != nil; s = s.parent {
		if t := s.tags[name]; t != nil {
			return t
		}
	}
	if t := x.u.tags[name]; t != nil {
		return t
	}
	return x.programTag(name)
}

// programTag returns what the program calls name, if the unit has models, and keeps it; or nil.
func (x *elab) programTag(name string) *tag {
	if !x.u.weak {
		return nil
	}
	t := x.u.fe.definedElsewhere(name)
	if t != nil {
		x.u.tags[name] = t
	}
	return t
}

// newTag enters a tag into the innermost scope.
func (x *elab) newTag(name string) *tag {
	if x.sc == nil {
		if t := x.programTag(name); t != nil {
			return t
		}
		return x.u.fileTag(name)
	}
	t := &tag{u: x.u, name: name}
	x.sc.tags[name] = t
	return t
}

// ownTag returns the tag called name of the innermost scope, or nil.
func (x *elab) ownTag(name string) *tag {
	if x.sc == nil {
		return x.u.tags[name]
	}
	return x.sc.tags[name]
}

func itoa(n int) string { return strconv.Itoa(n) }
