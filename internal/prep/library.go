package prep

import (
	"math/big"
	"strings"

	"hardbop/internal/cil"
)

// This file replaces calls of the C library's functions that fill and copy memory (C17
// 7.24.2, 7.24.6) by assignments, where the object that they change is known by its type
// and size. The other calls stay as they are, but for their result, which is their first argument.

// Library replaces calls in all functions that are defined, and returns how many.
func Library(prog *cil.Program) int {
	n := 0
	for _, f := range prog.Funcs {
		if f.HasBody() {
			n += library(prog.Model, f)
		}
	}
	return n
}

func library(model *cil.DataModel, f *cil.Func) int {
	n := 0
	for _, node := range append([]*cil.Node(nil), f.Nodes...) {
		m := memoryCall{model: model, f: f, node: node}
		if m.replace() {
			n++
		}
	}
	if n > 0 {
		f.Finish()
	}
	return n
}

// memoryCall is a call that may be of a function that fills or copies memory.
type memoryCall struct {
	model *cil.DataModel
	f     *cil.Func
	node  *cil.Node
	out   []cil.Instr
}

// replace puts assignments in the place of the call; it reports whether it could.
func (m *memoryCall) replace() bool {
	c, ok := m.node.Instr.(*cil.Call)
	if !ok || c.Callee() == nil || c.Callee().HasBody() {
		return false
	}
	if !m.known(c) {
		if m.out = nil; !m.returnsFirst(c) {
			return false
		}
	}
	m.node.Instr = m.out[0]
	last := m.node
	for _, in := range m.out[1:] {
		n := m.f.NewNode(in, m.node.Pos)
		n.Succs, last.Succs = last.Succs, []*cil.Node{n}
		last = n
	}
	return true
}

// known makes the assignments for the call, if its function, object and size are known.
func (m *memoryCall) known(c *cil.Call) bool {
	name := strings.TrimPrefix(c.Callee().Name, "__builtin_")
	fills := name == "memset"
	if !fills && name != "memcpy" && name != "memmove" || len(c.Args) != 3 {
		return false
	}
	size, ok := cil.ConstValue(c.Args[2])
	if !ok || !size.IsInt64() || size.Sign() <= 0 {
		return false
	}
	var result cil.Expr
	if c.Ret != nil {
		result = m.before(c.Args[0])
	}
	if fills {
		ok = m.fill(c, size.Int64())
	} else {
		ok = m.copy(c, size.Int64())
	}
	if ok && c.Ret != nil {
		m.out = append(m.out, &cil.Assign{L: c.Ret, E: cil.MakeCast(c.Ret.Type(), result)})
	}
	return ok
}

// returnsFirst has the call, if it stays one, return nothing, and its result be the first argument as it was (7.24.2, 7.24.3, 7.24.6).
func (m *memoryCall) returnsFirst(c *cil.Call) bool {
	args := 3
	switch strings.TrimPrefix(c.Callee().Name, "__builtin_") {
	case "memcpy", "memmove", "memset", "strncpy", "strncat":
	case "strcpy", "strcat":
		args = 2
	default:
		return false
	}
	if c.Ret == nil || len(c.Args) != args || !cil.IsPointer(c.Ret.Type()) || !cil.IsPointer(c.Args[0].Type()) {
		return false
	}
	result, call := m.before(c.Args[0]), *c
	call.Ret = nil
	m.out = append(m.out, &call, &cil.Assign{L: c.Ret, E: cil.MakeCast(c.Ret.Type(), result)})
	return true
}

// maxFilled bounds the scalars that are filled one by one.
const maxFilled = 256

// fill sets the parts of the object that the first argument points to.
func (m *memoryCall) fill(c *cil.Call, size int64) bool {
	to, ok := m.object(c.Args[0], size)
	if !ok {
		return false
	}
	to = m.fixed(to)
	parts, ok := cil.ScalarParts(to, maxFilled)
	if !ok {
		m.out = append(m.out, &cil.Havoc{L: to})
		return true
	}
	b := c.Args[1]
	if _, constant := cil.ConstValue(b); !constant {
		b = m.before(b)
	}
	for _, p := range parts {
		m.out = append(m.out, m.filled(p, b))
	}
	return true
}

// filled is the instruction that sets all bytes of the scalar l to b.
func (m *memoryCall) filled(l *cil.Lval, b cil.Expr) cil.Instr {
	k, constant := cil.ConstValue(b)
	zero := constant && new(big.Int).And(k, big.NewInt(0xff)).Sign() == 0
	switch t := l.Type().(type) {
	case *cil.IntType:
		switch {
		case zero:
			return &cil.Assign{L: l, E: cil.IntConst(t, 0)}
		case t.Kind == cil.Bool || isBitField(l):
		case constant:
			return &cil.Assign{L: l, E: &cil.Const{T: t, Val: t.Wrap(repeated(k, t.Bytes))}}
		case t.Bytes == 1:
			return &cil.Assign{L: l, E: cil.MakeCast(t, b)}
		}
	case *cil.PtrType:
		if zero {
			return &cil.Assign{L: l, E: cil.MakeCast(t, cil.IntConst(m.model.Int(cil.Int), 0))}
		}
	case *cil.FloatType:
		if zero {
			return &cil.Assign{L: l, E: &cil.FloatConst{T: t, Text: "0.0"}}
		}
	}
	return &cil.Havoc{L: l}
}

