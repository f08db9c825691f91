package cegar

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"hardbop/c2bp"
	"hardbop/internal/cil"
	"hardbop/internal/enc"
	"hardbop/internal/obs"
	"hardbop/internal/path"
	"hardbop/internal/pred"
	"hardbop/internal/result"
)

// Task is one question.
type Task struct {
	Input c2bp.Input
	Start *pred.Set // predicates to start from; nil for none
	// MaxIterations bounds the rounds; 0 means 500.
	MaxIterations int
	// Before is the number of rounds that earlier runs on the same question took; they count.
	Before int
}

// Stages are the tools that the loop joins.
type Stages struct {
	Abstracter Abstracter
	Checker    Checker
	Analyst    Analyst
	// Minimizer is nil if all predicates that are learnt are kept. It goes without fragments.
	Minimizer Minimizer
	// Stats returns the counters for the progress line.
	Stats func() c2bp.Stats
	// Proof gets a proof while fewer predicates are looked for that may be enough; nil for nobody.
	Proof func(*Outcome)
	// Dump gets each iteration's artefacts; nil for nobody. Its error ends the run.
	Dump func(iteration int, preds *pred.Set, abs *c2bp.Abstraction, paths []*path.Path) error
}

// Outcome is the answer of the loop.
type Outcome struct {
	Verdict    result.Verdict
	Path       *path.Path  // of Unsafe
	Notes      []string    // of Unsafe: what happens at each step of the path
	Undefined  *enc.Breach // of Unsafe: every run along the path has undefined behaviour
	Script     *enc.Script // of Unsafe: what drives a run along the path, if the analyst says so
	Reason     *result.Reason
	Stuck      *path.Path        // of Unknown: the last path that was looked at; nil if there was none
	Preds      *pred.Set         // of the last Boolean program
	Last       *c2bp.Abstraction // of Safe: the Boolean program that shows it
	Iterations int
}

// Run answers the task; when ctx is done it gives up before the next round. The error is
// one of writing dumps.
func Run(ctx context.Context, task Task, st Stages, env *obs.Env) (*Outcome, error) {
	l := newLoop(task, st, env)
	for l.out.Iterations < l.limit {
		if ctx.Err() != nil && l.settle() {
			return l.out, nil
		}
		if ctx.Err() != nil {
			l.unknown("interrupted", ctx.Err().Error(), nil)
			return l.out, nil
		}
		done, err := l.round()
		if done && l.out.Verdict == result.Unknown {
			l.settle()
		}
		if done || err != nil {
			return l.out, err
		}
	}
	if l.settle() {
		return l.out, nil
	}
	l.unknown("iterations", fmt.Sprintf("no answer within --max-iterations %d", l.limit), nil)
	return l.out, nil
}

// loop is the state of one run.
type loop struct {
	task   Task
	st     Stages
	env    *obs.Env
	limit  int
	preds  *pred.Set
	level  map[string]int // the analysis level that a path had last
	seen   map[string]int // how often the fragments of an activation were looked at
	opaque []*cil.Node
	out    *Outcome
	safe   *Outcome // a proof; fewer predicates are looked for
}

func newLoop(task Task, st Stages, env *obs.Env) *loop {
	l := &loop{task: task, st: st, env: env, limit: task.MaxIterations, preds: &pred.Set{}, level: map[string]int{}, seen: map[string]int{}, out: &Outcome{Iterations: task.Before, Preds: &pred.Set{}}}
	if l.limit == 0 {
		l.limit = 500
	}
	if task.Start != nil {
		l.preds.Add(task.Start)
	}
	l.opaque = opaqueNodes(c2bp.Reachable(task.Input))
	return l
}

