package check

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"hardbop/c2bp"
	"hardbop/internal/cegar"
	"hardbop/internal/cfront"
	"hardbop/internal/cil"
	"hardbop/internal/effects"
	"hardbop/internal/enc"
	"hardbop/internal/entries"
	"hardbop/internal/inline"
	"hardbop/internal/lts"
	"hardbop/internal/magic"
	"hardbop/internal/obs"
	"hardbop/internal/path"
	"hardbop/internal/prep"
	"hardbop/internal/result"
	"hardbop/internal/smt"
	"hardbop/internal/source"
)

// This file asks whether procedures conform to specifications (package magic).

// Conformity says what of a program has to conform to what.
type Conformity struct {
	Specs *magic.Specs
	// Procs are the procedures that are compared.
	Procs []string
	// MaxPreds and MaxStates bound models; 0 for the defaults.
	MaxPreds, MaxStates int
	// Dump is a folder for the last model of each comparison; "" for none.
	Dump string
}

// comparison is one question: a procedure and one of its abstractions, by its index.
type comparison struct {
	proc string
	spec *magic.Procedure
	i    int
}

// comparisons lists the questions, in order.
func (c Conformity) comparisons() ([]comparison, error) {
	var list []comparison
	for _, proc := range c.Procs {
		spec := c.Specs.Of(proc)
		if spec == nil {
			return nil, fmt.Errorf("the specification has no abstraction of %s%s", proc, source.DidYouMean(proc, c.Specs.Procedures()))
		}
		for i := range spec.Abstractions {
			list = append(list, comparison{proc, spec, i})
		}
	}
	return list, nil
}

// Asked lists what [Conform] will give results to, in order.
func (c Conformity) Asked() ([]Asked, error) {
	all, err := c.comparisons()
	var list []Asked
	for _, q := range all {
		list = append(list, Asked{q.name(), q.proc})
	}
	return list, err
}

// name is what results call the question.
func (q comparison) name() string { return q.spec.Abstractions[q.i].Name + " of " + q.spec.File.Name }

