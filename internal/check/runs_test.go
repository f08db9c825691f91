package check

import (
	"context"
	"testing"

	"hardbop/internal/cegar"
	"hardbop/internal/cfront"
	"hardbop/internal/cil"
	"hardbop/internal/effects"
	"hardbop/internal/enc"
	"hardbop/internal/mutant"
	"hardbop/internal/need"
	"hardbop/internal/path"
	"hardbop/internal/pointsto"
	"hardbop/newton"
)

// runCases are programs whose one path to bad takes all conditions, with what the
// bit-precise check says of it.
var runCases = []struct {
	name, text string
	found      bool // whether a run with placed pointers is found
	want       enc.Outcome
}{
	{"zeroed", `unsigned long n = nondet(); int *p = calloc(n, 4); if (p) if (n > 3) if (p[3] == 0) bad();`, true, enc.PathFeasible},
	{"zeroed_and_read", `unsigned long n = nondet(); int *p = calloc(n, 4); if (p) if (n > 3) if (p[3] == 1) bad();`, false, enc.PathUnknown},
	{"zeroed_large", `unsigned long n = nondet(); char *p = calloc(n, 1); if (p) if (n > 5000) bad();`, false, enc.PathUnknown},
	{"many_pointers", `struct many m; fill(&m); if (m.p[1700]->v == 5) { m.p[1800]->v = 6; if (m.p[1900]->next->v == 7) if (m.p[1700]->v == 5) bad(); }`, true, enc.PathFeasible},
	{"written_twice", `int a[4], i = nondet(), x; a[2] = 1; x = a[i]; a[2] = 2; x = a[i]; if (i >= 0) if (i < 4) if (a[2] == 2) bad();`, true, enc.PathFeasible},
	{"written_between", `int a[4], i = nondet(); a[2] = 1; a[i] = 2; if (i >= 0) if (i < 4) if (a[2] == 2) bad();`, true, enc.PathFeasible},
	{"nothing", `int x = nondet(); if (x > 3) if (x < 4) bad();`, false, enc.PathInfeasible},
}

const runHead = `void bad(void); int nondet(void); void *calloc(unsigned long, unsigned long);
struct node { struct node *next; int v; }; struct many { struct node *p[2000]; }; void fill(struct many *);
int main(void) { `

// wayToBad is the path of the program with this body to bad.
func wayToBad(t *testing.T, body string) (*cil.Program, *path.Path) {
	t.Helper()
	prog, err := cfront.Load([]cfront.File{{Name: "t.c", Text: []byte(runHead + body + " return 0; }\n")}}, cfront.Config{})
	if err != nil {
		t.Fatal(err)
	}
	p := &path.Path{}
	if !follow(prog.FuncNamed("main"), p) {
		t.Fatal("no path")
	}
	return prog, p
}

// TestRuns looks for runs along paths, with little effort, and rechecks the paths.
func TestRuns(t *testing.T) {
	b := need.Backend(t)
	for _, c := range runCases {
		t.Run(c.name, func(t *testing.T) {
			prog, p := wayToBad(t, c.text)
			opt := enc.RecheckOptions{PathOptions: enc.PathOptions{Extern: enc.ExternOneLevel, AllocFails: true}, Limit: 200_000, Script: true}
			v := enc.FindRun(context.Background(), b, prog, p, opt)
			if found := v != nil; found != c.found {
				t.Fatalf("a run was found: %v", found)
			}
			if v != nil && (v.Outcome != enc.PathFeasible || v.Undefined != nil || v.Script == nil) {
				t.Errorf("%+v", v)
			}
			opt.Limit = 0
			if v := enc.Recheck(context.Background(), b, prog, p, opt); v.Outcome != c.want {
				t.Errorf("%s %s, want %s", v.Outcome, v.Reason, c.want)
			}
		})
	}
}

func slicer(prog *cil.Program) *newton.Slicer {
	return newton.NewSlicer(effects.New(pointsto.Analyze(prog, prog.FuncNamed("main")), enc.ExternOneLevel))
}

// TestAnalystKeepsRuns has the analyst find a run while it explains a path: it is the
// answer of that path's check, and not of another one's.
func TestAnalystKeepsRuns(t *testing.T) {
	prog, p := wayToBad(t, `int x = nondet(); if (x > 3) if (x < 5) bad();`)
	a := &analyst{ctx: context.Background(), prog: prog, loops: map[string][]int{}, script: true,
		env: newton.Env{Backend: need.Backend(t), Slicer: slicer(prog)}}
	if got := a.Analyse(p, 0); got.Kind != cegar.Feasible || a.found == nil {
		t.Fatalf("%+v, kept %v", got, a.found)
	}
	if got := a.Recheck(p); got.Kind != cegar.Feasible || got.Script != a.found.run.Script {
		t.Errorf("%+v: not the run that was found", got)
	}
	a.prog, p = wayToBad(t, `int x = nondet(); if (x > 3) if (x < 4) bad();`)
	a.env.Slicer = slicer(a.prog)
	if got := a.Recheck(p); got.Kind != cegar.Infeasible {
		t.Errorf("%+v: another path's run", got)
	}
}

// TestRunMutants plants faults in the search for runs.
func TestRunMutants(t *testing.T) {
	mutant.Kill(t, []mutant.Fault{
		{Name: "a guessed size is no restriction", File: "../enc/calls.go", Tests: "TestRuns/zeroed_large$",
			Old: "r.note(&r.out.Partial, \"zeroed allocation of unknown size\")", New: ""},
		{Name: "a zeroed allocation of unknown size isn't zero", File: "../enc/calls.go", Tests: "TestRuns/zeroed_and_read$",
			Old: "r.mem.fillZero(o, n)", New: "_ = n"},
		{Name: "few pointers are placed", File: "../enc/placed.go", Tests: "TestRuns/many_pointers$",
			Old: "maxPlaced = 10_000", New: "maxPlaced = 1000"},
		{Name: "a read sees the first write", File: "../enc/heap.go", Tests: "TestRuns/written_twice$",
			Old: "e := a.sp.log[\"\"][at]", New: "e := a.sp.log[\"\"][a.sp.fixed[addr][0]]"},
		{Name: "a read at a constant address sees no write at another one", File: "../enc/heap.go", Tests: "TestRuns/written_between$",
			Old: "case at > open:", New: "case at >= 0:"},
		{Name: "a run is that of any path", File: "analyst.go", Tests: "TestAnalystKeepsRuns",
			Old: "a.found != nil && a.found.path == p", New: "a.found != nil"},
	})
}
