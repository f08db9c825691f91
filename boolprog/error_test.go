package boolprog_test

import (
	"errors"
	"strings"
	"testing"

	"hardbop/boolprog"
	"hardbop/internal/source"
)

// TestErrors has one broken program per line of the table and a part of each message
// that is expected, in order.
func TestErrors(t *testing.T) {
	table := []struct {
		text string
		want []string
	}{
		{"", []string{"p.bp: the file has no program: expected"}},
		{"decl a;", []string{"p.bp: the program has no procedure main"}},
		{"decl a, a; void main() begin end", []string{"1:9: variable a is declared twice"}},
		{"void main() begin decl a; decl a; end", []string{"1:32: variable a is declared twice"}},
		{"void main() begin end void main() begin end", []string{"1:28: procedure main is declared twice"}},
		{"void main() begin x := T; end", []string{"1:19: variable x is not declared"}},
		{"decl a; void main() begin a := b & 'a; end", []string{"1:32: variable b is not declared", "1:36: 'a: a primed"}},
		{"decl a; void main() begin a, a := T, F; end", []string{"1:30: variable a is assigned twice"}},
		{"decl a; void main() begin a := T, F; end", []string{"1:27: 1 variables are assigned 2 values"}},
		{"decl a; void main() begin a := _; end", []string{"1:32: '_' has no value"}},
		{"void main() begin L: skip; L: skip; end", []string{"1:28: label L is set twice"}},
		{"void main() begin goto L, M; end", []string{"label L is not set", "label M is not set"}},
		{"void main() begin f(); end", []string{"1:19: procedure f is not declared"}},
		{"bool f(a) begin return; end void main() begin decl x, y; x, y := f(); end", []string{"f returns 0 values: expected 1", "called with 0 arguments: expected 1", "has 1 results: 2 variables"}},
		{"void main() begin return T; end", []string{"main returns 1 values: expected 0"}},
		{"void main() begin skip skip; end", []string{"1:24: expected ';' after the statement, found 'skip'"}},
		{"void main() begin skip;", []string{"1:24: expected 'end' after the body of the procedure, found the end of the file"}},
		{"void main() begin if T skip; fi; skip end", []string{"1:24: expected 'then' after the condition, found 'skip'"}},
		{"void main() begin assert T; end", []string{"1:26: expected '(' before the condition, found 'T'"}},
		{"void main() begin a := ; assume(); dead ; end", []string{"expected an expression, found ';'", "expected an expression, found ')'", "expected a variable, found ';'"}},
		{"void main() begin atomic_begin; ASYNC_1: skip; end", []string{"threads are not supported ('atomic_begin')", "threads are not supported (label ASYNC_1)"}},
		{"decl thread_local a; void main() begin start_thread goto L; end", []string{"threads are not supported", "threads are not supported"}},
		{"decl {a; void main() begin end", []string{"1:6: expected '}'"}},
		{"decl {}; void main() begin end", []string{"1:6: expected a text between the braces"}},
		{"void main() begin skip; @ skip; end", []string{"1:25: the character '@' has no place here"}},
		{"void main() begin skip; end /* x", []string{"1:29: expected '*/'"}},
		{"// boolprog 2\nvoid main() begin end", []string{"1:1: version 2 of the format"}},
		{"bool<0> main() begin end", []string{"1:6: expected a number of results, found '0'"}},
		{"void main() begin assume(schoose[T]); end", []string{"expected two arguments of schoose, found 1"}},
		{"foo\nvoid main() begin x; end", []string{"2:1: expected '('", "2:20: expected ':='"}},
	}
	for _, row := range table {
		_, err := boolprog.Read("p.bp", row.text, boolprog.Options{})
		var list source.ErrorList
		if !errors.As(err, &list) || len(list) != len(row.want) {
			t.Errorf("%s\nexpected %d errors, got: %v", row.text, len(row.want), err)
			continue
		}
		for i, e := range list {
			if !strings.Contains(e.Error(), row.want[i]) {
				t.Errorf("%s\nexpected %q in:\n%s", row.text, row.want[i], e)
			}
		}
	}
}

