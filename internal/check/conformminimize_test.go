package check

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"hardbop/internal/cil"
	"hardbop/internal/lts"
	"hardbop/internal/magic"
	"hardbop/internal/need"
	"hardbop/internal/path"
	"hardbop/internal/result"
	"hardbop/internal/simulation"
)

// preparedText prepares f of a program for its specification, as it is compared.
func preparedText(t *testing.T, text, spec string) *figures {
	t.Helper()
	specs, err := magic.NewSpecs([]*lts.File{parsedSpec(t, spec)})
	if err != nil {
		t.Fatal(err)
	}
	opt := Options{Files: []string{files(t, map[string]string{"t.c": text})["t.c"]}, Entry: "f"}
	x := &figures{r: run{context.Background(), opt, &question{name: "text", mark: noProperty}, backends{need.Backend(t)}, nil, nil, nil}, c: Conformity{Specs: specs, Procs: []string{"f"}, MaxPreds: 10}}
	x.p, x.w, err = x.r.conformed(x.c, comparison{"f", specs.Of("f"), 0})
	if err != nil {
		t.Fatal(err)
	}
	x.p.left(x.w)
	return x
}

// of is the model of some branches.
func (x *figures) of(branches []*cil.Node) *magic.Model {
	set := magic.Set{}.Clone()
	for _, n := range branches {
		set.Branches[n] = true
	}
	return magic.NewModel(x.p.Prog, x.p.Harness.Func, x.w, x.p.origins(), set, x.p.magicEnv(x.r, x.c))
}

// walk is a random path through the function, to where it returns or does something else.
func (x *figures) walk(r *rand.Rand) *path.Path {
	p := &path.Path{}
	for n := x.p.Harness.Func.Entry; len(p.Steps) < 60; {
		k := 0
		if len(n.Succs) > 1 {
			k = r.Intn(2)
		}
		p.Steps = append(p.Steps, path.Step{Node: n, Taken: k})
		if in, ok := n.Instr.(*cil.Skip); ok && strings.HasPrefix(in.Text, "return") {
			return p
		}
		n = n.Succs[k]
	}
	for x.idle(p.Steps[len(p.Steps)-1].Node) {
		p.Steps = p.Steps[:len(p.Steps)-1]
	}
	return p
}

// follows reports whether a model that was built has a run along a path: its states come at
// their points of the path, in order, and what is between them does nothing.
func (x *figures) follows(m *magic.Model, p *path.Path) bool {
	var from func(state, at int) bool
	seen := map[[2]int]bool{}
	from = func(state, at int) bool {
		key := [2]int{state, at}
		if seen[key] {
			return false
		}
		seen[key] = true
		if at >= len(p.Steps)-1 {
			return true
		}
		for _, e := range m.System.Edges[state] {
			to := m.States[e.To].Node
			next := at + 1
			for next < len(p.Steps) && p.Steps[next].Node != to && x.idle(p.Steps[next].Node) {
				next++
			}
			if next < len(p.Steps) && p.Steps[next].Node == to && from(e.To, next) {
				return true
			}
		}
		return false
	}
	for _, e := range m.System.Edges[m.System.Init] {
		if from(e.To, 0) {
			return true
		}
	}
	return false
}

// idle reports whether nothing happens at n.
func (x *figures) idle(n *cil.Node) bool {
	_, skip := n.Instr.(*cil.Skip)
	_, action := x.w.Labels[x.p.origins().Node(n)]
	return skip && !action
}

// TestTraceEliminate compares, for random paths and sets of branches, whether a path is ruled
// out with whether the whole model has a run along it.
func TestTraceEliminate(t *testing.T) {
	need.Z3(t)
	var out, in int
	for seed := range int64(conformSeeds) {
		r := rand.New(rand.NewSource(seed + 700))
		text, _ := made(r)
		x := preparedText(t, text, "S0 = ( a -> S0 | b -> S0 | q -> S0 | return {} -> STOP ).\n"+assumed)
		all := x.of(nil).Candidates()
		for range 3 {
			some := slices.DeleteFunc(slices.Clone(all), func(*cil.Node) bool { return r.Intn(3) == 0 })
			m := x.of(some)
			p := x.walk(r)
			ruled := m.Eliminates(p)
			if m.Build(); m.Full || m.Cut {
				continue
			}
			if has := x.follows(m, p); has == ruled {
				t.Fatalf("seed %d: with %d branches the path is ruled out is %v, but that the model has it is %v\n%s\n%s", seed, len(some), ruled, has, text, showPath(p))
			}
			if ruled {
				out++
			} else {
				in++
			}
		}
	}
	if t.Logf("%d paths are ruled out, %d not", out, in); out < conformSeeds/2 || in < conformSeeds/2 {
		t.Error("the paths are one-sided")
	}
}

func showPath(p *path.Path) string {
	var b strings.Builder
	for _, s := range p.Steps {
		fmt.Fprintf(&b, "%d %s [%d]\n", s.Node.ID, cil.InstrString(s.Node.Instr), s.Taken)
	}
	return b.String()
}

// TestFewBranches compares what is chosen with the smallest of all sets of branches that prove
// it.
func TestFewBranches(t *testing.T) {
	need.Z3(t)
	var proved, least, greedy int
	for seed := range int64(conformSeeds) {
		r := rand.New(rand.NewSource(seed + 1300))
		text, ops := made(r)
		det, _ := simulation.Determinise(explicit(ops), 40)
		if det == nil {
			continue
		}
		spec, _ := specified(det, -1)
		spec += assumed
		x := preparedText(t, text, spec)
		all := x.of(nil).Candidates()
		if len(all) > 5 {
			continue
		}
		few, ok := x.fewest(all)
		best, s := conformBy(t, text, spec, Optimal)
		if !ok || best.Verdict != result.Conforms || best.Conformance.Relation != "simulation" {
			continue
		}
		other, o := conformBy(t, text, spec, Greedy)
		proved++
		if s.Chosen < few || other.Verdict == result.Conforms && o.Chosen < few {
			t.Fatalf("seed %d: chosen are %d and %d, but with fewer than %d branches there is no proof\n%s\n%s", seed, s.Chosen, o.Chosen, few, text, spec)
		}
		if s.Chosen == few {
			least++
		} else {
			t.Logf("seed %d: %d %v instead of %d, after %d iterations\n%s", seed, s.Chosen, best.Predicates, few, best.Iterations, text)
		}
		if o.Chosen == few {
			greedy++
		}
	}
	if t.Logf("%d are proved, %d and by greed %d of them with as few as there are", proved, least, greedy); least*20 < proved*19 || proved < conformSeeds/10 {
		t.Error("too few")
	}
}

// fewest is the size of the smallest set of branches with which the specification simulates the
// model; false if there is none.
func (x *figures) fewest(all []*cil.Node) (int, bool) {
	spec := simulation.Saturate(x.w.Specification())
	for size := range len(all) + 1 {
		for set := range 1 << len(all) {
			if bits.OnesCount(uint(set)) != size {
				continue
			}
			m := x.of(slices.DeleteFunc(slices.Clone(all), func(n *cil.Node) bool { return set>>slices.Index(all, n)&1 == 0 }))
			m.Build()
			if !m.Full && simulation.Check(m.System, spec).Holds {
				return size, true
			}
		}
	}
	return 0, false
}
