package c2bp

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"hardbop/bebop"
	"hardbop/boolprog"
	bpinterp "hardbop/boolprog/interp"
	"hardbop/internal/cil"
	"hardbop/internal/enc"
	"hardbop/internal/need"
	"hardbop/internal/pred"
)

// This file compares large blocks with the interpreter of C: the states of a run at the
// cutpoints must be a run of the Boolean program, and where a run goes must be reachable.

// searchStates is Options.States with bebop, as the refinement loop has it.
func searchStates(t *testing.T) func(*boolprog.Program) (Reach, bool) {
	return func(bp *boolprog.Program) (Reach, bool) {
		if err := boolprog.Check(bp, ""); err != nil {
			t.Fatalf("%v\n%s", err, bp)
		}
		r, err := bebop.Check(context.Background(), bp, bebop.Options{Invariants: true, MaxPaths: -1})
		if err != nil || r.Verdict == bebop.Unknown {
			t.Fatalf("%v: %v\n%s", r.Verdict, err, bp)
		}
		return Reach{Failed: r.Verdict == bebop.Unsafe, States: func(origin string) *boolprog.Expr {
			for p, g := range r.Graphs {
				for n := range g.Nodes {
					if st := g.Nodes[n].Stmt; st != nil && st.Origin == origin {
						e, err := r.Reachable(p, n)
						if err != nil {
							t.Fatal(err)
						}
						return e
					}
				}
			}
			return boolprog.Bool(false)
		}}, true
	}
}

// unknownStates is Options.States of a search that gives up.
func unknownStates(*boolprog.Program) (Reach, bool) { return Reach{}, false }

// TestBlocksAllowRuns replays runs of generated programs block by block, for sets of predicates
// that grow and change: what is known of a fragment is kept from one to the next.
func TestBlocksAllowRuns(t *testing.T) {
	first, second := need.Backend(t), need.Backend(t)
	steps, left := 0, 0
	for seed := *oracleFirst; seed < *oracleFirst+uint64(*oraclePrograms); seed++ {
		s := oracleSubject(t, seed)
		r := rand.New(rand.NewPCG(seed, 17))
		set := randomPreds(r, s, 1+r.IntN(2))
		s.opt.States, s.opt.MaxQueries, s.opt.MaxRows = searchStates(t), 150, 32
		if seed%3 == 0 { // whatever is hard, is allowed
			s.opt.States, s.opt.MaxQueries, s.opt.MaxRows = unknownStates, 0, 1+r.IntN(10)
		}
		ab := New(s.in, s.opt, NewProver(first, s.prog, enc.Options{}), NewProver(second, s.prog, enc.Options{}))
		for round := range 3 {
			abs := ab.Abstract(set)
			if abs == nil {
				left++
				break
			}
			for range 2 {
				n, err := replayBlocks(ab, abs, r)
				steps += n
				if err != nil {
					t.Fatalf("seed %d: %v\npredicates:\n%s\n%s\n%s", seed, err, predsText(set), s.text, abs.BP)
				}
			}
			more := randomPreds(r, s, 1+r.IntN(2))
			if round == 1 {
				set = &pred.Set{}
			}
			for _, g := range more.Ghosts {
				set.AddGhost(g)
			}
			for _, p := range more.Preds {
				set.AddPred(p)
			}
		}
	}
	t.Logf("%d steps of Boolean programs; %d took too many questions", steps, left)
}

// replayBlocks runs the program and replays the run in its Boolean program. It returns the
// number of steps.
func replayBlocks(ab *Abstracter, abs *Abstraction, r *rand.Rand) (int, error) {
	if err := boolprog.Check(abs.BP, ""); err != nil {
		return 0, err
	}
	w := &blockWalker{walker: newWalker(ab, abs), blocks: map[*activation]*progress{}, cuts: map[*cil.Node]bool{}}
	for _, o := range abs.origins {
		w.cuts[o.node] = true
	}
	w.run = record(ab.in.Prog, ab.in.Entry, r, w.values)
	path, err := w.walk()
	if err != nil || len(path) == 0 {
		return 0, err
	}
	if err := bpinterp.Replay(w.graphs, path); err != nil {
		return 0, fmt.Errorf("%w\n%s", err, w.show(path, err))
	}
	return len(path), nil
}

