package check

import (
	"fmt"
	"strings"
	"testing"

	"hardbop/internal/cil"
	"hardbop/internal/result"
)

// TestBranchAsWritten has branches with the line that they are in, where | stands before their place.
func TestBranchAsWritten(t *testing.T) {
	a := textOf(&cil.Program{Funcs: []*cil.Func{{Name: "ready"}}})
	for _, c := range []struct{ line, text, note, want, side string }{
		{"if (|p)", "if (p != 0)", "true", "if (p)", "true"},
		{"\tif (!|p)", "if (p != 0)", "true", "if (!p)", "false"},
		{"if (!(|a->b))", "if (a->b != 0)", "false", "if (!(a->b))", "true"},
		{"if (!!|p)", "if (p != 0)", "false", "if (!!p)", "false"},
		{"if (|n  <  3) {", "if (n < 3)", "true", "if (n  <  3)", "true"},
		{"} else if (!|ready(a, b)) {", "if (tmp_3 != 0)", "true", "if (!ready(a, b))", "false"},
		{"if (!|READY(a))", "if (tmp != 0)", "true", "if (tmp != 0)", "true"}, // a macro may be anything
		{"if (|EMPTY(q))", "if (q != 0)", "true", "if (q != 0)", "true"},      // such as !(q)
		{"if (|m != MODE)", "if (m != 3264)", "true", "if (m != MODE)", "true"},
		{"if (|a->n == -EBUSY) {", "if (a->n == -16)", "false", "if (a->n == -EBUSY)", "false"},
		{"if (|n > limit - total)", "if (n > 1000 - total)", "true", "if (n > limit - total)", "true"},
		{"if (|n > limit + total)", "if (n > 1000 - total)", "true", "if (n > 1000 - total)", "true"},
		{"if (|n > p->limit)", "if (n > 1000)", "true", "if (n > 1000)", "true"},
		{"if (|m < MODE)", "if (m > 3264)", "true", "if (m > 3264)", "true"},
		{"if (|k != MODE)", "if (m != 3264)", "true", "if (m != 3264)", "true"},
		{"if (|m != MODE(1))", "if (m != 3264)", "true", "if (m != 3264)", "true"},
		{"if (|ready(a->b))", "if (tmp_3 != 0)", "true", "if (ready(a->b))", "true"},
		{"if (|a->n > MAX)", "if (a->n > 7)", "true", "if (a->n > MAX)", "true"},
		{"if (|ready(a) && ready(b))", "if (tmp_3 != 0)", "true", "if (tmp_3 != 0)", "true"},
		{"if (|m != n)", "if (m != k)", "true", "if (m != k)", "true"},
		{"if (!|m == MODE)", "if (m == 3264)", "true", "if (m == 3264)", "true"},
		{"if (|p && !q)", "if (p != 0)", "true", "if (p)", "true"}, // a part of it
		{"if (p && !|q)", "if (q != 0)", "true", "if (!q)", "false"},
		{"if (!|n || n > MAX)", "if (n != 0)", "false", "if (!n)", "true"},
		{"if (n && |n > MAX)", "if (n > 7)", "true", "if (n > MAX)", "true"},
		{"if (n && (m && |n > MAX))", "if (n > 7)", "true", "if (n > MAX)", "true"},
		{"if (n & |m && k)", "if (m != 0)", "true", "if (m)", "true"},
		{"if (|n & m && k)", "if (n != 0)", "true", "if (n != 0)", "true"},
		{"if (!(|n < 3) && m)", "if (n < 3)", "true", "if (n < 3)", "true"},
		{"if (k && |READY(a))", "if (q != 0)", "true", "if (q != 0)", "true"},
		{"if (k && |n >", "if (n > 7)", "true", "if (n > 7)", "true"},
		{"if (|n <", "if (n < 3)", "true", "if (n < 3)", "true"}, // goes on in the next line
		{"x = |p ? 1 : 2;", "if (p != 0)", "true", "if (p != 0)", "true"},
		{"if (!|p == q)", "if (p == q)", "true", "if (p == q)", "true"},
		{"if (|f->flags & NONBLOCK)", "if ((f->flags & 2048) != 0)", "true", "if (f->flags & NONBLOCK)", "true"},
		{"if (!(|f->flags & NONBLOCK))", "if ((f->flags & 2048) != 0)", "true", "if (!(f->flags & NONBLOCK))", "false"},
		{"if (n && |f->flags & NONBLOCK)", "if ((f->flags & 2048) != 0)", "true", "if (f->flags & NONBLOCK)", "true"},
		{"if (|f->flags & NONBLOCK)", "if ((f->mode & 2048) != 0)", "true", "if ((f->mode & 2048) != 0)", "true"},
		{"if (!|f->flags & NONBLOCK)", "if ((f->flags & 2048) != 0)", "true", "if ((f->flags & 2048) != 0)", "true"},
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

// TestPlainly has texts with objects of the environment's, and the line that they are of.
func TestPlainly(t *testing.T) {
	for _, c := range []struct{ line, text, note, want string }{
		{"if (file->f_flags & 1)", "if ((hardbop_d_file.f_flags & 1) != 0)", "true", "if ((file->f_flags & 1) != 0) [true]"},
		{"x = d->file->f_pos;", "x = hardbop_d_file.f_pos", "x = 3", "x = d->file->f_pos [x = 3]"},
		{"f->n = 3;", "hardbop_d_file.n = 3", "hardbop_d_file.n = 3", "f->n = 3 [f->n = 3]"},
		{"f->n++, f->n++;", "hardbop_d_file.n = 3", "", "f->n = 3 []"},
		{"x = f->n + g->n;", "x = hardbop_d_file.n + 1", "", "x = hardbop_d_file.n + 1 []"}, // which one it is can't be told
		{"x = f->no;", "x = hardbop_d_file.n", "", "x = hardbop_d_file.n []"},
		{"x = f->n;", "x = d_file.n", "", "x = d_file.n []"},
	} {
		s := result.Step{Text: c.text, Note: c.note}
		if plainly(&s, c.line); s.Text+" ["+s.Note+"]" != c.want {
			t.Errorf("%s: got %s [%s], expected %s", c.line, s.Text, s.Note, c.want)
		}
	}
}

func TestStatementAsWritten(t *testing.T) {
	for text, want := range map[string]string{
		"mutex_lock(&a); x = 1;": "mutex_lock(&a)", "return -EBUSY;": "return -EBUSY", "f(a, (b)) ; }": "f(a, (b))",
		"f(a,": "", "f(\"; )\");": "f(\"; )\")", "x = '\"';": "x = '\"'", "f(\"": "", "f({1});": "", "a) b;": "", "": "",
	} {
		if got := statement(text); got != want {
			t.Errorf("%q: got %q, expected %q", text, got, want)
		}
	}
}

// TestCallAsWritten has calls with the line that they are in.
func TestCallAsWritten(t *testing.T) {
	for _, c := range []struct{ line, text, want string }{
		{"p = kzalloc(sizeof(*p), GFP_KERNEL);", "tmp = kzalloc(160, 3264)", "tmp = kzalloc(sizeof(*p), GFP_KERNEL)"},
		{"\treset(&a, NULL);", "reset(&a, (void *)0)", "reset(&a, NULL)"},
		{"x = f(f(1));", "tmp = f(1)", "tmp = f(1)"}, // which of the two
		{"x = g(f(1), 2);", "tmp_1 = g(tmp, 2)", "tmp_1 = g(f(1), 2)"},
		{"x = myf(A);", "x = f(1)", "x = f(1)"},
		{"x = f(A,", "x = f(1, 2)", "x = f(1, 2)"}, // goes on in the next line
		{"x = f(\")\");", "x = f(string)", "x = f(\")\")"},
		{"x = A;", "x = f(1)", "x = f(1)"}, // a macro
		{"x = f(A) + 1;", "x = tmp + 1", "x = tmp + 1"},
	} {
		s := result.Step{Text: c.text}
		if textOf(&cil.Program{}).call(&s, c.line); s.Text != c.want {
			t.Errorf("%s, %s: got %s, expected %s", c.line, c.text, s.Text, c.want)
		}
	}
}

// TestSwitchAsWritten finds the switch that the case behind | is of.
func TestSwitchAsWritten(t *testing.T) {
	for text, want := range map[string]string{
		"switch (a) {|case 1: ; }":                                             "a 1",
		"switch (f(a)) {\n|case 1: { default: ; } }":                           "f(a) 1",
		"switch (a) { // {\n|case 1: ; default : ; }":                          "a 1 default",
		"switch (a) { case 0: x = '{'; s = \"\\\"{\"; /* {\n{ */ |case 1: ; }": "a 1",
		"\nswitch (a) { case 0: { x; } |case 1: switch (b) { default: ; } }":   "a 2",
		"switch (a) { case 0: switch (b) { |case 1: ; } default: ; }":          "b 1",
		"switch (a)\n{ |case 1: ; }":                                           "", // the head isn't in the line
		"SWITCH(a) { |case 1: ; }":                                             "",
		"switch (a) { x = \"{ default: \"; |case 1: ; }":                       "a 1",
		"switch (a) if (b) { |case 1: ; }":                                     "",
	} {
		before, after, _ := strings.Cut(text, "|")
		lines := strings.Split(before+after, "\n")
		at := result.Place{File: "t.c", Line: strings.Count(before, "\n") + 1, Col: len(before) - strings.LastIndex(before, "\n")}
		a := textOf(&cil.Program{})
		a.files["t.c"] = lines
		got := ""
		if sw := a.switchAt(&result.Step{Place: at, Note: "true"}); sw != nil {
			got = fmt.Sprintf("%s %d", sw.asks, sw.at.Line)
			if sw.fallsBack {
				got += " default"
			}
		}
		if got != want {
			t.Errorf("%q: got %q, expected %q", text, got, want)
		}
	}
}

// TestAssignmentAsWritten has assignments with the line that they are in, where | stands before their place.
func TestAssignmentAsWritten(t *testing.T) {
	for _, c := range []struct{ line, text, want string }{
		{"|p->name = \"a;b\";", "p->name = string", "p->name = \"a;b\""},
		{"|p = kmalloc(3);", "p = (struct p *)tmp", "p = kmalloc(3)"},
		{"struct p |*p = container_of(f, struct p, m), *q = 0;", "p = (struct p *)__mptr", "p = container_of(f, struct p, m)"},
		{"|*p = q;", "*p = q", "*p = q"},
		{"|*p = q;", "*r = q", "*r = q"},
		{"|n += 3;", "n = n + 3", "n = n + 3"},
		{"|n == 3;", "n = 3", "n = 3"},
		{"|a = b = c;", "b = c", "b = c"},
		{"|a = b", "a = 3", "a = 3"},
		{"|file->private_data = &dev;", "hardbop_fops_file.private_data = (void *)&dev", "file->private_data = &dev"},
		{"|file->private_data = &dev;", "hardbop_fops_file.other = (void *)&dev", "hardbop_fops_file.other = (void *)&dev"},
		{"|file->private_data = &dev;", "other.private_data = (void *)&dev", "other.private_data = (void *)&dev"},
	} {
		col := strings.Index(c.line, "|")
		s := result.Step{Text: c.text, Place: result.Place{Col: col + 1}}
		if textOf(&cil.Program{}).assignment(&s, c.line[:col]+c.line[col+1:]); s.Text != c.want {
			t.Errorf("%s, %s: got %s, expected %s", c.line, c.text, s.Text, c.want)
		}
	}
}
