package smt

import (
	"fmt"
	"math/big"
	"strings"
	"sync/atomic"
)

// Op is the outermost operation of a term.
type Op uint8

// The operations. Each line shows the SMT-LIB form.
const (
	OpInvalid Op = iota
	OpTrue       // true
	OpFalse      // false
	OpInt        // 7, (- 7)
	OpBV         // (_ bv7 32)
	OpVar        // x, a symbol without arguments
	OpApply      // (f a b), a symbol with arguments
	OpSelect     // (select a i)
	OpStore      // (store a i v)
	OpConst      // ((as const (Array I E)) v)
	OpMul        // (* a b), at least two factors, none a constant
	OpDiv        // (div a k), k a positive constant, or not a constant and not 0 where it matters
	OpMod        // (mod a k), the same
	OpSum        // (+ (* 2 a) b 7): see Term.Linear
	OpBVNot      // (bvnot a)
	OpBVNeg
	OpBVAdd
	OpBVMul
	OpBVUDiv
	OpBVURem
	OpBVSDiv
	OpBVSRem
	OpBVAnd
	OpBVOr
	OpBVXor
	OpBVShl
	OpBVLshr
	OpBVAshr
	OpConcat
	OpExtract // ((_ extract hi lo) a)
	OpZeroExt // ((_ zero_extend n) a)
	OpSignExt // ((_ sign_extend n) a)
	OpIte     // (ite c a b), of any sort
	OpEq      // (= a b), not of Booleans; of integers: a sum without constant and a constant
	OpLe      // (<= a k): a sum without constant and a constant
	OpBVUlt
	OpBVSlt
	OpIff // (= a b) of Booleans
	OpNot // (not a), a not a connective
	OpAnd
	OpOr
	opEnd
)

// Term is an immutable term of a factory. The zero Term is no term.
type Term struct{ n *node }

// shape is what identifies a term within its factory.
type shape struct {
	op     Op
	p0, p1 int32 // extract: high and low bit; extensions: bits added
	sort   Sort
	name   string // OpVar, OpApply
	val    num    // OpInt, OpBV, and the constant of OpSum
	args   []Term
	coefs  []num // OpSum: the coefficients of args
}

type node struct {
	shape
	hash   uint64
	next   *node                  // in the bucket of the factory's table
	neg    atomic.Pointer[node]   // the negation, once it was asked for
	digest atomic.Pointer[Digest] // once it was asked for
}

// IsValid reports whether t is a term, not the zero Term.
func (t Term) IsValid() bool { return t.n != nil }

// Op returns the outermost operation.
func (t Term) Op() Op { return t.n.op }

// Sort returns the sort of t.
func (t Term) Sort() Sort { return t.n.sort }

// Name returns the symbol of an OpVar or OpApply, else "".
func (t Term) Name() string { return t.n.name }

// NumArgs returns the number of direct subterms.
func (t Term) NumArgs() int { return len(t.n.args) }

// Arg returns direct subterm i.
func (t Term) Arg(i int) Term { return t.n.args[i] }

// Args returns the direct subterms in a fresh slice.
func (t Term) Args() []Term { return append([]Term(nil), t.n.args...) }

// Params returns the numbers that belong to the operation: the high and the low bit of
// an OpExtract, the number of added bits of an extension.
func (t Term) Params() (p, q int) { return int(t.n.p0), int(t.n.p1) }

// IsTrue reports whether t is the constant true.
func (t Term) IsTrue() bool { return t.n.op == OpTrue }

// IsFalse reports whether t is the constant false.
func (t Term) IsFalse() bool { return t.n.op == OpFalse }

// IsConst reports whether t is a truth value, an integer or a bit-vector constant.
func (t Term) IsConst() bool { return t.n.op >= OpTrue && t.n.op <= OpBV }

// Value returns the value of an OpInt or OpBV (the latter in [0, 2^width)), or nil.
func (t Term) Value() *big.Int {
	if t.n.op != OpInt && t.n.op != OpBV {
		return nil
	}
	return t.n.val.big()
}

// Int64 returns the value of an OpInt or OpBV that fits.
func (t Term) Int64() (int64, bool) {
	if t.n.op != OpInt && t.n.op != OpBV || t.n.val.b != nil {
		return 0, false
	}
	return t.n.val.s, true
}

// Hash returns a hash of the term's structure. It is the same in each run.
func (t Term) Hash() uint64 { return t.n.hash }

// IsAtom reports whether t is Boolean and neither constant, negation nor connective.
func (t Term) IsAtom() bool {
	switch t.n.op {
	case OpTrue, OpFalse, OpNot, OpAnd, OpOr, OpIff:
		return false
	case OpIte:
		return false
	}
	return t.n.sort.kind == BoolSort
}

// Compare orders terms by structure: by operation, symbol or value, then by subterms.
// It returns a negative number, 0 or a positive number. It takes time proportional to
// the depth of the terms, as equal subterms are identical.
func (t Term) Compare(u Term) int {
	for {
		a, b := t.n, u.n
		if a == b {
			return 0
		}
		if c := compareHeads(a, b); c != 0 {
			return c
		}
		i := 0
		for i < len(a.args) && a.args[i] == b.args[i] {
			if i < len(a.coefs) {
				if c := a.coefs[i].cmp(b.coefs[i]); c != 0 {
					return c
				}
			}
			i++
		}
		if i == len(a.args) {
			return a.val.cmp(b.val)
		}
		t, u = a.args[i], b.args[i]
	}
}

func compareHeads(a, b *node) int {
	if a.op != b.op {
		return int(a.op) - int(b.op)
	}
	if c := strings.Compare(a.name, b.name); c != 0 {
		return c
	}
	if a.op == OpInt || a.op == OpBV {
		if c := a.val.cmp(b.val); c != 0 {
			return c
		}
	}
	if c := a.sort.Compare(b.sort); c != 0 {
		return c
	}
	if c := len(a.args) - len(b.args); c != 0 {
		return c
	}
	if c := int(a.p0) - int(b.p0); c != 0 {
		return c
	}
	return int(a.p1) - int(b.p1)
}

// Monomial is a coefficient, never 0, times an atom.
type Monomial struct {
	Coeff *big.Int
	Atom  Term
}

// Linear is Const plus the sum of the monomials, which are in the order of their atoms.
type Linear struct {
	Const     *big.Int
	Monomials []Monomial
}

// Linear returns an integer term as a linear form. A term that isn't an OpSum or OpInt
// is 1 times itself.
func (t Term) Linear() Linear {
	l := linearOf(t)
	out := Linear{Const: l.k.big(), Monomials: make([]Monomial, len(l.atoms))}
	for i, a := range l.atoms {
		out.Monomials[i] = Monomial{l.coefs[i].big(), a}
	}
	return out
}

// mustSort panics unless t has a sort of kind k.
func mustSort(what string, t Term, k SortKind) {
	if t.n == nil || t.n.sort.kind != k {
		panic(fmt.Sprintf("smt: %s: argument %s has the wrong sort", what, describe(t)))
	}
}

func mustSame(what string, a, b Term) {
	if a.n == nil || b.n == nil || a.n.sort != b.n.sort {
		panic(fmt.Sprintf("smt: %s: sorts of %s and %s differ", what, describe(a), describe(b)))
	}
}

func describe(t Term) string {
	if t.n == nil {
		return "(no term)"
	}
	return fmt.Sprintf("%s : %s", t, t.n.sort)
}
