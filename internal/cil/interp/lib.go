package interp

import (
	"bytes"
	"math/big"
	"strings"

	"hardbop/internal/cil"
)

// maxHeap bounds the bytes that a program may allocate.
const maxHeap = 1 << 26

// libCall is a call of a library function.
type libCall struct {
	s    *State
	args []Value
	in   *cil.Call
}

// library has the functions of C that tests use. What they return is converted to the
// declared type.
var library = map[string]func(c libCall) Value{
	"printf":  func(c libCall) Value { return c.s.print(c.printf(0)) },
	"puts":    func(c libCall) Value { return c.s.print(c.str(0) + "\n") },
	"putchar": func(c libCall) Value { c.s.print(string([]byte{byte(low64(c.int(0)))})); return c.args[0] },
	"malloc":  func(c libCall) Value { return c.s.allocate(c.int(0)) },
	"calloc":  func(c libCall) Value { return c.s.allocate(new(big.Int).Mul(c.int(0), c.int(1))) },
	"alloca":  func(c libCall) Value { return c.s.allocate(c.int(0)) },
	"realloc": libRealloc,
	"free":    func(c libCall) Value { c.s.free(c.addr(0)); return Value{} },
	"memcpy":  libMove,
	"memmove": libMove,
	"memset":  libSet,
	"memcmp": func(c libCall) Value {
		n := c.count(2)
		return IntValue(int64(bytes.Compare(c.s.mem.bytes(c.addr(0), n), c.s.mem.bytes(c.addr(1), n))))
	},
	"strlen": func(c libCall) Value { return IntValue(int64(len(c.str(0)))) },
	"strcmp": func(c libCall) Value { return IntValue(int64(strings.Compare(c.str(0), c.str(1)))) },
	"strcpy": func(c libCall) Value {
		text := append([]byte(c.str(1)), 0)
		copy(c.s.mem.bytes(c.addr(0), int64(len(text))), text)
		return c.args[0]
	},
	"abs":   libAbs,
	"labs":  libAbs,
	"llabs": libAbs,
	"exit":  func(c libCall) Value { panic(&Stop{Kind: Exited, Code: int(low64(c.int(0)) & 0xff)}) },
	"_exit": func(c libCall) Value { panic(&Stop{Kind: Exited, Code: int(low64(c.int(0)) & 0xff)}) },
	"abort": func(libCall) Value { panic(&Stop{Kind: Aborted}) },
	"__VERIFIER_assume": func(c libCall) Value {
		if c.int(0).Sign() == 0 {
			panic(&Stop{Kind: Blocked, What: "__VERIFIER_assume"})
		}
		return Value{}
	},
}

// extern runs a function without a body.
func (s *State) extern(n *cil.Node, f *cil.Func, in *cil.Call, args []Value) Value {
	if s.cfg.Extern != nil {
		if v, ok := s.cfg.Extern(s, n, f, args); ok {
			return v
		}
	}
	if strings.HasPrefix(f.Name, "__VERIFIER_nondet_") && cil.IsScalar(f.Type.Ret) {
		b := make([]byte, s.size(f.Type.Ret))
		s.havoc(n, f.Type.Ret, b)
		return decode(f.Type.Ret, b)
	}
	name := strings.TrimPrefix(f.Name, "__builtin_")
	run, ok := library[name]
	if !ok {
		run, ok = stringFunctions()[name]
	}
	if !ok {
		s.stop(Unmodelled, "the function %s has no body", f.Name)
	}
	v := run(libCall{s: s, args: args, in: in})
	if it, ok := f.Type.Ret.(*cil.IntType); ok && v.Int != nil {
		v.Int = it.Wrap(v.Int)
	}
	return v
}

func (c libCall) arg(i int) Value {
	if i >= len(c.args) {
		undefined("%s lacks an argument", cil.InstrString(c.in))
	}
	return c.args[i]
}

// int returns the i-th argument, an integer or a pointer.
func (c libCall) int(i int) *big.Int {
	if v := c.arg(i).Int; v != nil {
		return v
	}
	undefined("argument %d of %s is not an integer", i+1, cil.InstrString(c.in))
	return nil
}

func (c libCall) addr(i int) uint64 { return low64(c.int(i)) }

// count returns the i-th argument as a number of bytes.
func (c libCall) count(i int) int64 {
	v := c.int(i)
	if v.Sign() < 0 || v.BitLen() > 40 {
		undefined("%s: %s bytes", cil.InstrString(c.in), v)
	}
	return v.Int64()
}

// str returns the string that the i-th argument points to.
func (c libCall) str(i int) string {
	a := c.addr(i)
	o := c.s.mem.object(a)
	rest := o.Bytes[a-o.Base:]
	n := bytes.IndexByte(rest, 0)
	if n < 0 {
		undefined("the string in %s has no end", o.Name)
	}
	return string(rest[:n])
}

func libAbs(c libCall) Value { return Value{Int: new(big.Int).Abs(c.int(0))} }

func libMove(c libCall) Value {
	n := c.count(2)
	copy(c.s.mem.bytes(c.addr(0), n), c.s.mem.bytes(c.addr(1), n))
	return c.args[0]
}

func libSet(c libCall) Value {
	b := c.s.mem.bytes(c.addr(0), c.count(2))
	for i := range b {
		b[i] = byte(low64(c.int(1)))
	}
	return c.args[0]
}

// print writes text to the program's output.
func (s *State) print(text string) Value {
	if _, err := s.cfg.Out.Write([]byte(text)); err != nil {
		s.stop(Unmodelled, "output: %v", err)
	}
	return IntValue(int64(len(text)))
}

// allocate makes an object on the heap; its bytes are zero.
func (s *State) allocate(size *big.Int) Value {
	if !size.IsInt64() || size.Int64() < 0 || s.mem.used+size.Int64() > maxHeap {
		return IntValue(0)
	}
	s.mem.used += size.Int64()
	o := s.mem.heap.add(&Object{Name: "an allocation", Bytes: make([]byte, size.Int64()), heap: true})
	return addrValue(o.Base)
}

func (s *State) free(addr uint64) {
	if addr == 0 {
		return
	}
	o := s.mem.object(addr)
	if !o.heap || o.Base != addr {
		undefined("what is not the start of an allocation is freed")
	}
	o.Freed = true
}
