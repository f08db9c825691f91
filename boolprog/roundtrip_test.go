package boolprog_test

import (
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"hardbop/boolprog"
	"hardbop/internal/bpgen"
)

// choices lets rapid choose for the generator, so that it can shrink.
type choices struct{ t *rapid.T }

func (c choices) IntN(n int) int { return rapid.IntRange(0, n-1).Draw(c.t, "") }

// samePrinted parses what p prints and reports whether it is p, in each dialect.
func samePrinted(p *boolprog.Program) (string, bool) {
	text := p.String()
	for d := range boolprog.Dialects() {
		q, err := boolprog.Parse("printed.bp", text, boolprog.Options{Dialect: boolprog.Dialect(d)})
		if err != nil {
			return text + err.Error(), false
		}
		if !boolprog.Equal(p, q) {
			return text + "is read as\n" + q.String(), false
		}
	}
	return text, true
}

func TestPrintParse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := bpgen.Program(choices{t}, bpgen.Small())
		p.Comment = rapid.SliceOf(rapid.StringMatching(`([a-z@ ]*[a-z])?`)).Draw(t, "comment")
		p.Procs[0].Comment = rapid.SliceOf(rapid.StringMatching(`([a-z@ ]*[a-z])?`)).Draw(t, "comment of main")
		if text, ok := samePrinted(p); !ok {
			t.Fatal(text)
		}
	})
}

func TestSuitesPrintParse(t *testing.T) {
	for _, suite := range []string{"boolprog", "boolprog-satabs"} {
		t.Run(suite, func(t *testing.T) {
			for _, file := range benchFiles(t, suite) {
				text, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				p, err := boolprog.Read(file, string(text), boolprog.Options{})
				if err != nil {
					t.Error(err)
					continue
				}
				if _, ok := samePrinted(p); !ok {
					t.Errorf("%s: the printed program parses as another one", file)
				}
			}
		})
	}
}

// example has one of everything.
const example = `// boolprog 1
// about it

decl {lock == 1};
decl g;

// step steps
bool<2> step(a, b) begin
  decl t;
  decl {n > 0};
  enforce one[a, b] & !(t & {n > 0});
  t, _ := schoose[a, F], *; //@c.7 drv.c:3: t = a;
  if (*) then // which?
    {lock == 1}, t := T, F; // both
  elsif (t) then //@c.8
    skip;
  else
    print(t, a);
  fi
  while ((a & b & !t) | (t ^ a)) do
    enforce t;
    g := * constrain 'g => (g = {n > 0});
  od
  goto L1, L2;
  L1: B_7: assume(t != a);
  return t, {lock == 1};
  L2: constrain ('t | 'g);
  dead t, g;
  t, {n > 0} := step(t, F);
  assert(t);
  return {n > 0}, *;
end

void main() begin
  step(F, T);
end
`

func TestExample(t *testing.T) {
	p, err := boolprog.Read("example.bp", example, boolprog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := p.String(); got != example {
		t.Errorf("printed as\n%s", got)
	}
}

// TestManual reads the example of the manual, which is printed as it stands there.
func TestManual(t *testing.T) {
	page, err := os.ReadFile("../docs/boolean-program-format.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "```boolprog lock.bp\n")
	text, _, _ := strings.Cut(rest, "```\n")
	p, err := boolprog.Read("manual.bp", text, boolprog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := p.String(); got != text {
		t.Errorf("printed as\n%s", got)
	}
}

// TestLongLines has what is printed in several lines; it is read back the same.
func TestLongLines(t *testing.T) {
	const text = `// boolprog 1

decl {a_variable_with_a_long_name == 1};
decl {another_variable & 1};

void main() begin
  enforce
    one[{a_variable_with_a_long_name == 1}, {another_variable & 1}]
    & !({a_variable_with_a_long_name == 1} & {another_variable & 1});
  {a_variable_with_a_long_name == 1}, {another_variable & 1} := T, F; //@main:1 3: short
  L: {a_variable_with_a_long_name == 1}, {another_variable & 1} :=
    schoose[{a_variable_with_a_long_name == 1}, F],
    schoose[{another_variable & 1}, {a_variable_with_a_long_name == 1}]; //@main:2 4: long
end
`
	p, err := boolprog.Read("long.bp", text, boolprog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := p.String(); got != text {
		t.Errorf("printed as\n%s", got)
	}
	if s := p.Procs[0].Body[1]; s.Origin != "main:2" || s.Comment != "4: long" {
		t.Errorf("the comment behind the last line is lost: %q %q", s.Origin, s.Comment)
	}
}

// TestForms has what other tools write and how it is printed.
func TestForms(t *testing.T) {
	const head, tail = "// boolprog 1\n", "end\n"
	table := []struct{ text, want string }{
		{"main() begin f(); end f() begin skip; end", "\nvoid main() begin\n  f();\nend\n\nvoid f() begin\n  skip;\n" + tail},
		{"f() begin if ? then return T, F; fi end void main() begin end", "\nbool<2> f() begin\n  if (*) then\n    return T, F;\n  fi\nend\n\nvoid main() begin\n" + tail},
		{"dfs void main() begin;; L1: L2: skip end", "\nvoid main() begin\n  L1: L2: skip;\n" + tail},
		{"void main() begin abortif T; end", "\nvoid main() begin\n  assert(!T);\n" + tail},
		{"void main() begin skip; decl a; a := 1; end", "\nvoid main() begin\n  decl a;\n  skip;\n  dead a;\n  a := T;\n" + tail},
		{"void main() begin\n// line 3\nskip; // x\n// line 4\nskip;\nend", "\nvoid main() begin\n  skip; // x\n  skip; // line 4\n" + tail},
		{"void main() begin while * do skip od; enforce F end", "\nvoid main() begin\n  while (*) do\n    skip;\n  od\n  enforce F;\n" + tail},
		{"void main() begin if T then else if F then fi; fi; end", "\nvoid main() begin\n  if (T) then\n  elsif (F) then\n  fi\n" + tail},
	}
	for _, row := range table {
		p, err := boolprog.Read("p.bp", row.text, boolprog.Options{})
		if err != nil {
			t.Error(err)
			continue
		}
		if got := p.String(); got != head+row.want {
			t.Errorf("%s\nis printed as\n%s", row.text, got)
		}
	}
}

func TestAbortIfAssume(t *testing.T) {
	p, err := boolprog.Parse("p.bp", "decl a; void main() begin abortif a; end", boolprog.Options{AbortIfAssume: true})
	if err != nil {
		t.Fatal(err)
	}
	if got := p.Procs[0].Body[0].String(); got != "assume(!a)" {
		t.Errorf("abortif as assume is %s", got)
	}
}

// FuzzParse looks for inputs that crash the reader or don't survive printing.
func FuzzParse(f *testing.F) {
	for _, text := range []string{example, "decl a; main() begin a := unknown() constrain 'a; end", "", "void main() begin L: goto L; /* */ // x\nend"} {
		f.Add(text, uint8(0))
	}
	f.Fuzz(func(t *testing.T, text string, dialect uint8) {
		opt := boolprog.Options{Dialect: boolprog.Dialect(int(dialect) % len(boolprog.Dialects()))}
		p, err := boolprog.Read("fuzz.bp", text, opt)
		if err != nil {
			return
		}
		boolprog.BuildGraphs(p)
		if text, ok := samePrinted(p); !ok {
			t.Fatal(text)
		}
	})
}
