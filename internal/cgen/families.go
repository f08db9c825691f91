package cgen

import (
	"fmt"
	"strings"
)

// Locks returns a program in the style of the locks family of D. Beyer, A. Cimatti, A. Griggio,
// M. Keremoglu, R. Sebastiani, "Software Model Checking via Large-Block Encoding" (FMCAD 2009):
// a loop that takes each of n locks under a condition of its own and gives back those that it
// took. It is safe unless bug is set: then the last one may be given back without being taken.
// The error is the label ERROR.
func Locks(n int, bug bool) string {
	var b strings.Builder
	b.WriteString("int nondet(void);\nint main(void)\n{\n")
	for i := range n {
		fmt.Fprintf(&b, "\tint p%d = nondet(), lock%d;\n", i, i)
	}
	b.WriteString("\twhile (nondet()) {\n")
	for i := range n {
		fmt.Fprintf(&b, "\t\tlock%d = 0;\n", i)
	}
	for i := range n {
		fmt.Fprintf(&b, "\t\tif (p%d != 0)\n\t\t\tlock%d = 1;\n", i, i)
	}
	for i := range n {
		cond := fmt.Sprintf("if (p%d != 0) ", i)
		if bug && i == n-1 {
			cond = ""
		}
		fmt.Fprintf(&b, "\t\t%s{\n\t\t\tif (lock%d != 1)\n\t\t\t\tgoto ERROR;\n\t\t\tlock%d = 0;\n\t\t}\n", cond, i, i)
	}
	b.WriteString("\t}\n\treturn 0;\nERROR:\n\treturn 1;\n}\n")
	return b.String()
}

// Diamond returns a program whose control flow is a chain of n diamonds: each side adds the same
// to two variables, which are compared at the end. It is safe; the error is the label ERROR.
func Diamond(n int) string {
	var b strings.Builder
	b.WriteString("int nondet(void);\nint main(void)\n{\n\tint x = 0, y = 0;\n")
	for range n {
		b.WriteString("\tif (nondet()) {\n\t\tx = x + 1;\n\t\ty = y + 1;\n\t} else {\n\t\tx = x + 2;\n\t\ty = y + 2;\n\t}\n")
	}
	b.WriteString("\tif (x != y)\n\t\tgoto ERROR;\n\treturn 0;\nERROR:\n\treturn 1;\n}\n")
	return b.String()
}