func isBitField(l *cil.Lval) bool {
	n := len(l.Path)
	return n > 0 && l.Path[n-1].Field != nil && l.Path[n-1].Field.BitField
}

// repeated is the number of n bytes that are all the low byte of k.
func repeated(k *big.Int, n int) *big.Int {
	b := new(big.Int).And(k, big.NewInt(0xff))
	v := new(big.Int)
	for range n {
		v.Or(v.Lsh(v, 8), b)
	}
	return v
}

// copy assigns what the second argument points to to what the first does, if both are of
// one type: the whole or the members that make up its first bytes.
func (m *memoryCall) copy(c *cil.Call, size int64) bool {
	to, ok := m.object(c.Args[0], size)
	from, also := m.object(c.Args[1], size)
	if ok && also && cil.SameType(to.Type(), from.Type()) && !isArray(to.Type()) {
		m.out = append(m.out, &cil.Assign{L: to, E: &cil.Load{L: from}})
		return true
	}
	to, ok = m.target(c.Args[0])
	from, also = m.target(c.Args[1])
	if !ok || !also || !cil.SameType(to.Type(), from.Type()) || m.model.SizeOf(to.Type()) <= size {
		return false
	}
	paths, ok := m.prefix(to.Type(), nil, size)
	if !ok || len(paths) == 0 {
		return false
	}
	to, from = m.fixed(to), m.fixed(from)
	for _, path := range paths {
		m.out = append(m.out, &cil.Assign{L: to.Part(path...), E: &cil.Load{L: from.Part(path...)}})
	}
	return true
}

func isArray(t cil.Type) bool {
	_, ok := t.(*cil.ArrayType)
	return ok
}

// prefix lists the paths to the parts at path that make up the first size bytes of a t,
// and can be assigned. It is false if there are none, or one is cut.
func (m *memoryCall) prefix(t cil.Type, path []cil.Sel, size int64) (paths [][]cil.Sel, ok bool) {
	comp, isComp := t.(*cil.CompType)
	if m.model.SizeOf(t) <= size && !isArray(t) {
		return [][]cil.Sel{path}, true
	}
	if !isComp || comp.Union {
		return nil, false
	}
	for _, f := range comp.Fields {
		if f.Offset >= size {
			continue
		}
		if f.BitField && 8*f.Offset+int64(f.BitOff+f.BitLen) > 8*size {
			return nil, false
		}
		more, ok := m.prefix(f.Type, append(path[:len(path):len(path)], cil.Sel{Field: f}), size-f.Offset)
		if paths = append(paths, more...); !ok || len(paths) > maxFilled {
			return nil, false
		}
	}
	return paths, true
}

// target returns what p, without conversions, points to.
func (m *memoryCall) target(p cil.Expr) (*cil.Lval, bool) {
	p = cil.WithoutPointerCasts(p)
	t, ok := p.Type().(*cil.PtrType)
	if !ok || !isObject(t.Elem) {
		return nil, false
	}
	return m.model.Deref(p), true
}

// object returns the object of so many bytes that starts where p points to.
func (m *memoryCall) object(p cil.Expr, size int64) (*cil.Lval, bool) {
	l, ok := m.target(p)
	if !ok {
		return nil, false
	}
	for {
		switch {
		case m.model.SizeOf(l.Type()) == size:
			return l, true
		case !startsWhole(l):
			return nil, false
		}
		l = &cil.Lval{Base: l.Base, Mem: l.Mem, Path: l.Path[:len(l.Path)-1]}
	}
}

func isObject(t cil.Type) bool {
	switch t := t.(type) {
	case *cil.VoidType, *cil.FuncType:
		return false
	case *cil.CompType:
		return t.Defined
	}
	return true
}

// startsWhole reports whether l is the first part of what it is a part of.
func startsWhole(l *cil.Lval) bool {
	n := len(l.Path)
	if n == 0 {
		return false
	}
	s := l.Path[n-1]
	if s.Field != nil {
		return s.Field.Offset == 0 && !s.Field.BitField
	}
	return cil.IsZero(s.Index)
}

// fixed returns l by an address that the assignments of its parts don't change.
func (m *memoryCall) fixed(l *cil.Lval) *cil.Lval {
	if l.Base != nil && !readsVariables(l) {
		return l
	}
	return &cil.Lval{Mem: m.before(cil.MakeCast(&cil.PtrType{Elem: l.Type()}, cil.MakeAddr(l)))}
}

// before returns what e is before the assignments.
func (m *memoryCall) before(e cil.Expr) cil.Expr {
	v := m.f.NewTemp("tmp", e.Type(), m.node.Pos)
	m.out = append(m.out, &cil.Assign{L: cil.VarLval(v), E: e})
	return cil.LoadVar(v)
}

// readsVariables reports whether an index in l isn't constant.
func readsVariables(l *cil.Lval) bool {
	for _, s := range l.Path {
		if _, constant := cil.ConstValue(s.Index); s.Index != nil && !constant {
			return true
		}
	}
	return false
}
