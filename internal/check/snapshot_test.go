package check

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hardbop/internal/cgen"
	"hardbop/internal/freeze/freezetest"
	"hardbop/internal/need"
)

// frozen fails unless a program is the same after it was written and read: with all that it is made of, with what may
// point where, and with the way back to what was before.
func frozen(t *testing.T, opt Options) {
	t.Helper()
	questions, err := opt.questions()
	if err != nil {
		t.Fatal(err)
	}
	opt.share(questions)
	if opt, err = opt.withEnvironment(); err != nil {
		t.Fatal(err)
	}
	for _, q := range questions {
		p, err := prepare(opt, q)
		if err != nil {
			t.Fatal(err)
		}
		p.body()
		c, err := codec()
		if err != nil {
			t.Fatal(err)
		}
		text, err := c.Write(p.snapshot(), q.known()...)
		if err != nil {
			t.Fatalf("%v: %v", opt.Files, err)
		}
		var s snapshot
		if err := c.Read(text, &s, q.known()...); err != nil {
			t.Fatalf("%v: %v", opt.Files, err)
		}
		if err := freezetest.Same(p, opt.thaw(&s)); err != nil {
			t.Fatalf("%v: %v", opt.Files, err)
		}
		if again := opt.thaw(&s); again.Rule != nil && again.Rule.Rule != q.rule {
			t.Error("the rule is another one")
		}
	}
}

// TestSnapshots writes and reads random programs, and rules' examples with their environments.
func TestSnapshots(t *testing.T) {
	for seed := range uint64(30) {
		text := cgen.Generate(seed, cgen.Options{Funcs: 3, Structs: true, Arrays: seed%2 == 0, Pointers: seed%3 > 0, Types: true, Recursion: seed%4 == 0, Nondet: true, Errors: true})
		for _, e := range []Encoding{Small, Large} {
			frozen(t, Options{Files: []string{"t.c"}, texts: map[string][]byte{"t.c": []byte(text)}, Property: "reach", Encoding: e, Inline: InlineAuto, Logical: seed == 9})
		}
	}
	frozen(t, Options{Files: []string{"../../examples/demo/driver.c"}, Rules: []string{"../../examples/demo/lock.slic"}, Entry: "dispatch", Encoding: Large, Inline: InlineAuto})
	frozen(t, Options{Files: []string{"../../examples/demo/driver.c"}, Rules: []string{"../../examples/demo/lock.slic"}, Entry: "dispatch", Encoding: Small, NoPropagation: true, NoSlice: true})
}

// TestSnapshotsOfSuites does so with the benchmark suites.
func TestSnapshotsOfSuites(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(need.Suites(t), "*", "*.c"))
	if err != nil {
		t.Fatal(err)
	}
	spec := filepath.Join(need.Suites(t), "properties", "unreach-label.prp")
	for i, file := range files {
		if testing.Short() || i%snapshotStep != 0 {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		opt := Options{Files: []string{file}, Model: "ILP32", Encoding: Large, Inline: InlineAuto, Property: "reach"}
		if strings.Contains(string(text), "ERROR") {
			opt.Property, opt.Spec = "", spec
		}
		t.Log(file)
		frozen(t, opt)
	}
}
