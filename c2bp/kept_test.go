package c2bp

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hardbop/boolprog"
	"hardbop/internal/cil"
	"hardbop/internal/enc"
	"hardbop/internal/need"
	"hardbop/internal/pred"
)

// TestKept keeps abstractions of generated programs, reads the programs and predicates again, and
// restores the abstractions for them: without a prover they are the same.
func TestKept(t *testing.T) {
	backend := need.Backend(t)
	fragments, others := 0, 0
	for seed := *oracleFirst; seed < *oracleFirst+2*uint64(*oraclePrograms); seed++ {
		s, again := oracleSubject(t, seed), oracleSubject(t, seed)
		if seed%2 == 0 {
			s.opt.States, s.opt.MaxQueries, s.opt.MaxRows = searchStates(t), 150, 32
			again.opt.States = func(*boolprog.Program) (Reach, bool) { panic("nothing is to be searched") }
		}
		r := rand.New(rand.NewPCG(seed, 19))
		set := randomPreds(r, s, 1+r.IntN(3))
		ab := New(s.in, s.opt, NewProver(backend, s.prog, enc.Options{}))
		abs := ab.Abstract(set)
		if abs == nil {
			continue
		}
		var origins []string
		for o := range abs.origins {
			origins = append(origins, o)
		}
		passed := passedIDs(abs, s.in, origins)
		tally := ab.Tally(set)
		kept := ab.Keep(set, abs)

		var text strings.Builder
		if err := pred.Write(&text, set); err != nil {
			t.Fatal(err)
		}
		set2, err := pred.Parse(again.prog, "", text.String())
		if err != nil {
			t.Fatal(err)
		}
		ab2 := New(again.in, again.opt, ignorant{})
		abs2 := ab2.Restore(set2, kept)
		if abs2 == nil {
			t.Fatalf("seed %d: nothing is restored\n%s\n%s", seed, predsText(set), abs.BP)
		}
		if !boolprog.Equal(abs.BP, abs2.BP) || abs.BP.String() != abs2.BP.String() {
			t.Errorf("seed %d: another Boolean program\n%s\n%s", seed, abs.BP, abs2.BP)
		}
		for o, org := range abs.origins {
			if got := abs2.origins[o]; got.node.ID != org.node.ID || got.node.Func.Name != org.node.Func.Name || got.kind != org.kind || got.k != org.k {
				t.Errorf("seed %d: origin %s is %v, want %v", seed, o, got, org)
			}
			if org.kind != through {
				continue
			}
			fragments++
			if got, want := queryText(abs2.block(o)), queryText(abs.block(o)); got != want {
				t.Errorf("seed %d: fragment %s:\n%s\nwant\n%s", seed, o, got, want)
			}
		}
		if len(abs2.origins) != len(abs.origins) || abs2.large() != abs.large() {
			t.Errorf("seed %d: %d origins, want %d", seed, len(abs2.origins), len(abs.origins))
		}
		if got := passedIDs(abs2, again.in, origins); !slices.Equal(got, passed) {
			t.Errorf("seed %d: runs pass %v, want %v", seed, got, passed)
		}
		if got := ab2.Tally(set2); got.Elements != tally.Elements || got.Expressions != tally.Expressions || !slices.Equal(got.Excluded, tally.Excluded) {
			t.Errorf("seed %d: %+v, want %+v", seed, got, tally)
		}
		if more := randomPreds(r, again, 2); set2.Clone().Add(more) {
			set2.Add(more)
			if ab2.Restore(set2, kept) == nil {
				others++
			}
		}
	}
	if fragments == 0 || others == 0 {
		t.Errorf("%d fragments, %d sets of predicates that are none of what was kept", fragments, others)
	}
}

// passedIDs lists the nodes that runs pass.
func passedIDs(abs *Abstraction, in Input, origins []string) []string {
	var all []string
	for n := range abs.Passed(in, origins) {
		all = append(all, fmt.Sprintf("%s:%d", n.Func.Name, n.ID))
	}
	slices.Sort(all)
	return all
}

func queryText(b *block) string {
	var all []string
	for _, ps := range slices.Concat(b.query.Src, b.query.Dst) {
		all = append(all, ps.Name)
	}
	for _, e := range b.query.Exprs() {
		all = append(all, cil.ExprString(e))
	}
	return fmt.Sprint(b.frag.From.ID, b.frag.To.ID, len(b.frag.Nodes), " ", strings.Join(all, "; "))
}

// TestKeptOfOthers restores what is no abstraction of the program.
func TestKeptOfOthers(t *testing.T) {
	s := newSubject(t, "int g; int main(void) { g = 1; if (g) g = 2; return g; }", false)
	ab := New(s.in, s.opt, ignorant{})
	set, err := pred.Parse(s.prog, "", "hardbop-predicates 1\nglobal { g == 1 }\n")
	if err != nil {
		t.Fatal(err)
	}
	good := ab.Keep(set, ab.Abstract(set))
	if ab.Restore(set, good) == nil {
		t.Fatal("the program's own isn't restored")
	}
	covering := good
	covering.Covers = map[string][]int{"main:1": {10000}}
	for _, k := range []Kept{
		{}, {Program: "nonsense"}, {Program: strings.Replace(good.Program, "{g == 1}", "{g == 3}", -1)},
		{Program: strings.Replace(good.Program, "main:1", "other:1", -1)}, {Program: strings.Replace(good.Program, "main:1", "main:1000", -1)},
		{Program: strings.Replace(good.Program, "main()", "other()", 1)}, covering,
	} {
		if k.Program == good.Program && k.Covers == nil {
			t.Fatalf("no change in %s", good.Program)
		}
		if ab.Restore(set, k) != nil {
			t.Errorf("restored: %+v", k)
		}
	}
}
