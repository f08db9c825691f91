package check

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hardbop/internal/cache"
	"hardbop/internal/mutant"
	"hardbop/internal/need"
	"hardbop/internal/obs"
	"hardbop/internal/result"
	"hardbop/internal/smt"
	"hardbop/internal/smt/z3"
	"hardbop/internal/source"
)

// TestKeptResults checks programs three times with one cache, and three times with another one of which no programs
// are taken: the results are the same, with all that they say.
func TestKeptResults(t *testing.T) {
	lib, dir := need.Z3(t), t.TempDir()
	list := []Options{
		{Files: []string{"../../examples/demo/driver.c"}, Rules: []string{"../../examples/demo/lock.slic"}, Entry: "dispatch"},
		{Files: []string{"../../examples/demo/driver_bug.c"}, Rules: []string{"../../examples/demo/lock.slic"}, Entry: "dispatch", Evidence: true},
		{Files: []string{"../../examples/demo/driver_bug.c"}, Rules: []string{"../../examples/demo/lock.slic"}, Entry: "dispatch", Minimize: Greedy, MaxSub: 100, MaxElm: 100, Encoding: Small},
		{Files: []string{"../../examples/demo/driver.c"}, Rules: []string{"../../examples/demo/lock.slic", "wdm/AddDevice"}, Entry: "dispatch", Strict: true},
	}
	for seed, text := range []string{newMaze(3).text.String(), ordered, strings.Replace(ordered, "x + 2 < y", "x < z", 1), "int f(void) { return 1; } int main(void) { return f(); }"} {
		name := filepath.Join(dir, string(rune('a'+seed))+".c")
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		list = append(list, Options{Files: []string{name}, Property: "reach", Defects: 2})
	}
	for i, opt := range list {
		if opt.Encoding == "" {
			opt.Encoding = Auto
		}
		opt.Inline, opt.Replay = InlineAuto, ReplayOff
		var got [2][3]string
		for k := range got {
			kept, err := cache.Open(filepath.Join(dir, string(rune('0'+2*i+k))), 1<<30, "test")
			if err != nil {
				t.Fatal(err)
			}
			for run := range got[k] {
				opt.Cache, opt.readFile = kept, []func(string) ([]byte, error){nil, source.ReadRegular}[k]
				got[k][run] = resultsOf(t, opt, lib.Opener(z3.Options{}))
			}
		}
		if got[0] != got[1] {
			t.Errorf("%v: with programs kept\n%s\nand without\n%s", opt.Files, got[0], got[1])
		}
	}
}

// resultsOf are the results as JSON, with what is told on the way.
func resultsOf(t *testing.T, opt Options, open smt.Opener) string {
	t.Helper()
	var all strings.Builder
	enc := json.NewEncoder(&all)
	put := func(v any) {
		if err := enc.Encode(v); err != nil {
			t.Fatal(err)
		}
	}
	opt.Inputs, opt.Told = &Inputs{}, func(p *result.Provenance) { put(p) }
	opt.Round = func(r result.Round) { put(r) }
	if err := Run(context.Background(), opt, open, obs.NewEnv(nil, nil), func(r *result.Result, st Stats) { put(r); put(st) }); err != nil {
		t.Fatal(err)
	}
	put(opt.Inputs.List())
	return all.String()
}

// TestSnapshotMutants plants faults in what a kept program is called by and counts for.
func TestSnapshotMutants(t *testing.T) {
	mutant.Kill(t, []mutant.Fault{
		{Name: "what files hold doesn't count", File: "reads.go", Tests: "TestKeptPrograms", Old: "if now != sum {", New: "if (now == \"\") != (sum == \"\") {"},
		{Name: "what was looked for in vain doesn't count", File: "reads.go", Tests: "TestKeptPrograms", Old: "	rs.files[name] = sum\n", New: "	if err == nil {\n\t\trs.files[name] = sum\n\t}\n"},
		{Name: "folders that are there have nothing new", File: "reads.go", Tests: "TestKeptPrograms", Old: "gone = errors.Is(err, fs.ErrNotExist)", New: "gone = true || errors.Is(err, fs.ErrNotExist)"},
		{Name: "what is gone is gone for ever", File: "reads.go", Tests: "TestKeptPrograms", Old: "now = sumNow(name, buffer)", New: "if now = sum; sum != \"\" {\n\t\t\t\t\tnow = sumNow(name, buffer)\n\t\t\t\t}"},
		{Name: "what is gone doesn't count", File: "reads.go", Tests: "TestKeptPrograms", Old: "if now != sum {", New: "if now != sum && now != \"\" {"},
		{Name: "what the front end reads isn't noted", File: "sources.go", Tests: "TestKeptPrograms", Old: "read := opt.reader(); read != nil", New: "read := opt.readFile; read != nil"},
		{Name: "models aren't noted", File: "environment.go", Tests: "TestKeptPrograms", Old: "opt.trees, opt.reader()", New: "opt.trees, opt.readFile"},
		{Name: "files aren't told", File: "reads.go", Tests: "TestKeptPrograms", Old: "opt.Inputs.enter(in)", New: ""},
		{Name: "options don't count", File: "snapshot.go", Tests: "TestKeptPrograms", Old: "digest.Of(append(more, b, around", New: "digest.Of(append(more, around"},
		{Name: "environments don't count", File: "snapshot.go", Tests: "TestKeptEnvironments", Old: "digest.Of(append(more, b, around", New: "digest.Of(append(more, b, len(around) > 99"},
		{Name: "texts don't count", File: "snapshot.go", Tests: "TestKeptPrograms|TestAsked", Old: "budget{}, false, opt.texts", New: "budget{}, false, nil"},
		{Name: "the time doesn't count", File: "reads.go", Tests: "TestKeptNot", Old: "!known && timely(text)", New: "false"},
		{Name: "changes meanwhile don't count", File: "reads.go", Tests: "TestKeptNot", Old: "known && former != sum", New: "known && former != sum && false"},
		{Name: "what is certified comes from the cache", File: "reads.go", Tests: "TestKeptNot", Old: "opt.certifies() || opt.readFile", New: "opt.readFile"},
		{Name: "the program's digest is lost", File: "snapshot.go", Tests: "TestSnapshots$", Old: "sum: &s.Sum", New: "sum: &digest.Sum{}"},
		{Name: "the way back is lost", File: "snapshot.go", Tests: "TestSnapshots$", Old: "inlined: s.Inlined, ", New: ""},
		{Name: "nothing has to be reached", File: "snapshot.go", Tests: "TestSnapshots$|TestKeptResults", Old: "	p.targets(nil)\n", New: ""},
	})
}