// blockWalker makes the path that a run stands for in a program of large blocks.
type blockWalker struct {
	*walker
	cuts   map[*cil.Node]bool // that say so: all that have statements
	blocks map[*activation]*progress
}

// progress is how far an activation is in a fragment.
type progress struct {
	from   *cil.Node // where the fragment begins; nil outside of fragments
	values map[string]bool
	behind bool // the values at the start are those of the next event
}

// walk makes the path of the run, as far as it goes from cutpoint to cutpoint.
func (w *blockWalker) walk() (boolprog.Path, error) {
	if len(w.run) == 0 {
		return nil, nil
	}
	w.enter(w.ab.in.Entry)
	for i := range len(w.run) - 1 {
		if len(w.stack) == 0 {
			break
		}
		if err := w.event(w.run[i], w.run[i+1]); err != nil {
			return nil, fmt.Errorf("event %d, node %d of %s: %w", i, w.run[i].node.ID, w.run[i].node.Func.Name, err)
		}
	}
	return w.path, nil
}

func (w *blockWalker) event(e, next event) error {
	a := w.top()
	if a.f != e.node.Func {
		return fmt.Errorf("the walk is in %s", a.f.Name)
	}
	g := w.graphs[a.proc]
	p := w.blocks[a]
	if p == nil {
		p = &progress{}
		w.blocks[a] = p
	}
	if p.behind {
		p.behind, p.values = false, e.values
	}
	if !w.cuts[e.node] {
		return nil
	}
	if p.from != nil {
		if err := w.through(a, g, p, e.node); err != nil {
			return err
		}
	}
	a.load(g, e.values)
	return w.own(a, g, p, e, next)
}

// through takes the fragment from where the activation is to the cutpoint to.
func (w *blockWalker) through(a *activation, g *boolprog.Graph, p *progress, to *cil.Node) error {
	a.load(g, p.values)
	w.emit(a)
	for _, s := range g.Nodes[a.at].Succs {
		if o, ok := w.origin(g, s); ok && o.kind == through && o.k == to.ID {
			a.at = s
			w.emit(a)
			a.at = g.Nodes[s].Succs[0]
			p.from = nil
			return nil
		}
	}
	return fmt.Errorf("no way from node %d, but a run goes it", p.from.ID)
}

// own takes the statements of a cutpoint.
func (w *blockWalker) own(a *activation, g *boolprog.Graph, p *progress, e, next event) error {
	for range len(g.Nodes) {
		o, ok := w.origin(g, a.at)
		switch {
		case w.chooses(g, a.at):
			p.from, p.values = e.node, e.values
			p.behind = w.ab.in.outside(e.node)
			return nil
		case !ok:
			w.emit(a)
			a.at = g.Nodes[a.at].Succs[0]
		case o.kind == enter:
			w.emit(a)
			w.enter(next.node.Func)
			return nil
		case e.node == a.f.Exit:
			return w.returns(a, g)
		default:
			w.emit(a)
			a.at = w.choose(g, a.at, e, next)
		}
	}
	return fmt.Errorf("the walk doesn't end")
}

// chooses reports whether a node is the choice between fragments.
func (w *blockWalker) chooses(g *boolprog.Graph, at int) bool {
	st := g.Nodes[at].Stmt
	return st != nil && strings.HasSuffix(st.Origin, choiceSuffix)
}

// returns leaves a procedure, and goes on to the choice behind its call.
func (w *blockWalker) returns(a *activation, g *boolprog.Graph) error {
	delete(w.blocks, a)
	if err := w.leave(a, g, func(g *boolprog.Graph, at int) bool { return !w.chooses(g, at) }); err != nil || len(w.stack) == 0 {
		return err
	}
	c := w.top()
	cg := w.graphs[c.proc]
	for !w.chooses(cg, c.at) { // the end of the choice between callees
		w.emit(c)
		c.at = cg.Nodes[c.at].Succs[0]
	}
	p := w.blocks[c]
	o, _ := w.origin(cg, c.at)
	p.from, p.behind = o.node, true
	return nil
}
