package cil

import (
	"fmt"
	"strings"
)

// Type is a C type without qualifiers.
type Type interface {
	isType()
	// String returns the type as a C abstract declarator, for messages.
	String() string
}

// IntKind says which C integer type an [IntType] is.
type IntKind int

// The integer kinds, in order of conversion rank. MathInt is the mathematical
// integers, which only predicates use.
const (
	Bool IntKind = iota
	Char
	SChar
	UChar
	Short
	UShort
	Int
	UInt
	Long
	ULong
	LongLong
	ULongLong
	Int128
	UInt128
	MathInt
)

var intNames = [...]string{"_Bool", "char", "signed char", "unsigned char", "short", "unsigned short",
	"int", "unsigned int", "long", "unsigned long", "long long", "unsigned long long",
	"__int128", "unsigned __int128", "mathint"}

// IntType is an integer type. Enumerations are the integer type that they are
// compatible with. Compare with Equal: the types of one program are shared.
type IntType struct {
	Kind   IntKind
	Bits   int // value bits including the sign; 1 for _Bool; 0 for Math
	Bytes  int // size in memory
	Signed bool
}

// FloatType is float (32), double (64), long double (80 or 64) or __float128 (128).
type FloatType struct {
	Bits  int
	Bytes int
}

// VoidType is void.
type VoidType struct{}

// PtrType points to Elem. Const and Volatile qualify what it points to.
type PtrType struct {
	Elem     Type
	Const    bool
	Volatile bool
}

// ArrayType has Len elements; Len is -1 if unknown (flexible, incomplete, VLA), [AndAround] or [AndBehind].
type ArrayType struct {
	Elem Type
	Len  int64
}

// AndAround is the length of an array that isn't known either, but it goes on behind a struct
// into whatever that is a part of: memory that is written by a number of bytes.
const AndAround = -2

// AndBehind is the length of an array at the end of a struct that isn't known either, but goes
// on into what follows that in the object: memory that is written by a number of bytes.
const AndBehind = -3

// CompType is a struct or a union. Two comps are the same type if they are the same pointer.
type CompType struct {
	Tag   string // unique in the program; made up for anonymous ones
	Union bool
	// Anonymous says that the source has no tag for it, and Typedef is what it calls it then; "" if it
	// has no name at all.
	Anonymous bool
	Typedef   string
	Fields    []*Field
	Size      int64 // in bytes; 0 if not Defined
	Align     int64
	Packed    bool
	// Defined is false for a type that was only declared.
	Defined bool
}

// Field is a member of a comp.
type Field struct {
	Comp     *CompType
	Name     string // unique in the comp; made up for anonymous members
	Type     Type
	Index    int
	Offset   int64 // in bytes; for a bit-field that of its storage unit
	BitField bool
	BitOff   int // from the least significant bit of the storage unit
	BitLen   int
	Volatile bool
	// Kept says that functions outside the program never change the member: it is there for
	// the program's own use.
	Kept bool
	// Blank says besides that what is in it before the program has set it, if anything, leads to
	// nothing that the program knows otherwise.
	Blank bool
}

// FuncType is a function's type.
type FuncType struct {
	Ret      Type
	Params   []Type
	Variadic bool
	NoProto  bool // declared as f(): the arguments are not known
}

func (*IntType) isType()   {}
func (*FloatType) isType() {}
func (*VoidType) isType()  {}
func (*PtrType) isType()   {}
func (*ArrayType) isType() {}
func (*CompType) isType()  {}
func (*FuncType) isType()  {}

func (t *IntType) String() string { return intNames[t.Kind] }

func (t *FloatType) String() string {
	switch t.Bits {
	case 32:
		return "float"
	case 64:
		return "double"
	case 128:
		return "__float128"
	}
	return "long double"
}

func (*VoidType) String() string { return "void" }

func (t *PtrType) String() string {
	q := ""
	if t.Const {
		q += "const "
	}
	if t.Volatile {
		q += "volatile "
	}
	return q + t.Elem.String() + " *"
}

func (t *ArrayType) String() string {
	if t.Len < 0 {
		return t.Elem.String() + " []"
	}
	return fmt.Sprintf("%s [%d]", t.Elem, t.Len)
}

func (t *CompType) String() string {
	if t.Union {
		return "union " + t.Tag
	}
	return "struct " + t.Tag
}

func (t *FuncType) String() string {
	ps := make([]string, len(t.Params))
	for i, p := range t.Params {
		ps[i] = p.String()
	}
	if t.Variadic {
		ps = append(ps, "...")
	}
	return fmt.Sprintf("%s (%s)", t.Ret, strings.Join(ps, ", "))
}

// FieldNamed returns the member called name, or nil.
func (t *CompType) FieldNamed(name string) *Field {
	for _, f := range t.Fields {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// Void is the type void.
var Void = &VoidType{}

// Math is the type of the mathematical integers, for predicates.
var Math = &IntType{Kind: MathInt, Signed: true}

// SameType reports whether a and b are the same type, qualifiers aside.
func SameType(a, b Type) bool {
	if a == b {
		return true
	}
	switch a := a.(type) {
	case *IntType:
		b, ok := b.(*IntType)
		return ok && *a == *b
	case *FloatType:
		b, ok := b.(*FloatType)
		return ok && *a == *b
	case *VoidType:
		_, ok := b.(*VoidType)
		return ok
	case *PtrType:
		b, ok := b.(*PtrType)
		return ok && SameType(a.Elem, b.Elem)
	case *ArrayType:
		b, ok := b.(*ArrayType)
		return ok && a.Len == b.Len && SameType(a.Elem, b.Elem)
	case *CompType:
		return false
	case *FuncType:
		b, ok := b.(*FuncType)
		return ok && sameFuncType(a, b)
	}
	panic(fmt.Sprintf("cil: unknown type %T", a))
}

func sameFuncType(a, b *FuncType) bool {
	if len(a.Params) != len(b.Params) || a.Variadic != b.Variadic || !SameType(a.Ret, b.Ret) {
		return false
	}
	for i := range a.Params {
		if !SameType(a.Params[i], b.Params[i]) {
			return false
		}
	}
	return true
}

// IsInteger reports whether t is an integer type.
func IsInteger(t Type) bool { _, ok := t.(*IntType); return ok }

// IsPointer reports whether t is a pointer type.
func IsPointer(t Type) bool { _, ok := t.(*PtrType); return ok }

// IsScalar reports whether t is an integer, a float or a pointer.
func IsScalar(t Type) bool {
	switch t.(type) {
	case *IntType, *FloatType, *PtrType:
		return true
	}
	return false
}

// IsFuncPointer reports whether t points to a function.
func IsFuncPointer(t Type) bool {
	p, ok := t.(*PtrType)
	if !ok {
		return false
	}
	_, ok = p.Elem.(*FuncType)
	return ok
}