// Defined lists the procedures that have an abstraction and that the files define.
func Defined(opt Options, specs *magic.Specs) ([]string, error) {
	units, err := Units(opt)
	if err != nil {
		return nil, err
	}
	var list []string
	for _, name := range specs.Procedures() {
		for _, u := range units {
			if f := u.Prog.FuncNamed(name); f != nil && f.HasBody() && !slices.Contains(list, name) {
				list = append(list, name)
			}
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("the files define none of the procedures that have an abstraction")
	}
	return list, nil
}

// Conform compares each of the procedures with each of its abstractions, one by one, and hands
// over the results in order.
func Conform(ctx context.Context, opt Options, c Conformity, open smt.Opener, env *obs.Env, sink func(*result.Result, Stats)) error {
	all, err := c.comparisons()
	if err != nil {
		return err
	}
	type answer struct {
		r    *result.Result
		st   Stats
		err  error
		done chan struct{}
	}
	answers := make([]answer, len(all))
	slots := make(chan struct{}, max(1, opt.Jobs))
	for i := range all {
		answers[i].done = make(chan struct{})
	}
	go func() {
		for i, q := range all {
			slots <- struct{}{}
			go func() {
				a := &answers[i]
				a.r, a.st, a.err = opt.conform(ctx, c, q, open, env)
				<-slots
				close(a.done)
			}()
		}
	}()
	for i := range answers {
		if <-answers[i].done; answers[i].err != nil {
			return answers[i].err
		}
		answers[i].r.NumberAssumptions()
		answers[i].r.Provenance = opt.provenance(&question{file: all[i].spec.File.Name})
		sink(answers[i].r, answers[i].st)
	}
	return nil
}

// conform answers one question; again with bit vectors if the path that breaks the specification
// is one of mathematical integers only.
func (opt Options) conform(ctx context.Context, c Conformity, q comparison, open smt.Opener, env *obs.Env) (*result.Result, Stats, error) {
	r, st, err := opt.conformOnce(ctx, c, q, open, env)
	if err != nil || opt.Bits || r.Reason == nil || r.Reason.Code != "bits-infeasible" {
		return r, st, err
	}
	env.Note("the path that breaks the specification is possible for mathematical integers only: starting again with bits")
	opt.Bits = true
	exact, more, err := opt.conformOnce(ctx, c, q, open, env)
	st.Queries += more.Queries
	if err != nil || exact.Verdict == result.Unknown {
		return r, st, err
	}
	return exact, st, nil
}

// conformOnce answers one question with the integers that opt says.
func (opt Options) conformOnce(ctx context.Context, c Conformity, q comparison, open smt.Opener, env *obs.Env) (*result.Result, Stats, error) {
	env.Enter("comparing " + q.proc + " with " + q.name())
	backend, err := open(smt.NewFactory())
	if err != nil {
		return nil, Stats{}, err
	}
	defer backend.Close()
	opt.Entry, opt.entryOption = q.proc, "--proc"
	return conform(run{ctx, opt, &question{name: q.name(), mark: noProperty}, backends{backend}, env, open, nil}, c, q)
}

// byAbstraction says of functions without a body what they return, if an abstraction does.
func byAbstraction(as []result.Assumption, used []string) {
	for i, a := range as {
		if name, rest, ok := strings.Cut(a.Text, " has no body: it may return anything"); ok && a.Code == "extern-call" && slices.Contains(used, name) {
			as[i].Text = name + " has no body: it returns what its abstraction says" + rest
		}
	}
}

// conform compares the procedure with one abstraction.
func conform(r run, c Conformity, q comparison) (*result.Result, Stats, error) {
	p, w, err := r.conformed(c, q)
	if err != nil {
		return nil, Stats{}, err
	}
	spec := q.spec
	out := &result.Result{Schema: result.Schema, Property: r.q.name, Entry: q.proc}
	out.Conformance = &result.Conformance{Spec: spec.File.Name, Procedure: q.proc, Abstraction: spec.Abstractions[q.i].Name,
		Assumed: w.Used, Silent: w.Silent, Never: w.Never()}
	p.assumptions(out, r.q)
	p.left(w)
	x := &pathAnalyst{a: p.analyst(r.ctx, r.opt, r.q, r.opt.precision(), nil, r.bs[0])}
	task := magic.Task{Prog: p.Prog, Func: p.Harness.Func, Weaver: w, Env: p.magicEnv(r, c), MaxIterations: r.opt.MaxIterations,
		Origins: p.origins(),
		Analyst: x,
		Choose:  r.opt.branchMinimizer(r.bs[0], r.env),
		Progress: func(round, states, pairs, preds int) {
			r.env.Note(fmt.Sprintf("iteration %d: %d states, %d pairs, up to %d predicates at a point", round, states, pairs, preds))
		}}
	found := magic.Run(task)
	if err := p.dumpModel(c, q, found.Model); err != nil {
		return nil, Stats{}, err
	}
	out.Assumptions = append(out.Assumptions, p.conformAssumptions(r, w, spec)...)
	byAbstraction(out.Assumptions, w.Used)
	out.Integers = r.opt.precision().String()
	p.conformFill(out, w, found, x)
	for _, g := range w.Hidden() {
		if found.Kind != magic.Violated || p.abstracts(w, found.Path, g.Proc) {
			at := result.At(g.Pos)
			out.Lower(result.Reason{Code: "hidden-action", Text: g.Text, Where: &at})
		}
	}
	if out.Verdict == result.Unsafe {
		way := &cegar.Outcome{Path: found.Path, Undefined: x.found.Undefined, Script: x.found.Script}
		if err := p.replay(r, out, way, p.marks(w)); err != nil {
			return nil, Stats{}, err
		}
	}
	for _, g := range w.Gaps {
		at := result.At(g.Pos)
		out.Lower(result.Reason{Code: "guards", Text: g.Text, Where: &at})
	}
	if out.Verdict == result.Conforms {
		p.idle(out, w)
	}
	p.callsBack(out)
	if r.opt.Strict && len(out.Assumptions) > 0 {
		out.Lower(result.Reason{Code: "strict", Text: fmt.Sprintf("the verdict %s rests on %d assumptions", out.Verdict, len(out.Assumptions))})
	}
	return out, Stats{Queries: found.Queries, Sizes: modelSizes(found.Chosen)}, nil
}

// abstracts reports whether the abstraction of the procedure stands for a call on the path.
func (p *Prepared) abstracts(w *magic.Weaver, way *path.Path, proc string) bool {
	return slices.ContainsFunc(way.Steps, func(s path.Step) bool {
		c, ok := w.Shown[p.inlined.Origin(s.Node).Node].(*cil.Call)
		return ok && c.Callee() != nil && magic.SourceName(c.Callee()) == proc
	})
}

// marks are the points that do actions, by the number of the action.
func (p *Prepared) marks(w *magic.Weaver) map[*cil.Node]int {
	marks := map[*cil.Node]int{}
	for _, n := range p.Harness.Func.Nodes {
		if l, ok := w.Labels[p.inlined.Origin(n).Node]; ok {
			marks[n] = l.Action
		}
	}
	return marks
}

// dumpModel draws a model for Graphviz, if that is asked for.
func (p *Prepared) dumpModel(c Conformity, q comparison, m *magic.Model) error {
	if c.Dump == "" {
		return nil
	}
	if err := os.MkdirAll(c.Dump, 0o777); err != nil {
		return fmt.Errorf("--dump: %w", err)
	}
	name := filepath.Join(c.Dump, q.proc+"."+q.spec.Abstractions[q.i].Name+".dot")
	return writeFile(name, func(w io.Writer) error { return lts.WriteDot(w, []*lts.System{m.LTS(p.shown)}) })
}

// idle lowers the verdict if nothing in the program does any of the specification's actions:
// they may be misspelt.
func (p *Prepared) idle(r *result.Result, w *magic.Weaver) {
	if never := w.Never(); len(never) > 0 && len(never) == w.Basic() {
		r.Lower(result.Reason{Code: "vacuous", Text: "nothing in the program does any of the specification's actions: " + strings.Join(never, ", ")})
	}
}

// conformed prepares the program: with the abstractions in the places of calls, and bodies in
// those of others.
func (r run) conformed(c Conformity, q comparison) (*Prepared, *magic.Weaver, error) {
	opt := r.opt
	prog, err := elaborate(opt, cfront.Config{Names: c.Specs.Names()})
	if err != nil {
		return nil, nil, err
	}
	prog, target, err := opt.started(prog)
	if err != nil {
		return nil, nil, err
	}
	p := &Prepared{Files: opt.Files, Prog: prog, Applies: true}
	p.Harness = entries.New(prog, target, entries.Options{InitGlobals: opt.initialised(), MayBeNull: true})
	prep.Waits(prog, "", prep.Memory{}) // before the state of the specification is there
	w, err := magic.NewWeaver(prog, c.Specs, magic.Target{Func: target, Spec: q.spec, Abstraction: q.i}, magic.Env{Backend: r.bs[0], Semantics: opt.semantics()})
	if err != nil {
		return nil, nil, err
	}
	if err := w.Target(); err != nil {
		return nil, nil, err
	}
	prep.Models(prog, enc.Allocation)
	prep.Library(prog)
	prep.Zeroed(prog)
	prep.Clobbers(prog, nil)
	p.resolve(opt)
	w.Direct(p.Input.Callees)
	if err := w.Calls(); err != nil {
		return nil, nil, err
	}
	if err := w.Recursive(); err != nil {
		return nil, nil, err
	}
	p.inlined = inline.Calls(prog, inline.Options{Limit: conformInline, Keep: append(w.Abstract(), p.Harness.Func)})
	p.resolve(opt)
	if !opt.NoPropagation {
		prep.Constants(prog, p.Harness.Func, prep.Options{Callees: p.Input.Callees, Wrap: opt.Wrap})
	}
	if !opt.NoSlice {
		p.hollow = effects.New(p.pointers, r.q.extern()).DeadStores(c2bp.Reachable(p.Input)).Hollow
	}
	p.Harness.Trim()
	return p, w, nil
}

// conformInline is the limit of functions whose calls become their bodies.
const conformInline = 200_000

// origins lead back to the program before calls became bodies.
func (p *Prepared) origins() magic.Origins {
	return magic.Origins{Node: func(n *cil.Node) *cil.Node { return p.inlined.Origin(n).Node }, Var: p.inlined.Source}
}

// magicEnv is what models work with.
func (p *Prepared) magicEnv(r run, c Conformity) magic.Env {
	extern := r.q.extern()
	return magic.Env{Backend: r.bs[0], Semantics: p.semantics(r.opt), Alias: p.Alias, MaxPreds: c.MaxPreds, MaxStates: c.MaxStates,
		Effects: func(call *cil.Call) []*cil.Lval { return enc.ExternEffect(call, extern) }}
}

// left makes calls that are left of functions with a body points that aren't modelled: those
// through pointers to several, and those that could not become bodies.
func (p *Prepared) left(w *magic.Weaver) {
	for _, n := range p.Harness.Func.Nodes {
		c, ok := n.Instr.(*cil.Call)
		if !ok || w.Shadow(p.inlined.Origin(n).Node) {
			continue
		}
		switch g := c.Callee(); {
		case g == nil:
			n.Instr = &cil.Opaque{Code: "unknown-call", What: "what the call " + cil.InstrString(c) + " may call isn't known"}
		case g.HasBody() && g.Type.Variadic:
			n.Instr = &cil.Opaque{Code: "unsupported", What: "a body of " + magic.SourceName(g) + ", which takes any number of arguments, in the place of the call"}
		case g.HasBody():
			n.Instr = &cil.Opaque{Code: "model-size", What: "the body of " + magic.SourceName(g) + ", and of what it calls, is too large to stand in the place of the call"}
		}
	}
}

// conformAssumptions lists what the verdict takes for granted about statements, and about the
// abstractions.
func (p *Prepared) conformAssumptions(r run, w *magic.Weaver, spec *magic.Procedure) []result.Assumption {
	var list []result.Assumption
	for _, a := range p.semanticAssumptions(r.opt, r.q) {
		if !strings.HasPrefix(a.Text, magic.StubPrefix) {
			list = append(list, a)
		}
	}
	for _, name := range w.Used {
		at := result.At(w.Specs().Of(name).Pos)
		list = append(list, result.Assumption{Code: "abstraction", Text: name + " does what its abstraction says", Where: &at})
	}
	if w.Guarded() {
		at := result.At(spec.Pos)
		list = append(list, result.Assumption{Code: "guard", Text: spec.Name + " is called only with arguments that one of its guards holds of", Where: &at})
	}
	return list
}
