package boolprog

import (
	"fmt"
	"strings"
)

// Dialect names the tool whose precedences the reader follows. Everything else that
// the dialects write differently is understood in each of them.
type Dialect uint8

// Dialects. HardBop has the precedences on which all the others agree and wants
// parentheses where they don't.
const (
	HardBop Dialect = iota
	Boppo           // SATABS
	Getafix
	C2S
	SLAM // output of SLAM's c2bp, fully parenthesised: read like HardBop
)

// Dialects lists the names of the dialects, the default first.
func Dialects() []string { return []string{"hardbop", "boppo", "getafix", "c2s", "slam"} }

// String returns the name of the dialect.
func (d Dialect) String() string { return Dialects()[d] }

// ParseDialect returns the dialect with a name.
func ParseDialect(name string) (Dialect, error) {
	for i, known := range Dialects() {
		if known == name {
			return Dialect(i), nil
		}
	}
	return HardBop, fmt.Errorf("unknown dialect %q: expected one of %s", name, strings.Join(Dialects(), ", "))
}

// grouping says how a op1 b op2 c is read.
type grouping uint8

const (
	toLeft  grouping = iota // (a op1 b) op2 c
	toRight                 // a op1 (b op2 c)
	unclear                 // the dialects differ in meaning
)

// group returns how dialect d reads op1 before op2. op1 may be OpNot: toLeft is then
// (!b) op2 c.
func (d Dialect) group(op1, op2 Op) grouping {
	if d != HardBop && d != SLAM {
		return d.groupByLevel(op1, op2)
	}
	if op1 == OpNot || op1 == op2 && op1 != OpImplies || equality(op1) && equality(op2) {
		return toLeft // the same meaning either way
	}
	first := Boppo.groupByLevel(op1, op2)
	if Getafix.groupByLevel(op1, op2) != first || C2S.groupByLevel(op1, op2) != first {
		return unclear
	}
	return first
}

// groupByLevel compares the precedences of two operators.
func (d Dialect) groupByLevel(op1, op2 Op) grouping {
	l1, l2 := d.level(op1), d.level(op2)
	if l1 > l2 || l1 == l2 && !(d == Boppo && l1 == 0) {
		return toLeft
	}
	return toRight
}

// equality reports whether op is = or !=.
func equality(op Op) bool { return op == OpEq || op == OpNe }

// level returns the precedence of an operator, 0 for the one that binds least.
func (d Dialect) level(op Op) int {
	order := [...][7]Op{ // from the one that binds least
		Boppo:   {OpImplies, OpImplies, OpXor, OpOr, OpAnd, OpNot, OpNot},
		Getafix: {OpImplies, OpOr, OpXor, OpAnd, OpEq, OpNot, OpNot},
		C2S:     {OpImplies, OpOr, OpXor, OpAnd, OpNot, OpEq, OpEq},
	}[d]
	if equality(op) {
		op = OpEq
		if d == Boppo {
			op = OpImplies // one level, to the right
		}
	}
	for i, o := range order {
		if o == op {
			return i
		}
	}
	panic("boolprog: level of an operator that isn't infix")
}
