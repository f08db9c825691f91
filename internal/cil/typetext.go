package cil

import (
	"strconv"
	"strings"
)

// TypeString returns t as C writes it in a cast.
func TypeString(t Type) string { return Declare(t, "") }

// Declare returns the C declaration, without qualifiers, of name with the type t, without storage class and
// semicolon; with an empty name, the type name.
func Declare(t Type, name string) string {
	switch t := t.(type) {
	case *PtrType:
		d := "*" + name
		switch t.Elem.(type) {
		case *ArrayType, *FuncType:
			d = "(" + d + ")"
		}
		return Declare(t.Elem, d)
	case *ArrayType:
		if t.Len < 0 {
			return Declare(t.Elem, name+"[]")
		}
		return Declare(t.Elem, name+"["+strconv.FormatInt(t.Len, 10)+"]")
	case *FuncType:
		return Declare(t.Ret, name+"("+paramTypes(t)+")")
	}
	if name == "" {
		return t.String()
	}
	return t.String() + " " + name
}

func paramTypes(t *FuncType) string {
	if t.NoProto {
		return ""
	}
	ps := make([]string, len(t.Params))
	for i, p := range t.Params {
		ps[i] = TypeString(p)
	}
	return listParams(ps, t.Variadic)
}

func listParams(ps []string, variadic bool) string {
	if variadic {
		ps = append(ps, "...")
	}
	if len(ps) == 0 {
		return "void"
	}
	return strings.Join(ps, ", ")
}
