package interp

import (
	"hardbop/internal/cil"
)

// State is the state of a run.
type State struct {
	prog    *cil.Program
	cfg     Config
	mem     *memory
	globals map[*cil.Var]*Object
	frames  []*frame
	steps   int
	// ghosts has the values of ghosts during an evaluation.
	ghosts map[*cil.Var]Value
	at     int // index of the frame that is evaluated in
}

// frame is an activation of a function.
type frame struct {
	f    *cil.Func
	node *cil.Node // to be executed next; in a caller, the call
	vars map[*cil.Var]*Object
	mark int // number of objects on the stack before it
}

// Depth returns the number of activations.
func (s *State) Depth() int { return len(s.frames) }

// Steps returns the number of nodes that have been executed.
func (s *State) Steps() int { return s.steps }

// Func returns the function that runs in the frame at depth d, from 0 for the entry
// function to Depth()-1 for the current one.
func (s *State) Func(d int) *cil.Func { return s.frames[d].f }

// Node returns the node that the frame at depth d is at.
func (s *State) Node(d int) *cil.Node { return s.frames[d].node }

// Eval returns the value of e in the current activation. Its error is an [*Undefined].
func (s *State) Eval(e cil.Expr, ghosts map[*cil.Var]Value) (Value, error) {
	return s.EvalAt(len(s.frames)-1, e, ghosts)
}

// EvalAt is Eval in the activation at depth d.
func (s *State) EvalAt(d int, e cil.Expr, ghosts map[*cil.Var]Value) (v Value, err error) {
	oldAt, oldGhosts := s.at, s.ghosts
	defer func() {
		s.at, s.ghosts = oldAt, oldGhosts
		if r := recover(); r != nil {
			u, ok := r.(*Undefined)
			if !ok {
				panic(r)
			}
			err = u
		}
	}()
	s.at, s.ghosts = d, ghosts
	return s.eval(e), nil
}

// Holds reports whether the condition e holds in the current activation.
func (s *State) Holds(e cil.Expr, ghosts map[*cil.Var]Value) (bool, error) {
	v, err := s.Eval(e, ghosts)
	return err == nil && v.truth(e.Type()), err
}

// SetVar gives the variable v, visible in the current activation, a value.
func (s *State) SetVar(v *cil.Var, x Value) { encode(v.Type, x, s.variable(v).Bytes) }

// variable returns the object of v.
func (s *State) variable(v *cil.Var) *Object {
	if v.Func != nil && s.at < len(s.frames) {
		if o, ok := s.frames[s.at].vars[v]; ok {
			return o
		}
	}
	if o, ok := s.globals[v]; ok {
		return o
	}
	panic("interp: variable " + v.Name + " is not visible here")
}

// place is where an lvalue is.
type place struct {
	addr uint64
	t    cil.Type
	bits *cil.Field // if it is a bit-field
}

// place finds the lvalue l, without an access to it.
func (s *State) place(l *cil.Lval) place {
	var p place
	if l.Base != nil {
		p = place{addr: s.variable(l.Base).Base, t: l.Base.Type}
	} else {
		p = place{addr: s.eval(l.Mem).addr(), t: l.Mem.Type().(*cil.PtrType).Elem}
	}
	for _, sel := range l.Path {
		if f := sel.Field; f != nil {
			p = place{addr: p.addr + uint64(f.Offset), t: f.Type}
			if f.BitField {
				p.bits = f
			}
			continue
		}
		elem := p.t.(*cil.ArrayType).Elem
		p = place{addr: s.wrapAddr(p.addr + uint64(s.size(elem))*low64(s.eval(sel.Index).Int)), t: elem}
	}
	return p
}

// size is the size of t, which a program that got here knows.
func (s *State) size(t cil.Type) int64 {
	n := s.prog.Model.SizeOf(t)
	if n < 0 {
		undefined("an object of the incomplete type %s is accessed", cil.TypeString(t))
	}
	return n
}

func (s *State) wrapAddr(a uint64) uint64 {
	if s.prog.Model.PtrBytes == 4 {
		return a & 0xffffffff
	}
	return a
}

// bitBytes returns the bytes that hold the bit-field at p and its first bit in them.
func (s *State) bitBytes(p place) ([]byte, int) {
	f := p.bits
	at := f.BitOff % 8
	return s.mem.bytes(p.addr+uint64(f.BitOff/8), int64(at+f.BitLen+7)/8), at
}

// read returns what is at p.
func (s *State) read(p place) Value {
	if p.bits != nil {
		b, at := s.bitBytes(p)
		return Value{Int: loadBits(b, at, p.bits.BitLen, p.t.(*cil.IntType).Signed)}
	}
	return decode(p.t, s.mem.bytes(p.addr, s.size(p.t)))
}

// write stores v at p.
func (s *State) write(p place, v Value) {
	if p.bits != nil {
		b, at := s.bitBytes(p)
		storeBits(b, at, p.bits.BitLen, v.Int)
		return
	}
	encode(p.t, v, s.mem.bytes(p.addr, s.size(p.t)))
}
