package check

import (
	"testing"

	"hardbop/internal/cil"
	"hardbop/internal/result"
)

// TestBranchAsWritten has branches with the line that they are in, where | stands before their place.
func TestBranchAsWritten(t *testing.T) {
	a := asText{&cil.Program{Funcs: []*cil.Func{{Name: "ready"}}}, nil}
	for _, c := range []struct{ line, text, note, want, side string }{
		{"if (|p)", "if (p != 0)", "true", "if (p)", "true"},
		{"\tif (!|p)", "if (p != 0)", "true", "if (!p)", "false"},
		{"if (!(|a->b))", "if (a->b != 0)", "false", "if (!(a->b))", "true"},
		{"if (!!|p)", "if (p != 0)", "false", "if (!!p)", "false"},
		{"if (|n  <  3) {", "if (n < 3)", "true", "if (n  <  3)", "true"},
		{"} else if (!|ready(a, b)) {", "if (tmp_3 != 0)", "true", "if (!ready(a, b))", "false"},
		{"if (!|READY(a))", "if (tmp != 0)", "true", "if (tmp != 0)", "true"}, // a macro may be anything
		{"if (|EMPTY(q))", "if (q != 0)", "true", "if (q != 0)", "true"},      // such as !(q)
		{"if (|p && !q)", "if (p != 0)", "true", "if (p != 0)", "true"},       // a part of it
		{"if (p && !|q)", "if (q != 0)", "true", "if (q != 0)", "true"},
		{"if (|n <", "if (n < 3)", "true", "if (n < 3)", "true"}, // goes on in the next line
		{"x = |p ? 1 : 2;", "if (p != 0)", "true", "if (p != 0)", "true"},
		{"if (!|p == q)", "if (p == q)", "true", "if (p == q)", "true"},
	} {
		col := 0
		for c.line[col] != '|' {
			col++
		}
		s := result.Step{Text: c.text, Note: c.note, Place: result.Place{Col: col + 1}}
		a.branch(&s, c.line[:col]+c.line[col+1:])
		if s.Text != c.want || s.Note != c.side {
			t.Errorf("%s: got %s [%s]", c.line, s.Text, s.Note)
		}
	}
}

func TestStatementAsWritten(t *testing.T) {
	for text, want := range map[string]string{
		"mutex_lock(&a); x = 1;": "mutex_lock(&a)", "return -EBUSY;": "return -EBUSY", "f(a, (b)) ; }": "f(a, (b))",
		"f(a,": "", "f(\"; \");": "", "a) b;": "", "": "",
	} {
		if got := statement(text); got != want {
			t.Errorf("%q: got %q, expected %q", text, got, want)
		}
	}
}