// round is one iteration; it reports whether there is an answer.
func (l *loop) round() (bool, error) {
	l.out.Iterations++
	l.env.Enter(fmt.Sprintf("c2bp, iteration %d", l.out.Iterations))
	abs := l.st.Abstracter.Abstract(l.preds)
	if abs == nil {
		l.unknown("iterations", "the abstraction takes more questions than it may ask", nil)
		return true, nil
	}
	l.env.Enter(fmt.Sprintf("bebop, iteration %d", l.out.Iterations))
	chk, at := l.check(abs)
	paths := make([]*path.Path, len(chk.Paths))
	refuted := make([]*pred.Set, len(chk.Paths))
	for i, o := range chk.Paths {
		var ways map[int]c2bp.Way
		ways, refuted[i] = l.fragments(abs, o)
		if paths[i] = abs.Path(l.task.Input, o, ways); paths[i] == nil {
			l.unknown("solver-unknown", "no way through a fragment was found", nil)
			return true, nil
		}
	}
	l.report(chk, paths)
	l.out.Preds = l.preds.Clone()
	if l.st.Dump != nil {
		if err := l.st.Dump(l.out.Iterations, l.preds, abs, paths); err != nil {
			return false, err
		}
	}
	switch {
	case chk.Unknown != "":
		l.unknown(chk.Unknown, "the Boolean program could not be checked", nil)
		return true, nil
	case len(paths) == 0:
		return l.proved(abs), nil
	}
	l.env.Enter(fmt.Sprintf("newton, iteration %d", l.out.Iterations))
	var left []*path.Path
	for i, p := range paths {
		if refuted[i] == nil || !l.preds.Add(refuted[i]) {
			left = append(left, p)
		}
	}
	return len(left) > 0 && l.analyse(left, at, len(left) < len(paths)), nil
}

// fragments looks at all ways through the fragments of a path. It returns the ways to take, as
// far as they are known, and the predicates that rule out all of them, nil for none.
func (l *loop) fragments(abs *c2bp.Abstraction, taken []c2bp.Taken) (map[int]c2bp.Way, *pred.Set) {
	ways := map[int]c2bp.Way{}
	for _, a := range abs.Activations(l.task.Input, taken) {
		key := fragmentsKey(a)
		found := l.st.Analyst.Fragments(a, l.seen[key])
		l.seen[key]++
		if found.Preds != nil {
			return nil, found.Preds
		}
		for i, w := range found.Ways {
			ways[a.Taken[i]] = w
		}
	}
	return ways, nil
}

// fragmentsKey identifies what an activation does by its fragments.
func fragmentsKey(a *c2bp.Activation) string {
	var b []byte
	for _, k := range a.Links {
		if f := k.Fragment; f != nil {
			b = fmt.Appendf(b, "%s:%d:%d ", f.From.Func.Name, f.From.ID, f.To.ID)
		} else {
			b = fmt.Appendf(b, "%d ", k.Node.ID)
		}
	}
	return string(b)
}

// check looks for errors first, then for points that are not modelled: at is the one
// that is reached, nil for an error.
func (l *loop) check(abs *c2bp.Abstraction) (Check, *cil.Node) {
	chk := l.st.Checker.Check(abs.BP, "")
	if chk.Unknown != "" || len(chk.Paths) > 0 {
		return chk, nil
	}
	for _, n := range l.opaque {
		o := l.st.Checker.Check(abs.BP, c2bp.OpaqueLabel(n))
		chk.BDDNodes = max(chk.BDDNodes, o.BDDNodes)
		if o.Unknown != "" || len(o.Paths) > 0 {
			return o, n
		}
	}
	return chk, nil
}

// analyse learns from the paths; it reports whether there is an answer. Each path is
// looked at once, on the next level if it was seen before. Only if that brings nothing
// new, higher levels are tried. learnt says that there is something new already.
func (l *loop) analyse(paths []*path.Path, opaque *cil.Node, learnt bool) bool {
	for _, p := range paths {
		new, done := l.learn(p, opaque)
		if done {
			return true
		}
		learnt = learnt || new
	}
	if l.st.Minimizer != nil {
		chosen, done := l.choose(opaque)
		if chosen || done {
			return done
		}
		if l.settle() {
			return true
		}
		learnt = l.keepAll()
	}
	for _, p := range paths {
		for !learnt && l.level[pathKey(p)] < Levels {
			new, done := l.learn(p, opaque)
			if done {
				return true
			}
			learnt = new
		}
	}
	if !learnt && slices.ContainsFunc(paths, func(p *path.Path) bool { return l.runs(p, opaque, l.st.Analyst.Doubt) }) {
		return true
	}
	if !learnt {
		learnt = l.sharpen(paths[0])
	}
	if !learnt {
		l.out.Stuck = paths[0]
		l.unknown("no-progress", "the error path that was looked at last can't be run as it is, and no condition was found that says why: others to the same place weren't looked at, and one may be a real fault", lastPlace(paths[0]))
	}
	return !learnt
}

