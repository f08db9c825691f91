//go:build soak

package bebop_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// mutant is a planted fault: text of a file that is replaced.
type mutant struct{ name, file, old, new string }

// mutants lists faults, among them those that other checkers are known for.
var mutants = []mutant{
	{"a parallel assignment reads what it writes", "compile.go", "c.s.m.Ite(c.s.is(t.v, k), t.t, t.f)", "c.s.m.Ite(c.s.is(t.v, curCopy), t.t, t.f)"},
	{"schoose of both is false", "compile.go", "return value{m.Or(p.t, n.f), p.f}", "return value{m.And(m.Or(p.t, n.f), n.f), m.Or(p.f, n.t)}"},
	{"enforce is ignored where blocks begin", "reach.go", "r.m.Diff(r.m.And(d, r.enforcedAt(b)), r.seen[b.id])", "r.m.Diff(d, r.seen[b.id])"},
	{"enforce is ignored inside blocks", "step.go", "return x.m.And(d, st.inv)\n}\n\n// preimage", "return d\n}\n\n// preimage"},
	{"primed variables that aren't written are arbitrary", "step.go", "st.rel = x.m.And(st.rel, c.eval(n.Cond).t)", "st.rel = x.m.And(st.rel, x.m.Exist(c.eval(n.Cond).t, x.cube(distinct(c.q.locals), curCopy)))"},
	{"other variables of a group change", "compile.go", "is := c.s.is(e.vars[code], curCopy)\n\t\t\tv = value{is, m.Not(is)}", "v = free()"},
	{"locals start as false", "engine.go", "start = x.m.And(start, x.space.valid(e, curCopy))", "start = x.m.Diff(start, x.m.Var(e.bits[0][curCopy]))"},
	{"what callees write isn't written", "modref.go", "first.mod.join(procs[q].mod)", "_ = q"},
	{"new states at a call don't use the known summary", "reach.go", "behind = r.leave(s, d, r.runs[s.callee.id])", "behind = bdd.False"},
	{"a new summary doesn't reach old calls", "reach.go", "behind = r.m.Or(behind, r.leave(s, r.seen[b.id], fresh))", "_ = fresh"},
	{"formals that are written keep no entry value", "levels.go", "e.formal && q.called && q.written[e]", "e.formal && q.called && false"},
	{"only the last result is assigned", "call.go", "targets = append(targets, target{c.q.variable", "targets = append(targets[:0], target{c.q.variable"},
	{"a call costs nothing", "layers.go", "l.post(here.dist+1+r.length, succ, d)", "l.post(here.dist+r.length, succ, d)"},
	{"an entry is explored from the start", "layers.go", "l.post(dist, q.blocks[0].id, l.m.And(d, q.start))", "l.post(0, q.blocks[0].id, l.m.And(d, q.start))"},
	{"values of globals are not handed down", "trace.go", "s.Values.Set(k, open[len(open)-1].Get(k))", "_ = k"},
	{"an assert cuts off nothing", "step.go", "st.rel = v.t", "_ = v.t"},
	{"dead is skip", "step.go", "case boolprog.NodeAssign, boolprog.NodeDead:", "case boolprog.NodeAssign:"},
}

// TestMutants plants each fault and expects the other tests to fail.
func TestMutants(t *testing.T) {
	for _, m := range mutants {
		t.Run(m.name, func(t *testing.T) { tryMutant(t, m) })
	}
}

func tryMutant(t *testing.T, m mutant) {
	src, err := os.ReadFile(m.file)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(src), m.old); n != 1 {
		t.Fatalf("%s: %q is there %d times", m.file, m.old, n)
	}
	dir := t.TempDir()
	mutated := filepath.Join(dir, m.file)
	if err := os.WriteFile(mutated, []byte(strings.Replace(string(src), m.old, m.new, 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	here, err := filepath.Abs(m.file)
	if err != nil {
		t.Fatal(err)
	}
	overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{here: mutated}})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(file, overlay, 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("go", "test", "-count=1", "-timeout=2m", "-overlay", file, ".").CombinedOutput()
	switch {
	case err == nil:
		t.Errorf("no test fails:\n%s", out)
	case strings.Contains(string(out), "[build failed]"):
		t.Errorf("the mutant doesn't build:\n%s", out)
	}
}
