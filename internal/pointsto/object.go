package pointsto

import (
	"fmt"

	"hardbop/internal/cil"
)

// Kind says what an object is.
type Kind int

// The kinds of objects. A string literal is a Variable.
const (
	Variable Kind = iota
	Heap
	Function
	External
	// Nowhere is what pointers lead to that are made of small constants or of the largest:
	// memory that isn't there.
	Nowhere
)

// Object is something that a pointer may point to.
type Object struct {
	ID   int // from 0, in order of discovery
	Kind Kind
	Var  *cil.Var  // of a Variable
	Func *cil.Func // of a Function
	Site *cil.Node // the call that made a Heap object
	// Type is the type of External memory, and the type that a Heap object was first
	// used as: nil if never, or not as one.
	Type cil.Type

	layout  *layout      // nil for functions, External objects and Heap ones of no type yet
	merged  bool         // all cells are one
	known   bool         // a pointer from the outside may point to it
	escaped bool         // and the outside may use it
	handed  bool         // its address is in memory that the outside may use, or was passed to it
	opened  bool         // also its members that only the program changes otherwise
	used    map[int]bool // the cells that the outside may use, where it isn't all of the object
	cells   map[int]int  // nodes of the solver, by cell; made when first used
	targets []int        // the solver's numbers of the targets in it
}

// Merged reports whether the object's parts can't be told apart.
func (o *Object) Merged() bool { return o.merged }

// hasData reports whether there is memory to read or write in o.
func (o *Object) hasData() bool { return o.Kind != Function && o.Kind != Nowhere }

// Escaped reports whether code outside of the program may know the object's address.
func (o *Object) Escaped() bool { return o.escaped || o.handed }

// uses reports whether the outside may use the cell.
func (o *Object) uses(cell int) bool { return o.escaped || o.used[cell] || o.merged && len(o.used) > 0 }

// String names the object: a variable after its function, a heap object after its place.
func (o *Object) String() string {
	switch o.Kind {
	case Variable:
		if o.Var.Func != nil {
			return o.Var.Func.Name + "::" + o.Var.Name
		}
		return o.Var.Name
	case Heap:
		return fmt.Sprintf("heap@%s:%d", o.Site.Func.Name, o.Site.ID)
	case Function:
		return o.Func.Name + "()"
	case Nowhere:
		return "nowhere"
	}
	if o.Type == nil {
		return "outside(bytes)"
	}
	return fmt.Sprintf("outside(%s)", o.Type)
}

// Unknown is the cell of a [Target] that may lie anywhere in its object.
const Unknown = -1

// Target is where a pointer may point to: the cell of Obj at which it starts.
//
// External structs number their cells otherwise: 0 is the whole, 1+i member number i.
type Target struct {
	Obj  *Object
	Cell int
	way  way // how a pointer came to an unknown place, if that is known
}

func (a *analysis) newObject(k Kind) *Object {
	o := &Object{ID: len(a.objects), Kind: k, cells: map[int]int{}}
	a.objects = append(a.objects, o)
	return o
}

// variable returns the object of v.
func (a *analysis) variable(v *cil.Var) *Object {
	o := a.vars[v]
	if o == nil {
		o = a.newObject(Variable)
		o.Var = v
		o.layout = newLayout(v.Type, false)
		a.vars[v] = o
		if v.Extern && (a.opt.Private == nil || !a.opt.Private(v)) {
			a.escape(o)
		}
	}
	return o
}

func (a *analysis) function(f *cil.Func) *Object {
	o := a.funcs[f]
	if o == nil {
		o = a.newObject(Function)
		o.Func = f
		a.funcs[f] = o
	}
	return o
}

func (a *analysis) heap(n *cil.Node) *Object {
	o := a.heaps[n]
	if o == nil {
		o = a.newObject(Heap)
		o.Site = n
		a.heaps[n] = o
	}
	return o
}

// setType gives a heap object the type of its elements.
func (a *analysis) setType(o *Object, t cil.Type) {
	o.Type = t
	o.layout = newLayout(t, true)
	a.viewAgain(o)
	if o.known {
		a.offer(o)
	}
}

// cell returns the node that holds the contents of the target's cell.
func (a *analysis) cell(t Target) int {
	t = a.canonical(t)
	n, ok := t.Obj.cells[t.Cell]
	if !ok {
		n = a.newNode()
		t.Obj.cells[t.Cell] = n
		a.publish(t)
	}
	return a.find(n)
}

// canonical returns the target that stands for t's cell.
func (a *analysis) canonical(t Target) Target {
	if !t.Obj.merged {
		return t
	}
	if t.Obj.Kind == External {
		return Target{Obj: a.bytes}
	}
	return Target{Obj: t.Obj}
}

// merge makes all cells of o one.
func (a *analysis) merge(o *Object) {
	if o.merged || !o.hasData() {
		return
	}
	if o.Kind == External {
		a.mergeExternal(o)
		return
	}
	o.merged = true
	a.noteMerged(o)
	a.joinCells(o, o)
	if o.known {
		a.offer(o)
	}
}

// joinCells makes one node of all cells of from and of the one cell of to.
func (a *analysis) joinCells(from, to *Object) {
	joined := a.cell(Target{Obj: to})
	for _, k := range sortedKeys(from.cells) {
		a.join(joined, from.cells[k])
		joined = a.find(joined)
	}
	to.cells[0] = joined
	a.publish(Target{Obj: to})
}

// cellType returns the type of what a cell holds; nil if it is bytes.
func (a *analysis) cellType(t Target) cil.Type {
	o := t.Obj
	switch {
	case o.merged || !o.hasData():
		return nil
	case o.Kind == External:
		return externalCellType(o.Type, t.Cell)
	case o.layout == nil || t.Cell == Unknown:
		return nil
	}
	return o.layout.cells[t.Cell].typ
}