// proved ends the loop, unless fewer predicates may be enough too.
func (l *loop) proved(abs *c2bp.Abstraction) bool {
	safe := *l.out
	safe.Verdict, safe.Last = result.Safe, abs
	if l.safe == nil {
		l.limit = min(l.limit, l.out.Iterations+roundsForFewer)
	}
	l.safe = &safe
	if l.st.Minimizer != nil {
		if preds, ok := l.st.Minimizer.Proved(); ok {
			l.preds = preds
			if l.st.Proof != nil {
				l.st.Proof(l.safe)
			}
			return false
		}
	}
	return l.settle()
}

// roundsForFewer bounds the rounds after a proof in which one with fewer predicates is looked
// for.
const roundsForFewer = 30

// settle ends the loop with the proof with the fewest predicates, if there is one.
func (l *loop) settle() bool {
	if l.safe != nil {
		l.safe.Iterations = l.out.Iterations
		*l.out = *l.safe
	}
	return l.safe != nil
}

// choose has the predicates of the next round chosen. The paths that nothing rules out are
// looked at on higher levels. It reports whether there are predicates, and whether there is
// an answer.
func (l *loop) choose(opaque *cil.Node) (chosen, done bool) {
	for {
		l.env.Enter(fmt.Sprintf("minimization, iteration %d", l.out.Iterations))
		preds, open, ok := l.st.Minimizer.Choose()
		if ok {
			same := preds.Same(l.preds)
			l.preds = preds
			return !same, false
		}
		again := false
		for _, p := range open {
			if l.level[pathKey(p)] == Levels {
				continue
			}
			again = true
			if _, done := l.learn(p, opaque); done {
				return false, true
			}
		}
		if !again {
			return false, false
		}
	}
}

// keepAll gives minimization up: from here on all predicates are kept that explain a path. It
// reports whether they are others than in this round.
func (l *loop) keepAll() bool {
	l.env.Note("no few predicates rule out all error paths so far: from here on all are kept")
	before := l.preds
	l.preds = l.st.Minimizer.Seen().Clone()
	l.st.Minimizer = nil
	return !l.preds.Same(before)
}

// maxExact bounds the nodes of a path that is abstracted exactly.
const maxExact = 100

// sharpen has the nodes of a path abstracted exactly, as a last resort: then no
// combination of old and new values is allowed that no state has. It reports whether any
// is new.
func (l *loop) sharpen(p *path.Path) bool {
	on := &pred.Set{}
	for _, s := range p.Steps {
		on.AddExact(s.Node)
	}
	return len(on.Exact) <= maxExact && l.preds.Add(on)
}

// runs looks at a path bit by bit that is said to be infeasible, though nothing rules it
// out. Memory that is used as several types may make that a mistake. It reports whether
// the path is an answer.
func (l *loop) runs(p *path.Path, opaque *cil.Node, look func(*path.Path) Recheck) bool {
	l.env.Enter("bit-precise check of a path that comes back")
	r := look(p)
	if r.Kind != Feasible {
		return false
	}
	l.found(p, opaque, r)
	return true
}

