package c2bp

import (
	"fmt"
	"hash/fnv"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"

	"hardbop/boolprog"
	"hardbop/internal/cil"
)

// This file abstracts on demand. A first draft of the Boolean program has what syntax
// says; where the prover would have to be asked, it is as loose as can be. Only for the
// nodes that the draft's runs reach are the questions put, all at once: they don't
// depend on each other, so that all cores work on them, and the program that comes out
// depends on the C program and the predicates alone. The others are printed as they
// are in the draft, with a note.

// unreachedNote is what the Boolean program says of nodes that were not abstracted.
const unreachedNote = "(not reached, not abstracted) "

// draft is a Boolean program in the making.
type draft struct {
	ab     *Abstracter
	procs  []*emitter
	blocks []*block        // of all procedures, if they are laid out in blocks
	groups []*group        // the relations of the blocks, by what the prover keeps
	last   *group          // to which blocks are added; nil before the first
	open   map[*group]bool // those that were asked about since the last close
}

// draft abstracts all nodes without the prover.
func (ab *Abstracter) draft() *draft {
	d := &draft{ab: ab}
	for _, f := range ab.funcs {
		e := ab.newEmitter(f)
		e.draft()
		d.procs = append(d.procs, e)
	}
	return d
}

// questions lists the questions of the nodes, each once, in the order of the program.
func (d *draft) questions(of func(*cil.Node) bool) []*question {
	var qs []*question
	seen := map[string]bool{}
	for _, e := range d.procs {
		for _, n := range e.f.Nodes {
			if !of(n) {
				continue
			}
			for _, q := range e.asks[n] {
				if !seen[q.key] {
					seen[q.key] = true
					qs = append(qs, q)
				}
			}
		}
	}
	return qs
}

// fewQuestions is up to which number all questions are put without asking which nodes
// can be reached.
const fewQuestions = 32

// reached returns the nodes that the draft's runs reach.
func (d *draft) reached() func(*cil.Node) bool {
	all := func(*cil.Node) bool { return true }
	if d.ab.opt.Reached == nil || len(d.questions(all)) <= fewQuestions {
		return all
	}
	abs := d.program()
	origins, ok := d.ab.opt.Reached(abs.BP)
	if !ok {
		return all
	}
	nodes := abs.Nodes(origins)
	return func(n *cil.Node) bool { return nodes[n] }
}

// revise abstracts the reached nodes again, now that their questions are answered.
func (d *draft) revise(reached func(*cil.Node) bool) {
	d.ab.answering = true
	defer func() { d.ab.answering = false }()
	for _, e := range d.procs {
		for _, n := range e.f.Nodes {
			switch {
			case len(e.asks[n]) == 0:
			case reached(n):
				e.stmts[n] = e.node(n)
			default:
				e.unreached[n] = true
			}
		}
	}
}

// countChanges counts the nodes whose statements are others than in the last program.
func (d *draft) countChanges() {
	ab := d.ab
	ab.Stats.Again = 0
	for _, e := range d.procs {
		for _, n := range e.f.Nodes {
			if h := fingerprint(e.stmts[n]); h != ab.last[n] {
				ab.last[n] = h
				ab.Stats.Again++
			}
		}
	}
}

// fingerprint is a hash of what the statements say, 0 for none.
func fingerprint(stmts []*boolprog.Stmt) uint64 {
	if len(stmts) == 0 {
		return 0
	}
	h := fnv.New64a()
	for _, s := range stmts {
		fmt.Fprint(h, s.Kind, s.Callee)
		for _, r := range s.Lhs {
			fmt.Fprint(h, r.Name)
		}
		for _, e := range s.Rhs {
			fmt.Fprint(h, e)
		}
		if s.Cond != nil {
			fmt.Fprint(h, s.Cond)
		}
	}
	return h.Sum64()
}

