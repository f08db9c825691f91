package interp

import (
	"fmt"
	"io"
	"math/big"

	"hardbop/internal/cil"
)

// Config says how a program is run. The zero Config is usable.
type Config struct {
	// Out gets what the program prints; nil discards it.
	Out io.Writer
	// Steps is how many nodes are executed at most; 0 means 1,000,000.
	Steps int
	// Depth is how many activations there may be at most; 0 means 10,000.
	Depth int
	// Havoc returns a value of the scalar type t that node n asks for, as a number
	// (pointers: an address); it is wrapped to t. Nil means 0. n is nil for an
	// argument of the entry function and for an extern object.
	Havoc func(n *cil.Node, t cil.Type) *big.Int
	// Extern runs the function f, which has no body; ok is false if it doesn't know f.
	// It is asked before the library of this package.
	Extern func(s *State, n *cil.Node, f *cil.Func, args []Value) (v Value, ok bool)
	// Hook is called before each node is executed.
	Hook func(s *State, n *cil.Node)
	// Args are the arguments of the entry function; missing ones come from Havoc.
	Args []Value
	// CheckOverflow makes signed overflow undefined; otherwise it wraps.
	CheckOverflow bool
}

// StopKind says why a run ended.
type StopKind int

// The ends of runs.
const (
	Returned   StopKind = iota // the entry function returned; Code is its result
	Exited                     // exit was called; Code is its argument
	Aborted                    // abort was called
	Blocked                    // an assumption failed
	OutOfSteps                 // a limit was reached
	UB                         // undefined behaviour
	Unmodelled                 // an Opaque node or an unknown function
)

var stopNames = [...]string{"returned", "exited", "aborted", "blocked", "out of steps", "undefined", "unmodelled"}

func (k StopKind) String() string { return stopNames[k] }

// Stop is the end of a run.
type Stop struct {
	Kind StopKind
	Code int       // the exit code
	Node *cil.Node // where it happened; nil if before the first node
	What string    // details, for people
}

func (s *Stop) String() string {
	text := s.Kind.String()
	if s.Node != nil {
		text += fmt.Sprintf(" at %s", s.Node.Pos)
	}
	if s.What != "" {
		text += ": " + s.What
	}
	return text
}

// Run runs entry, a function with a body, from the initial state of prog.
func Run(prog *cil.Program, entry *cil.Func, cfg Config) (stop *Stop) {
	if cfg.Steps == 0 {
		cfg.Steps = 1_000_000
	}
	if cfg.Depth == 0 {
		cfg.Depth = 10_000
	}
	if cfg.Out == nil {
		cfg.Out = io.Discard
	}
	s := &State{prog: prog, cfg: cfg, mem: newMemory(prog), globals: map[*cil.Var]*Object{}}
	defer func() {
		if r := recover(); r != nil {
			stop = s.stopped(r)
		}
	}()
	s.start(entry)
	for {
		s.step()
	}
}

// stopped turns what a step panicked with into the end of the run.
func (s *State) stopped(r any) *Stop {
	var node *cil.Node
	if len(s.frames) > 0 {
		node = s.frames[len(s.frames)-1].node
	}
	switch r := r.(type) {
	case *Stop:
		r.Node = node
		return r
	case *Undefined:
		return &Stop{Kind: UB, Node: node, What: r.What}
	}
	panic(r)
}

func (s *State) stop(kind StopKind, format string, args ...any) {
	panic(&Stop{Kind: kind, What: fmt.Sprintf(format, args...)})
}

// start makes the globals and the activation of the entry function.
func (s *State) start(entry *cil.Func) {
	for _, v := range s.prog.Globals {
		size := max(s.prog.Model.SizeOf(v.Type), s.initialSize(v), 0)
		s.globals[v] = s.mem.static.add(&Object{Name: v.Name, Bytes: make([]byte, size)})
	}
	for _, v := range s.prog.Globals {
		s.initialise(v)
	}
	args := append([]Value(nil), s.cfg.Args...)
	for i := len(args); i < len(entry.Formals); i++ {
		t := entry.Formals[i].Type
		b := make([]byte, s.size(t))
		s.havoc(nil, t, b)
		args = append(args, decode(t, b))
	}
	s.enter(entry, args)
}