// learn analyses one path on its next level. It reports whether there is a new
// predicate, and whether there is an answer.
func (l *loop) learn(p *path.Path, opaque *cil.Node) (learnt, done bool) {
	key := pathKey(p)
	level := l.level[key]
	if level == Levels {
		return false, false
	}
	l.level[key]++
	l.out.Stuck = p
	a := l.st.Analyst.Analyse(p, level)
	switch a.Kind {
	case Feasible:
		return false, l.feasible(p, opaque)
	case Undecided:
		if l.runs(p, opaque, l.st.Analyst.Recheck) {
			return false, true
		}
		l.unknown("solver-unknown", a.Why, lastPlace(p))
		return false, true
	}
	if l.st.Minimizer != nil {
		l.st.Minimizer.Add(p, a.Preds)
		return false, false
	}
	return l.preds.Add(a.Preds), false
}

// feasible ends the loop with a path that can be run, once it is checked bit by bit.
func (l *loop) feasible(p *path.Path, opaque *cil.Node) bool {
	l.env.Enter("bit-precise check of the error path")
	r := Recheck{Kind: Feasible}
	if opaque == nil {
		r = l.st.Analyst.Recheck(p)
	}
	switch r.Kind {
	case Feasible:
		l.found(p, opaque, r)
	case Infeasible:
		l.unknown("bits-infeasible", "this path to the error can be run with mathematical integers, not "+r.Why+", and the method found no condition that says why"+coreText(p, r.Core), lastPlace(p))
	default:
		l.unknown(r.Code, r.Why, lastPlace(p))
	}
	return true
}

// found ends the loop with a path that can be run: to the error, or to a point that isn't
// modelled.
func (l *loop) found(p *path.Path, opaque *cil.Node, r Recheck) {
	if opaque == nil {
		l.out.Verdict, l.out.Path, l.out.Notes, l.out.Undefined = result.Unsafe, p, r.Notes, r.Undefined
		l.out.Script = r.Script
		l.fewest()
		return
	}
	in := opaque.Instr.(*cil.Opaque)
	l.unknown(in.Code, in.What, lastPlace(p))
}

// fewest says that few predicates are enough to get to a path that can be run: those that rule
// out all others that were seen. The path is one of their Boolean program too.
func (l *loop) fewest() {
	if l.st.Minimizer == nil {
		return
	}
	if preds, ok := l.st.Minimizer.Least(); ok {
		l.out.Preds = preds
	}
}

// maxCoreLines bounds the places of a contradiction that are named.
const maxCoreLines = 5

// coreText names the places of the steps that contradict each other.
func coreText(p *path.Path, core []int) string {
	var at []string
	for _, i := range core {
		if pos := p.Steps[i].Node.Pos; pos.Line > 0 && len(at) < maxCoreLines {
			if s := result.At(pos).String(); !slices.Contains(at, s) {
				at = append(at, s)
			}
		}
	}
	switch len(at) {
	case 0:
		return ""
	case 1:
		return "; it can't be at " + at[0]
	}
	return "; these lines can't be run one after the other: " + strings.Join(at, ", ")
}

func (l *loop) unknown(code, text string, at *result.Place) {
	if _, ok := result.Codes[code]; !ok {
		code, text = "unsupported", text+" ("+code+")"
	}
	l.out.Verdict = result.Unknown
	l.out.Reason = &result.Reason{Code: code, Text: text, Where: at}
}

func lastPlace(p *path.Path) *result.Place {
	for i := len(p.Steps) - 1; i >= 0; i-- {
		if pos := p.Steps[i].Node.Pos; pos.Line > 0 {
			at := result.At(pos)
			return &at
		}
	}
	return nil
}

// pathKey identifies a path by its steps.
func pathKey(p *path.Path) string {
	var b []byte
	for _, s := range p.Steps {
		b = fmt.Appendf(b, "%s:%d:%d ", s.Node.Func.Name, s.Node.ID, s.Taken)
	}
	return string(b)
}

func (l *loop) report(chk Check, paths []*path.Path) {
	st := l.st.Stats()
	it := obs.Iteration{N: l.out.Iterations, Predicates: st.Elements, Statements: st.Again, Queries: st.Queries, CacheHits: st.CacheHits, BDDNodes: chk.BDDNodes}
	if len(paths) > 0 {
		it.PathLength = len(paths[0].Steps)
	}
	l.env.Report(it)
}
