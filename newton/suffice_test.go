package newton

import (
	"context"
	"math/big"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"hardbop/internal/cil"
	"hardbop/internal/cil/interp"
	"hardbop/internal/effects"
	"hardbop/internal/enc"
	"hardbop/internal/path"
	"hardbop/internal/pointsto"
	"hardbop/internal/pointsto/alias"
	"hardbop/internal/suffice"
)

// TestSlicesSuffice has slices of the feasible paths of generated programs proved to suffice, and
// parts of them, some of which don't. What is said to suffice is tried out: runs with anything in
// the place of the steps that were left out get to the end.
func TestSlicesSuffice(t *testing.T) {
	env := testEnv(t)
	proved, gaps, fewer := 0, 0, 0
	one := func(rt *rapid.T) {
		g := &generator{t: rt}
		text := g.program()
		prog := miniProgram(t, text)
		startAtZero(prog)
		dropNested(prog.FuncNamed("main"))
		p := walk(rt, prog)
		v := enc.Recheck(context.Background(), env.Backend, prog, p, enc.RecheckOptions{Script: true})
		if v.Outcome != enc.PathFeasible {
			return
		}
		pts := pointsto.Analyze(prog, prog.FuncNamed("main"))
		q := suffice.Question{Prog: prog, Path: p, Script: v.Script, Where: alias.New(pts), Callees: pts.Callees}
		q.Keep = NewSlicer(effects.New(pts, enc.ExternNothing)).Slice(p)
		if gap := suffice.Check(q); gap != nil {
			rt.Fatalf("the slice %v isn't proved: %v\n%s", q.Keep, gap, text)
		}
		proved++
		q.Keep = thinned(rt, p, q.Keep)
		if suffice.Check(q) != nil {
			gaps++
			return
		}
		fewer++
		for seed := range uint64(20) {
			if !arrives(q, v, rand.New(rand.NewPCG(seed, 1))) {
				rt.Fatalf("%v is said to suffice, but a run doesn't get to the end\n%s", q.Keep, text)
			}
		}
	}
	for try := 0; try < 5 && (proved == 0 || gaps == 0 || fewer == 0); try++ { // a part with a gap is rare
		rapid.Check(t, one)
	}
	t.Logf("%d slices proved; of their parts, %d with a gap and %d that suffice", proved, gaps, fewer)
	if proved == 0 || gaps == 0 || fewer == 0 {
		t.Error("something didn't occur")
	}
}

// thinned leaves some of the statements out.
func thinned(rt *rapid.T, p *path.Path, keep []bool) []bool {
	out := append([]bool{}, keep...)
	for range rapid.IntRange(0, 2).Draw(rt, "fewer") {
		i := rapid.IntRange(0, len(out)-1).Draw(rt, "left out")
		switch p.Steps[i].Node.Instr.(type) {
		case *cil.Assign, *cil.Assume, *cil.Branch, *cil.Havoc:
			out[i] = false
		}
	}
	return out
}

// arrives runs the program with the model's values for the inputs that are kept, and others in the
// place of what isn't: assignments give arbitrary values, branches go either way. It reports whether
// the run gets to the label. A run that is stopped does too: by an assumption that isn't kept, or
// because a pointer was given an arbitrary value.
func arrives(q suffice.Question, v *enc.Verdict, rnd *rand.Rand) bool {
	kept, seen, was := map[*cil.Node]bool{}, map[*cil.Node]bool{}, map[*cil.Node]cil.Instr{}
	for i, s := range q.Path.Steps {
		n := s.Node
		if seen[n] && kept[n] != q.Keep[i] {
			return true // one statement, two answers
		}
		kept[n], seen[n] = q.Keep[i], true
	}
	for n := range seen {
		was[n] = n.Instr
		if !kept[n] {
			n.Instr = instead(n.Instr, rnd)
		}
	}
	found := false
	stop := interp.Run(q.Prog, q.Prog.FuncNamed("main"), interp.Config{
		Steps: 1000,
		Hook:  func(_ *interp.State, n *cil.Node) { found = found || len(n.Labels) > 0 },
		Havoc: func(n *cil.Node, _ cil.Type) *big.Int {
			if val := inputAt(q.Path, v, n); kept[n] && val != nil {
				return val
			}
			return big.NewInt(rnd.Int64N(9) - 4)
		},
	})
	for n, in := range was {
		n.Instr = in
	}
	return found || stop.Kind == interp.UB || stop.Kind == interp.Blocked && !kept[stop.Node]
}

// instead is something that may stand in the place of in.
func instead(in cil.Instr, rnd *rand.Rand) cil.Instr {
	switch in := in.(type) {
	case *cil.Assign:
		return &cil.Havoc{L: in.L}
	case *cil.Assume:
		return &cil.Skip{}
	case *cil.Branch:
		return &cil.Branch{E: cil.IntConst(intType, rnd.Int64N(2))}
	}
	return in
}

// inputAt is the model's value for the input at n.
func inputAt(p *path.Path, v *enc.Verdict, n *cil.Node) *big.Int {
	for _, x := range v.Inputs {
		if x.Step >= 0 && p.Steps[x.Step].Node == n {
			return x.Val
		}
	}
	return nil
}