// program lays the procedures out.
func (d *draft) program() *Abstraction {
	ab := d.ab
	bp := &boolprog.Program{}
	for _, n := range names(ab.global) {
		bp.Globals = append(bp.Globals, &boolprog.Var{Name: n})
	}
	out := &Abstraction{BP: bp, origins: map[string]origin{}, blocks: map[string]*block{}, covers: map[string][]*cil.Node{}, prover: ab.provers[0], semantics: ab.semantics()}
	ab.Stats.Nodes = 0
	for _, e := range d.procs {
		bp.Procs = append(bp.Procs, e.proc(out))
	}
	ab.addGroups(bp)
	for i, e := range d.procs {
		ab.addConflicts(bp.Procs[i], e.f)
	}
	return out
}

// answer puts the questions that were not answered before to the provers. It returns false if that
// takes more than they may be asked; then not all have answers.
func (ab *Abstracter) answer(qs []*question) bool {
	var open []*question
	for _, q := range qs {
		if _, ok := ab.answers[q.key]; ok {
			ab.Stats.CacheHits++
		} else {
			open = append(open, q)
		}
	}
	n := len(open)
	if ab.opt.MaxQueries != 0 {
		n = askedAtOnce
	}
	for some := range slices.Chunk(open, max(1, n)) {
		if ab.exhausted() {
			return false
		}
		ab.ask(some)
	}
	return !ab.exhausted()
}

// askedAtOnce is how many questions are put to the provers, where there is a bound, before it is
// looked at.
const askedAtOnce = 16

// exhausted reports whether the provers were asked more than they may be.
func (ab *Abstracter) exhausted() bool {
	more := ab.opt.MaxQueries == 0 || ab.Stats.Queries <= ab.opt.MaxQueries
	if !more && ab.opt.More != nil {
		ab.opt.MaxQueries = ab.opt.More(ab.Stats.Queries)
		more = ab.opt.MaxQueries == 0 || ab.Stats.Queries <= ab.opt.MaxQueries
	}
	return !more
}

// ask puts questions to the provers.
func (ab *Abstracter) ask(open []*question) {
	done := make([]*cubeSearch, len(open))
	lengths := make([]int, len(open))
	ab.spread(len(open), func(p Prover, i int) {
		done[i], lengths[i] = ab.search(p, open[i])
	})
	for i, s := range done {
		ab.Stats.Queries += s.queries
		ab.Stats.CacheHits += s.known
		ab.answers[s.q.key] = s.found
		if s.q.conflicts || s.q.goals != nil {
			continue
		}
		ab.latest[s.q.text] = &answered{cone: s.q.cone, set: s.found, length: lengths[i]}
	}
}

// search answers one question.
func (ab *Abstracter) search(p Prover, q *question) (*cubeSearch, int) {
	s := &cubeSearch{q: q, limit: q.length, eval: ab.evalAt, session: newSession(p, q), bounds: newBounds(q), before: ab.latest[q.text].over(q.cone)}
	if ab.opt.CubeLength >= 0 {
		s.max = maxCubes
	}
	defer s.session.close()
	switch {
	case q.conflicts:
		s.conflicts()
		return s, 0
	case q.goals != nil:
		if rows, ok := s.session.enumerate(); ok {
			s.found.rows = rows
		}
		return s, 0
	}
	s.found.dead = ab.knownConflicts(q.cone)
	tried := s.run()
	s.chains(ab, tried)
	return s, tried
}

// spread does work for 0 to n-1 on all provers side by side. A panic of a worker is
// passed on with its stack.
func (ab *Abstracter) spread(n int, work func(p Prover, i int)) {
	var next atomic.Int64
	var wg sync.WaitGroup
	failed := make([]string, len(ab.provers))
	for k, p := range ab.provers[:min(n, len(ab.provers))] {
		wg.Add(1)
		go func() {
			defer wg.Done()
			defer func() {
				if r := recover(); r != nil {
					failed[k] = fmt.Sprintf("%v\n%s", r, debug.Stack())
				}
			}()
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				work(p, i)
			}
		}()
	}
	wg.Wait()
	for _, f := range failed {
		if f != "" {
			panic("c2bp: a worker: " + f)
		}
	}
}
