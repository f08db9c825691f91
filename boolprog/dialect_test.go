package boolprog_test

import (
	"strings"
	"testing"

	"hardbop/boolprog"
)

// TestPrecedence shows how each dialect groups operators. "-" means that the dialect
// asks for parentheses; an empty entry is the same as the first one.
func TestPrecedence(t *testing.T) {
	table := []struct{ text, hardbop, boppo, getafix, c2s string }{
		{"a & b | c", "(a & b) | c", "", "", ""},
		{"a | b & c", "a | (b & c)", "", "", ""},
		{"a = b & c", "-", "a = (b & c)", "(a = b) & c", "(a = b) & c"},
		{"a & b = c", "-", "(a & b) = c", "a & (b = c)", "a & (b = c)"},
		{"a = b | c", "-", "a = (b | c)", "(a = b) | c", "(a = b) | c"},
		{"!a = b", "(!a) = b", "", "", "!(a = b)"},
		{"!a & b", "!a & b", "", "", ""},
		{"a = !b", "a = (!b)", "", "", ""},
		{"!!a", "!!a", "", "", ""},
		{"~a", "!a", "", "", ""},
		{"a => b => c", "-", "a => (b => c)", "(a => b) => c", "(a => b) => c"},
		{"a => b = c", "a => (b = c)", "", "", ""},
		{"a = b => c", "-", "a = (b => c)", "(a = b) => c", "(a = b) => c"},
		{"a => b | c", "a => (b | c)", "", "", ""},
		{"a & b => c", "(a & b) => c", "", "", ""},
		{"a ^ b | c", "-", "a ^ (b | c)", "(a ^ b) | c", "(a ^ b) | c"},
		{"a | b ^ c", "-", "(a | b) ^ c", "a | (b ^ c)", "a | (b ^ c)"},
		{"a & b ^ c", "(a & b) ^ c", "", "", ""},
		{"a ^ b = c", "-", "(a ^ b) = c", "a ^ (b = c)", "a ^ (b = c)"},
		{"a = b = c", "(a = b) = c", "a = (b = c)", "", ""},
		{"a = b != c", "(a = b) != c", "a = (b != c)", "", ""},
		{"a & b | c ^ d", "-", "((a & b) | c) ^ d", "(a & b) | (c ^ d)", "(a & b) | (c ^ d)"},
		{"a & b & c", "a & b & c", "", "", ""},
		{"(a & b) && c", "(a & b) & c", "", "", ""},
		{"a || b | c", "a | b | c", "", "", ""},
		{"schoose[a,b] & T", "schoose[a, b] & T", "", "", ""},
		{"choose(a & b, 0) | ?", "schoose[a & b, F] | *", "", "", ""},
		{"unknown() = one[a, {b  >\n0}]", "* = one[a, {b > 0}]", "", "", ""},
	}
	for _, row := range table {
		for _, c := range []struct {
			dialect boolprog.Dialect
			want    string
		}{
			{boolprog.HardBop, row.hardbop}, {boolprog.SLAM, row.hardbop}, {boolprog.Boppo, row.boppo},
			{boolprog.Getafix, row.getafix}, {boolprog.C2S, row.c2s},
		} {
			if c.want == "" {
				c.want = row.hardbop
			}
			if got := exprIn(c.dialect, row.text); got != c.want {
				t.Errorf("%s: %s is read as %s, expected %s", c.dialect, row.text, got, c.want)
			}
		}
	}
}

// exprIn parses an expression and prints it, or "-" if parentheses are asked for.
func exprIn(d boolprog.Dialect, text string) string {
	p, err := boolprog.Parse("p.bp", "void main() begin assume("+text+"); end", boolprog.Options{Dialect: d})
	if err != nil {
		if strings.Contains(err.Error(), "expected parentheses") {
			return "-"
		}
		return err.Error()
	}
	return p.Procs[0].Body[0].Cond.String()
}

func TestDialectNames(t *testing.T) {
	for _, name := range boolprog.Dialects() {
		d, err := boolprog.ParseDialect(name)
		if err != nil || d.String() != name {
			t.Errorf("dialect %s is read as %v (%v)", name, d, err)
		}
	}
	if _, err := boolprog.ParseDialect("bebop"); err == nil {
		t.Error("an unknown dialect has no error")
	}
}
