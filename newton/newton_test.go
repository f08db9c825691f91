package newton

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hardbop/internal/cil"
	"hardbop/internal/need"
	"hardbop/internal/path"
	"hardbop/internal/pred"
)

var update = flag.Bool("update", false, "write the golden files")

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join(papersDir, name)
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s:\n%s\nwant:\n%s", name, got, want)
	}
}

func testEnv(t testing.TB) *Env {
	t.Helper()
	return &Env{Backend: need.Backend(t), Namer: pred.NewNamer(nil), Limit: 20_000_000}
}

func predText(t *testing.T, s *pred.Set) string {
	t.Helper()
	var b bytes.Buffer
	if err := pred.Write(&b, s); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

const figure1 = `
int a;
int b;
int c;
void main() {
	assume(b > 0);
	c = 2*b;
	a = b;
	a = a - 1;
	assume(a < b);
	assume(a == c);
	error();
}
`

func explained(t *testing.T, prog *cil.Program, p *path.Path) *Explanation {
	t.Helper()
	env := testEnv(t)
	out := Check(prog, p, env)
	if out.Kind != Infeasible {
		t.Fatalf("%s %s: expected infeasible", out.Kind, out.Why)
	}
	if !Refutes(env.Backend, out.Explanation) {
		t.Error("the conditions of the explanation have a model")
	}
	return out.Explanation
}

func TestFigure2(t *testing.T) {
	prog := miniProgram(t, figure1)
	var b bytes.Buffer
	if err := WriteTables(&b, prog, errorPath(t, prog, ""), &Env{}, false); err != nil {
		t.Fatal(err)
	}
	golden(t, "figure2.txt", b.String())
}

func TestFigure4(t *testing.T) {
	prog := miniProgram(t, figure1)
	p := errorPath(t, prog, "")
	var b bytes.Buffer
	if err := WriteTables(&b, prog, p, &Env{}, true); err != nil {
		t.Fatal(err)
	}
	golden(t, "figure4.txt", b.String())
}

const counter = `
void main() {
	int x;
	int y;
	int n;
	havoc(n);
	x = 0;
	y = 0;
	while (x < n) {
		x = x + 1;
		y = y + 1;
	}
	if (y < 0) {
		error();
	}
}
`

func TestLevels(t *testing.T) {
	prog := miniProgram(t, counter)
	p := errorPath(t, prog, "tttft")
	env := testEnv(t)
	var b bytes.Buffer
	for env.Level = 0; env.Level < Levels; env.Level++ {
		out := Check(prog, p, env)
		b.WriteString(predText(t, out.Explanation.Preds))
	}
	golden(t, "../../../newton/testdata/levels.txt", b.String())
}

// TestRedundantCondition has a redundant condition that must not be abstracted: with a
// fresh value for a the last one could hold.
func TestRedundantCondition(t *testing.T) {
	prog := miniProgram(t, `
void main(int b) {
	int a;
	assume(b > 0);
	a = b - 1;
	assume(a < b);
	assume(a == b - 2);
	error();
}
`)
	e := explained(t, prog, errorPath(t, prog, ""))
	if got := predText(t, e.Preds); !strings.Contains(got, "a == b - 1") {
		t.Errorf("no predicate for the value of a:\n%s", got)
	}
}

// TestOverwritten has a variable that changes after its value has gone elsewhere: the
// predicates need a name for the old value.
func TestOverwritten(t *testing.T) {
	prog := miniProgram(t, `
void main(int b) {
	int a;
	assume(b > 0);
	a = b;
	b = 0;
	assume(a < 0);
	error();
}
`)
	p := errorPath(t, prog, "")
	e := explained(t, prog, p)
	if got := predText(t, e.Preds); !strings.Contains(got, "a == $b") {
		t.Errorf("no predicate for the value that b had:\n%s", got)
	}
	if !refuted(prog, p, testEnv(t), e.Preds) {
		t.Errorf("not sufficient:\n%s", predText(t, e.Preds))
	}
}

// TestDecidedAtoms has a condition that compares addresses of variables: no statement
// would set a predicate for that.
func TestDecidedAtoms(t *testing.T) {
	prog := miniProgram(t, `
void main() {
	int a &;
	int b &;
	int *p;
	int *q;
	p = &a;
	q = &b;
	assume(p == q);
	error();
}
`)
	e := explained(t, prog, errorPath(t, prog, ""))
	for _, p := range e.Preds.Preds {
		if text := p.String(); strings.Contains(text, "&a") && strings.Contains(text, "&b") {
			t.Errorf("the predicate %s never changes", text)
		}
	}
}

// TestAsWritten has a pointer that leads to a variable: from level 1 on there is also a
// predicate for what the program writes.
func TestAsWritten(t *testing.T) {
	prog := miniProgram(t, `
void main() {
	int a &;
	int *p;
	p = &a;
	*p = 4;
	assume(a != 4);
	error();
}
`)
	env := testEnv(t)
	for env.Level = range 2 {
		got := predText(t, Check(prog, errorPath(t, prog, ""), env).Explanation.Preds)
		if strings.Contains(got, "*p == 4") != (env.Level == 1) {
			t.Errorf("level %d:\n%s", env.Level, got)
		}
	}
}
