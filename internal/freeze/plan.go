package freeze

import (
	"fmt"
	"reflect"
	"sync"
	"unsafe"
)

// Codec writes and reads values of a type.
type Codec struct {
	plans map[reflect.Type]*plan
	// dynamic are the types that values of interfaces may have, numbers their indices.
	dynamic []*plan
	numbers map[reflect.Type]int
	// elems are the types that pointers lead to.
	elems []*plan
	// interfaces is the number of interface types.
	interfaces int
	root       reflect.Type
}

// plan says how values of a type are written and read.
type plan struct {
	t     reflect.Type
	write func(w *writer, p unsafe.Pointer)
	read  func(r *reader, p unsafe.Pointer)
	// elem is the index in Codec.elems of what pointers to this type lead to, -1 if there are none.
	elem int
}

// New returns a codec for what root, a pointer, leads to. Interfaces hold values of the types of dynamic.
func New(root any, dynamic ...any) (*Codec, error) {
	c := &Codec{plans: map[reflect.Type]*plan{}, numbers: map[reflect.Type]int{}, root: reflect.TypeOf(root)}
	for _, d := range dynamic {
		t := reflect.TypeOf(d)
		p, err := c.plan(t)
		if err != nil {
			return nil, err
		}
		c.numbers[t] = len(c.dynamic)
		c.dynamic = append(c.dynamic, p)
	}
	_, err := c.plan(c.root)
	return c, err
}

// plan returns the plan of a type.
func (c *Codec) plan(t reflect.Type) (*plan, error) {
	if p := c.plans[t]; p != nil {
		return p, nil // maybe while it is being made: types are made of themselves
	}
	p := &plan{t: t, elem: -1}
	c.plans[t] = p
	return p, c.fill(p)
}

// fill makes the plan.
func (c *Codec) fill(p *plan) error {
	switch t := p.t; t.Kind() {
	case reflect.Bool:
		p.write, p.read = writeBool, readBool
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		p.write, p.read = writeInt(t), readInt(t)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		p.write, p.read = writeUint(t), readUint(t)
	case reflect.Float64:
		p.write, p.read = writeFloat, readFloat
	case reflect.String:
		p.write, p.read = writeString, readString
	case reflect.Struct:
		return c.structure(p)
	case reflect.Array:
		return c.array(p)
	case reflect.Slice:
		return c.slice(p)
	case reflect.Pointer:
		return c.pointer(p)
	case reflect.Interface:
		p.write, p.read = c.writeInterface(t), c.readInterface(t)
	case reflect.Map:
		return c.table(p)
	case reflect.Func:
		p.write, p.read = writeNone(t), readNone
	default:
		return fmt.Errorf("freeze: nobody knows what a %s holds", t)
	}
	return nil
}

var memo = reflect.TypeFor[sync.Map]()

// member is a field of a struct.
type member struct {
	at   uintptr
	plan *plan
}

func (c *Codec) structure(p *plan) error {
	if p.t == memo {
		p.write, p.read = func(*writer, unsafe.Pointer) {}, readNone
		return nil
	}
	var members []member
	for i := range p.t.NumField() {
		f := p.t.Field(i)
		fp, err := c.plan(f.Type)
		if err != nil {
			return fmt.Errorf("%w, in %s.%s", err, p.t, f.Name)
		}
		members = append(members, member{f.Offset, fp})
	}
	p.write = func(w *writer, at unsafe.Pointer) {
		for _, m := range members {
			m.plan.write(w, unsafe.Add(at, m.at))
		}
	}
	p.read = func(r *reader, at unsafe.Pointer) {
		for _, m := range members {
			m.plan.read(r, unsafe.Add(at, m.at))
		}
	}
	return nil
}

func (c *Codec) array(p *plan) error {
	ep, err := c.plan(p.t.Elem())
	if err != nil {
		return err
	}
	n, size := p.t.Len(), p.t.Elem().Size()
	p.write = func(w *writer, at unsafe.Pointer) {
		for i := range n {
			ep.write(w, unsafe.Add(at, uintptr(i)*size))
		}
	}
	p.read = func(r *reader, at unsafe.Pointer) {
		for i := range n {
			ep.read(r, unsafe.Add(at, uintptr(i)*size))
		}
	}
	return nil
}

func (c *Codec) slice(p *plan) error {
	t, et := p.t, p.t.Elem()
	ep, err := c.plan(et)
	if err != nil {
		return err
	}
	size, room := et.Size(), rowOf(t)
	p.write = func(w *writer, at unsafe.Pointer) {
		s := *(*sliceHeader)(at)
		w.count(s.data == nil, s.len)
		w.holds(s.data, uintptr(s.len)*size)
		for i := range s.len {
			ep.write(w, unsafe.Add(s.data, uintptr(i)*size))
		}
	}
	p.read = func(r *reader, at unsafe.Pointer) {
		n, ok := r.count()
		if !ok {
			return
		}
		data := room(n)
		*(*sliceHeader)(at) = sliceHeader{data, n, n}
		for i := range n {
			ep.read(r, unsafe.Add(data, uintptr(i)*size))
		}
	}
	return nil
}

// sliceHeader is how a slice lies in memory.
type sliceHeader struct {
	data     unsafe.Pointer
	len, cap int
}

// rowOf returns what makes room for some elements of a slice of type t. Memory is made alike for all types of a kind that
// have their pointers at the same places.
func rowOf(t reflect.Type) func(n int) unsafe.Pointer {
	switch t.Elem().Kind() {
	case reflect.Pointer:
		return row[unsafe.Pointer]
	case reflect.Interface:
		return row[interfaceHeader]
	case reflect.String:
		return row[string]
	case reflect.Int:
		return row[int]
	case reflect.Uint8:
		return row[uint8]
	}
	return func(n int) unsafe.Pointer { return reflect.MakeSlice(t, n, n).UnsafePointer() }
}

func row[T any](n int) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(make([]T, n))) }

// interfaceHeader is how an interface lies in memory: which type, and a pointer.
type interfaceHeader struct{ of, data unsafe.Pointer }

// pointer gives what pointers of a type lead to a table of its own.
func (c *Codec) pointer(p *plan) error {
	ep, err := c.plan(p.t.Elem())
	if err != nil {
		return err
	}
	if ep.elem < 0 {
		ep.elem = len(c.elems)
		c.elems = append(c.elems, ep)
	}
	p.write = func(w *writer, at unsafe.Pointer) { w.pointer(ep, *(*unsafe.Pointer)(at)) }
	p.read = func(r *reader, at unsafe.Pointer) { *(*unsafe.Pointer)(at) = r.pointer(ep) }
	return nil
}

func (c *Codec) table(p *plan) error {
	kp, err := c.plan(p.t.Key())
	if err != nil {
		return err
	}
	vp, err := c.plan(p.t.Elem())
	p.write = func(w *writer, at unsafe.Pointer) { w.table(reflect.NewAt(p.t, at).Elem(), kp, vp) }
	p.read = func(r *reader, at unsafe.Pointer) { r.table(reflect.NewAt(p.t, at).Elem(), kp, vp) }
	return err
}

func writeNone(t reflect.Type) func(*writer, unsafe.Pointer) {
	return func(w *writer, at unsafe.Pointer) {
		if !reflect.NewAt(t, at).Elem().IsNil() {
			w.fail("nobody knows what a %s holds", t)
		}
	}
}

func readNone(*reader, unsafe.Pointer) {}