// initialSize is the size that v's initialiser needs: that of a flexible array at the
// end of v is not in its type.
func (s *State) initialSize(v *cil.Var) int64 {
	size := int64(-1)
	if v.Init == nil {
		return size
	}
	for _, e := range v.Init.Entries {
		at, t := int64(0), v.Type
		for _, sel := range e.Path {
			if sel.Field != nil {
				at, t = at+sel.Field.Offset, sel.Field.Type
				continue
			}
			i, _ := cil.ConstValue(sel.Index)
			t = t.(*cil.ArrayType).Elem
			at += i.Int64() * s.prog.Model.SizeOf(t)
		}
		size = max(size, at+s.prog.Model.SizeOf(t))
	}
	return size
}

func (s *State) initialise(v *cil.Var) {
	switch {
	case v.Extern:
		if s.prog.Model.SizeOf(v.Type) >= 0 {
			s.havoc(nil, v.Type, s.globals[v].Bytes)
		}
	case v.Init == nil:
	case v.Init.Expr != nil:
		s.write(s.place(cil.VarLval(v)), s.eval(v.Init.Expr))
	default:
		for _, e := range v.Init.Entries {
			s.write(s.place(&cil.Lval{Base: v, Path: e.Path}), s.eval(e.Expr))
		}
	}
}

// enter makes an activation of f the current one.
func (s *State) enter(f *cil.Func, args []Value) {
	if len(s.frames) >= s.cfg.Depth {
		s.stop(OutOfSteps, "more than %d activations", s.cfg.Depth)
	}
	fr := &frame{f: f, node: f.Entry, vars: map[*cil.Var]*Object{}, mark: len(s.mem.stack.objects)}
	add := func(v *cil.Var) *Object {
		o := s.mem.stack.add(&Object{Name: v.Name, Bytes: make([]byte, max(s.prog.Model.SizeOf(v.Type), 0))})
		fr.vars[v] = o
		return o
	}
	for i, v := range f.Formals {
		if o := add(v); i < len(args) {
			encode(v.Type, args[i], o.Bytes)
		}
	}
	for _, v := range f.Locals {
		if v.Kind != cil.Ghost {
			add(v)
		}
	}
	if f.Result != nil {
		add(f.Result)
	}
	s.frames = append(s.frames, fr)
	s.at = len(s.frames) - 1
}

// step executes one node.
func (s *State) step() {
	fr := s.frames[len(s.frames)-1]
	n := fr.node
	if s.steps++; s.steps > s.cfg.Steps {
		s.stop(OutOfSteps, "more than %d steps", s.cfg.Steps)
	}
	if s.cfg.Hook != nil {
		s.cfg.Hook(s, n)
	}
	if n == fr.f.Exit {
		s.leave(fr)
		return
	}
	next := n.Succs[0]
	switch in := n.Instr.(type) {
	case *cil.Skip:
	case *cil.Assign:
		s.write(s.place(in.L), s.eval(in.E))
	case *cil.Havoc:
		p := s.place(in.L)
		if p.bits != nil {
			s.write(p, Value{Int: s.input(n, p.t)})
		} else {
			s.havoc(n, p.t, s.mem.bytes(p.addr, s.size(p.t)))
		}
	case *cil.Assume:
		if !s.cond(in.E) {
			s.stop(Blocked, "%s", cil.ExprString(in.E))
		}
	case *cil.Branch:
		if !s.cond(in.E) {
			next = n.Succs[1]
		}
	case *cil.Call:
		if s.call(n, in) {
			return // fr.node stays at the call until the callee returns
		}
	case *cil.Return:
		if in.E != nil {
			s.write(s.place(cil.VarLval(fr.f.Result)), s.eval(in.E))
		}
	case *cil.Clobber:
		s.stop(Unmodelled, "%s changes memory", in.Why)
	case *cil.Opaque:
		s.stop(Unmodelled, "%s: %s", in.Code, in.What)
	}
	fr.node = next
}

