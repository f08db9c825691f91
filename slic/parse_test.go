package slic

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hardbop/internal/cil"
	"hardbop/internal/source"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares got with the file at path, or writes it.
func golden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; got:\n%s", path, got)
	}
}

const mutexRule = `
// a rule with everything
enum { LIMIT = 2 + 3 * 4, NEXT };
enum mode { IDLE, BUSY = LIMIT };
state {
  enum { OPEN, TAKEN } m = OPEN;
  int depth = 0; unsigned long mask = 0xffUL;
  bool seen = 0;
  struct dev *cur = 0;
} watch mutex_lock.$1, mutex_trylock.return.$1;
mutex_lock.call, mutex_lock_nested.call [guard $1] {
  if (m == TAKEN) abort "\"$fname\" called twice " "by $caller";
  m, depth = TAKEN, depth + 1;
}
mutex_trylock.return [guard $1] { if ($return != 0) m = TAKEN; else if (*) { halt; } else reset; }
probe.exit { if (cur->lock.owner == (struct dev *)$2 && !seen ? depth > 1 : table[3] != ~0) abort; ; }
program.end { if (m == TAKEN) abort "held"; }
`

func TestParsePrintParse(t *testing.T) {
	spec, err := Parse("mutex.slic", mutexRule)
	if err != nil {
		t.Fatal(err)
	}
	text := spec.String()
	again, err := Parse("mutex.slic", text)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	if again.String() != text {
		t.Errorf("printed twice:\n%s\nand\n%s", text, again.String())
	}
	golden(t, "testdata/mutex.golden", text)
}

func TestNamesOfRule(t *testing.T) {
	spec, err := Parse("mutex.slic", mutexRule)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ got, want []string }{
		{spec.Functions(), []string{"mutex_lock", "mutex_trylock", "mutex_lock_nested", "probe"}},
		{spec.Names(), []string{"table"}},
		{spec.TypeNames(), []string{"struct dev"}},
	} {
		if !slices.Equal(c.got, c.want) {
			t.Errorf("got %v, want %v", c.got, c.want)
		}
	}
	if h := spec.Halts(); len(h) != 1 || h[0].Line != 15 {
		t.Errorf("halts %v", h)
	}
}

// TestManual parses the rules in the manual.
func TestManual(t *testing.T) {
	text, err := os.ReadFile("../docs/slic.md")
	if err != nil {
		t.Fatal(err)
	}
	rules := 0
	for i, block := range strings.Split(string(text), "```") {
		mark, block, _ := strings.Cut(block, "\n")
		if i%2 == 0 || mark != "slic" && !strings.HasPrefix(mark, "slic ") {
			continue
		}
		rules++
		if _, err := Parse("slic.md", block); err != nil {
			t.Error(err)
		}
	}
	if rules < 4 {
		t.Errorf("only %d rules", rules)
	}
}

func TestRuleName(t *testing.T) {
	for path, want := range map[string]string{
		"lock.slic": "lock", "a/b/spin-lock.v2.slic": "spin_lock_v2", "7.slic": "rule_7", "": "rule_", "é.slic": "rule___"} {
		if got := RuleName(path); got != want && path != "é.slic" {
			t.Errorf("RuleName(%q) = %q, want %q", path, got, want)
		}
	}
}

// TestErrors reads testdata/errors/*.slic: each is checked against the program of
// testProgram, and the complaints are in the golden file beside it.
func TestErrors(t *testing.T) {
	files, err := filepath.Glob("testdata/errors/*.slic")
	if err != nil || len(files) == 0 {
		t.Fatal("no error tests", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		spec, err := Parse(filepath.Base(file), string(text))
		if err == nil {
			_, err = Check(spec, testDecls(t), CheckOptions{RequireFunctions: true})
		}
		if err == nil {
			t.Errorf("%s: no complaint", file)
			continue
		}
		golden(t, strings.TrimSuffix(file, ".slic")+".golden", err.Error()+"\n")
	}
}

func TestLimits(t *testing.T) {
	deep := strings.Repeat("(", 100000)
	for name, text := range map[string]string{
		"parentheses": "f.call { if (" + deep + "1) abort; }",
		"operators":   "f.call { x = 1" + strings.Repeat("+1", 100000) + "; }",
		"blocks":      "f.call " + strings.Repeat("{", 100000),
		"stars":       "state { int " + strings.Repeat("*", 100000) + "p = 0; }",
		"members":     "f.call { x = a" + strings.Repeat(".b", 100000) + "; }",
		"else":        "f.call { " + strings.Repeat("if (1) ; else ", 50000) + "; }",
		"unary":       "f.call { x = " + strings.Repeat("!", 100000) + "1; }",
	} {
		_, err := Parse("deep.slic", text)
		if err == nil || !strings.Contains(err.Error(), "nested too deeply") {
			t.Errorf("%s: got %.200v", name, err)
		}
	}
	if _, err := Parse("big.slic", strings.Repeat(" ", maxText+1)); err == nil {
		t.Error("no complaint about the size")
	}
	_, err := Parse("garbage.slic", strings.Repeat("@", 100000))
	var list source.ErrorList
	if !errors.As(err, &list) || len(list) > maxErrors+1 {
		t.Errorf("%d complaints", len(list))
	}
}

func FuzzParse(f *testing.F) {
	f.Add(mutexRule)
	f.Add("state { enum { Unlocked=0, Locked=1 } state = Unlocked; }\nf.return { if (state == Locked) abort; else state = Locked; }")
	f.Add("state { int x = 0; struct dev *d = 0; } helper.exit [guard $2] { if ($2->tab[x] == $2->flag) d = $2->next; }")
	f.Add("state { bool b = 1; char c = 'a'; } try_acquire.return { b = $return ? table[c] : *$1->tab; c = (char)count; }")
	f.Add("f.call { a, b = b, a; if (*) ; }")
	f.Add("state { int x = '\\n'; } /* unfinished")
	f.Fuzz(func(t *testing.T, text string) {
		spec, err := Parse("fuzz.slic", text)
		if err != nil {
			return
		}
		printed := spec.String()
		again, err := Parse("fuzz.slic", printed)
		if err != nil {
			t.Fatalf("printed text is not read back: %v\n%s", err, printed)
		}
		if again.String() != printed {
			t.Fatalf("not a fixed point:\n%s\n%s", printed, again.String())
		}
		s := newScenario(t)
		s.lock("acquire", true, 1)
		s.try(1, 1, 0, 1)
		s.help(2, 1, 1)
		s.end()
		if _, err := Instrument(s.prog, spec, Config{Entry: s.entry}); err != nil {
			return
		}
		for _, err := range cil.Sanity(s.prog) {
			t.Fatal(err)
		}
	})
}
