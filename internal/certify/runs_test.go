package certify_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"hardbop/internal/certify"
	"hardbop/internal/certify/infer"
	"hardbop/internal/cfront"
	"hardbop/internal/cgen"
	"hardbop/internal/cil"
	"hardbop/internal/cil/interp"
	"hardbop/internal/enc"
	"hardbop/internal/entries"
	"hardbop/internal/need"
)

// TestRunsAreNotCertified runs a few generated programs; make soak runs more.
func TestRunsAreNotCertified(t *testing.T) { runsAreNotCertified(t, 0, 12) }

// runsAreNotCertified is notCertified for the programs of package cgen.
func runsAreNotCertified(t *testing.T, first, end uint64) {
	notCertified(t, first, end, 3_000_000, func(seed uint64) (string, []string) {
		return cgen.Generate(seed, cgen.Options{Funcs: 2, Stmts: 3, Pointers: seed%2 == 0, Structs: seed%3 == 0, Arrays: seed%5 == 0, Types: seed%7 == 0, Recursion: seed%4 == 0, Nondet: true}), nil
	})
}

// notCertified runs the programs of the seeds from first on, below end: that a node can't be
// reached, which a run passes, must not be certified, whatever conditions are tried. A program comes
// with conditions; if there are none, they are about globals.
func notCertified(t *testing.T, first, end uint64, limit uint, program func(seed uint64) (text string, conds []string)) {
	b := need.Backend(t)
	proved := 0
	for seed := first; seed < end; seed++ {
		text, conds := program(seed)
		prog, err := cfront.Load([]cfront.File{{Name: "t.c", Text: []byte(text)}}, cfront.Config{})
		if err != nil {
			t.Fatal(err)
		}
		h := entries.New(prog, prog.FuncNamed("main"), entries.Options{})
		r := rand.New(rand.NewPCG(seed, 17))
		passed := passedBy(prog, h.Func, r)
		for k, n := range []*cil.Node{passed[len(passed)-1], passed[r.IntN(len(passed))], passed[r.IntN(len(passed))], unreached(prog, passed)} {
			opt := certify.Options{Limit: limit, AllocFails: true, Semantics: enc.Options{Overflow: enc.Wrap}}
			sys, err := certify.New(prog, h.Func, []*cil.Node{n}, opt)
			if err != nil {
				continue
			}
			claims, err := findClaims(sys, guesses(sys, prog, conds, r), b)
			if err != nil || accepts(t, sys, b, certificate(sys, claims...)) != nil {
				continue
			}
			if proved++; k < 3 {
				t.Fatalf("seed %d: certified that node %d of %s, line %d, isn't reached\n%s", seed, n.ID, n.Func.Name, n.Pos.Line, text)
			}
		}
	}
	t.Logf("%d nodes that no run passed were proved unreachable", proved)
}

// passedBy lists the nodes that a run passes, each once, in order.
func passedBy(prog *cil.Program, entry *cil.Func, r *rand.Rand) []*cil.Node {
	seen := map[*cil.Node]bool{}
	var list []*cil.Node
	interp.Run(prog, entry, interp.Config{Steps: 20_000,
		Havoc: func(*cil.Node, cil.Type) *big.Int { return big.NewInt(r.Int64N(13) - 6) },
		Hook: func(_ *interp.State, n *cil.Node) {
			if !seen[n] {
				seen[n] = true
				list = append(list, n)
			}
		}})
	return list
}

// unreached is a node of a function that the run was in, which it didn't pass; one that it did if
// there is none.
func unreached(prog *cil.Program, passed []*cil.Node) *cil.Node {
	seen := map[*cil.Node]bool{}
	for _, n := range passed {
		seen[n] = true
	}
	for _, p := range passed {
		for _, n := range p.Func.Nodes {
			if !seen[n] {
				return n
			}
		}
	}
	return passed[0]
}

// guesses makes candidates of conditions; if there are none, of some about globals.
func guesses(sys *certify.System, prog *cil.Program, conds []string, r *rand.Rand) []infer.Candidate {
	var all []infer.Candidate
	for _, c := range conds {
		for _, p := range sys.Procedures() {
			all = append(all, infer.Candidate{Proc: p, Conds: []string{c, "!(" + c + ")"}})
		}
	}
	if len(conds) > 0 {
		return all
	}
	for _, v := range prog.Globals {
		if !cil.IsInteger(v.Type) || v.Kind != cil.Global || len(all) > 5 {
			continue
		}
		c := fmt.Sprintf("%s > %d", v.Name, r.IntN(7)-3)
		for _, p := range sys.Procedures() {
			all = append(all, infer.Candidate{Proc: p, Conds: []string{c, "!(" + c + ")"}})
		}
	}
	return all
}