// leave ends the current activation and hands its result to the call.
func (s *State) leave(fr *frame) {
	var result Value
	if fr.f.Result != nil {
		result = s.read(s.place(cil.VarLval(fr.f.Result)))
	}
	if len(s.frames) == 1 {
		code := 0
		if result.Int != nil {
			code = int(low64(result.Int) & 0xff)
		}
		panic(&Stop{Kind: Returned, Code: code})
	}
	s.mem.stack.cut(fr.mark)
	s.frames = s.frames[:len(s.frames)-1]
	s.at = len(s.frames) - 1
	caller := s.frames[s.at]
	s.finishCall(caller.node, fr.f, result)
	caller.node = caller.node.Succs[0]
}

// finishCall stores the result of f's call at n.
func (s *State) finishCall(n *cil.Node, f *cil.Func, result Value) {
	c := n.Instr.(*cil.Call)
	if c.Ret == nil {
		return
	}
	p := s.place(c.Ret)
	if _, void := f.Type.Ret.(*cil.VoidType); void {
		undefined("the result of %s, which returns none, is used", f.Name)
	}
	s.write(p, s.convert(result, f.Type.Ret, p.t))
}

// call enters the function that is called and reports true, or runs it at once if it
// has no body.
func (s *State) call(n *cil.Node, c *cil.Call) bool {
	f := s.mem.funcAt(s.eval(c.Fn).addr())
	if f == nil {
		undefined("the function pointer %s points to no function", cil.ExprString(c.Fn))
	}
	args := make([]Value, len(c.Args))
	for i, a := range c.Args {
		args[i] = s.eval(a)
		if i < len(f.Formals) {
			args[i] = s.convert(args[i], a.Type(), f.Formals[i].Type)
		}
	}
	if f.HasBody() {
		if len(args) < len(f.Formals) {
			undefined("%s is called with %d arguments", f.Name, len(args))
		}
		s.enter(f, args)
		return true
	}
	s.finishCall(n, f, s.extern(n, f, c, args))
	return false
}

// havoc fills b, which is of type t, with values from outside.
func (s *State) havoc(n *cil.Node, t cil.Type, b []byte) {
	switch t := t.(type) {
	case *cil.ArrayType:
		size := s.size(t.Elem)
		for i := int64(0); (i+1)*size <= int64(len(b)) && size > 0; i++ {
			s.havoc(n, t.Elem, b[i*size:(i+1)*size])
		}
	case *cil.CompType:
		for _, f := range t.Fields {
			switch {
			case f.BitField:
				storeBits(b[f.Offset+int64(f.BitOff/8):], f.BitOff%8, f.BitLen, s.input(n, f.Type))
			case s.prog.Model.SizeOf(f.Type) > 0:
				s.havoc(n, f.Type, b[f.Offset:f.Offset+s.size(f.Type)])
			}
		}
	case *cil.FloatType:
		v, _ := new(big.Float).SetInt(s.input(n, t)).Float64()
		encode(t, Value{Float: roundTo(v, t)}, b)
	default:
		storeInt(b, s.input(n, t))
	}
}

// input returns a value of the scalar type t from outside.
func (s *State) input(n *cil.Node, t cil.Type) *big.Int {
	v := new(big.Int)
	if s.cfg.Havoc != nil {
		v = s.cfg.Havoc(n, t)
	}
	if it, ok := t.(*cil.IntType); ok {
		return it.Wrap(v)
	}
	return v
}