// TestManyErrors sees that the reader stops after a while.
func TestManyErrors(t *testing.T) {
	_, err := boolprog.Read("p.bp", "void main() begin "+strings.Repeat("x :=; ", 1000)+"end", boolprog.Options{})
	var list source.ErrorList
	if !errors.As(err, &list) || len(list) != 20 {
		t.Errorf("expected 20 errors, got %d", len(list))
	}
}

// TestDepth sees that nesting beyond the limit is one positioned error, and that the
// limit itself is fine.
func TestDepth(t *testing.T) {
	const far = 100_000
	in := func(head, open, inner, closing, tail string, n int) string {
		return head + strings.Repeat(open, n) + inner + strings.Repeat(closing, n) + tail
	}
	forms := map[string][5]string{
		"parentheses":  {"void main() begin assume(", "(", "T", ")", "); end"},
		"negations":    {"void main() begin assume(", "!", "T", "", "); end"},
		"equalities":   {"void main() begin assume(", "T = ", "T", "", "); end"},
		"implications": {"void main() begin assume(", "T => (", "T", ")", "); end"},
		"schoose":      {"void main() begin assume(", "schoose[T,", "T", "]", "); end"},
		"ifs":          {"void main() begin ", "if T then ", "skip;", " fi;", " end"},
		"whiles":       {"void main() begin ", "while T do ", "skip;", " od;", " end"},
		"elses":        {"void main() begin ", "if T then else ", "skip;", " fi;", " end"},
		"elsifs":       {"void main() begin if T then ", "elsif T then ", "skip;", "", " fi end"},
	}
	for name, f := range forms {
		if _, err := boolprog.Read("p.bp", in(f[0], f[1], f[2], f[3], f[4], 490), boolprog.Options{}); err != nil {
			t.Errorf("%s: 490 levels: %v", name, err)
		}
		_, err := boolprog.Read("p.bp", in(f[0], f[1], f[2], f[3], f[4], far), boolprog.Options{})
		var list source.ErrorList
		if !errors.As(err, &list) || len(list) != 1 || list[0].Pos.Line != 1 {
			t.Errorf("%s: expected one positioned error, got %d bytes of errors", name, len(err.Error()))
		}
	}
}

// TestProducerErrors has what only a program made in memory can get wrong.
func TestProducerErrors(t *testing.T) {
	p := &boolprog.Program{
		Globals: []*boolprog.Var{{Name: "end"}, {Name: "{a  b}"}, {Name: "{a b}"}},
		Procs: []*boolprog.Proc{{Name: "main", Body: []*boolprog.Stmt{
			{Kind: boolprog.Assume},
			{Kind: boolprog.Assume, Cond: &boolprog.Expr{Op: boolprog.OpAnd}},
			{Kind: boolprog.Assign},
			{Kind: boolprog.Goto, Origin: "a b"},
			{Kind: boolprog.Dead, Labels: []string{"1"}},
		}}},
	}
	err := boolprog.Check(p, "")
	want := []string{`"end" is not the name`, `"{a  b}" is not the name`, `"1" is not the name`, "no condition", "0 arguments",
		"without variables", "white space", "goto without", "dead without"}
	for _, w := range want {
		if err == nil || !strings.Contains(err.Error(), w) {
			t.Errorf("expected %q in: %v", w, err)
		}
	}
}

func TestNames(t *testing.T) {
	for name, valid := range map[string]bool{
		"a": true, "$a-b#": true, "{x > 0}": true, "{ x}": false, "{x": false, "{}": false, "{": false, "{x}y}": false,
		"T": false, "end": false, "_": false, "": false, "1a": false, "a b": false, "_a": true, "one": true,
	} {
		if boolprog.ValidName(name) != valid {
			t.Errorf("ValidName(%q) is %v", name, !valid)
		}
	}
	if got := boolprog.SafeName("end"); got != "{end}" {
		t.Errorf("SafeName(end) = %s", got)
	}
}
