package check

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"hardbop/internal/obs"
	"hardbop/internal/result"
	"hardbop/internal/smt/z3"
)

// TestProvenance follows what results say of their files through changes of these.
func TestProvenance(t *testing.T) {
	lib, err := z3.Open()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := func(name, text string) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return file
	}
	write("h.h", "#define N 1\n")
	write("unused.h", "")
	src := write("a.c", "#include \"h.h\"\nvoid f(void);\nint main(void) { if (N) f(); return 0; }\n")
	rule := write("r.slic", "state { int n = 0; }\nf.call { n = n + 1; if (n > 1) abort \"twice\"; }\n")
	other := write("q.slic", "state { int n = 0; }\nf.call { n = n + 1; if (n > 2) abort \"thrice\"; }\n")
	ask := func() []*result.Provenance {
		var list []*result.Provenance
		opt := Options{Files: []string{src}, Rules: []string{rule, other}, MaxIterations: 10, Tool: "tool 1", Given: []string{"--x=1"},
			Solver: func() string { return "solver 2" }, Inputs: &Inputs{}, Replay: ReplayOff}
		err := Run(context.Background(), opt, lib.Opener(z3.Options{}), obs.NewEnv(nil, nil), func(r *result.Result, _ Stats) { list = append(list, r.Provenance) })
		if err != nil || len(list) != 2 {
			t.Fatalf("%d answers (%v)", len(list), err)
		}
		return list
	}
	first := ask()
	p := first[0]
	if p.Tool != "tool 1" || p.Solver != "solver 2" || !reflect.DeepEqual(p.Options, []string{"--x=1"}) {
		t.Errorf("it comes from %+v", p)
	}
	if len(p.Inputs) != 2 || p.Inputs[0].File != src || p.Inputs[1].File != rule || p.Included == nil || p.Included.Files != 1 {
		t.Errorf("the files are %+v and %+v", p.Inputs, p.Included)
	}
	if !reflect.DeepEqual(ask(), first) {
		t.Error("a second time it comes from something else")
	}
	write("unused.h", "int x;")
	write("h.h", "#define N 2\n")
	second := ask()
	if !reflect.DeepEqual(second[0].Inputs, first[0].Inputs) || second[0].Included.SHA256 == first[0].Included.SHA256 {
		t.Error("the change of a header isn't seen, or elsewhere")
	}
	write("r.slic", "state { int n = 0; }\nf.call { n = n + 1; if (n > 3) abort \"twice\"; }\n")
	third := ask()
	if reflect.DeepEqual(third[0], second[0]) || !reflect.DeepEqual(third[1], second[1]) {
		t.Error("a change of a rule isn't seen in its own result, or in that of another rule")
	}
}
