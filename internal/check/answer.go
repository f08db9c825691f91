package check

import (
	"context"
	"fmt"
	"slices"

	"hardbop/c2bp"
	"hardbop/internal/cegar"
	"hardbop/internal/cfront"
	"hardbop/internal/cil"
	"hardbop/internal/digest"
	"hardbop/internal/effects"
	"hardbop/internal/enc"
	"hardbop/internal/entries"
	"hardbop/internal/entries/environ"
	"hardbop/internal/inline"
	"hardbop/internal/models"
	"hardbop/internal/obs"
	"hardbop/internal/path"
	"hardbop/internal/pointsto"
	"hardbop/internal/pointsto/alias"
	"hardbop/internal/pred"
	"hardbop/internal/prep"
	"hardbop/internal/property"
	"hardbop/internal/result"
	"hardbop/internal/smt"
	"hardbop/newton"
	"hardbop/slic"
)

// Prepared is a program that is ready to be abstracted.
type Prepared struct {
	Files   []string // the C files
	Prog    *cil.Program
	Harness *entries.Harness
	Props   []property.Property
	Rule    *slic.Result // nil without a rule
	Input   c2bp.Input
	Alias   enc.Alias
	// where says where lvalues may lie; nil in the logical memory model.
	where enc.Locator
	// pointers is what Alias knows.
	pointers *pointsto.Result
	// inlined is the way back from the program to that before calls became bodies; nil if
	// none did.
	inlined *inline.Result
	// pointsOf is what points returns, once that is asked for.
	pointsOf map[*cil.Node]string
	// environment is the file that positions in the environment name, and its text; "" without one.
	environment, environmentText string
	// contents has what content returns, once that is asked for.
	contents map[precision]digest.Sum
	sum      *digest.Sum // what body returns, once that is known
	// found has what propagation found, if a certificate is wanted.
	found []c2bp.Case
	// hollow are the parameters and results that get no true value at calls and returns, since what that is made of was left out.
	hollow map[*cil.Node][]*cil.Var
	// anyMemory is that of the options, or true as that is needed.
	anyMemory bool
	// Applies is false if the program has nothing that the question is about.
	Applies bool
}

// ErrorLabel names the assertion of the k-th error point.
func ErrorLabel(k int) string {
	if k == 0 {
		return "SLIC_ERROR"
	}
	return fmt.Sprintf("SLIC_ERROR_%d", k+1)
}

// load reads what the entry reaches of the C files.
func load(opt Options, rules ...*slic.Spec) (*cil.Program, *cil.Func, error) {
	return read(opt, cfront.Config{}, rules...)
}

// elaborate reads the C files, as much of them as cfg says, and what the rules need.
func elaborate(opt Options, cfg cfront.Config, rules ...*slic.Spec) (*cil.Program, error) {
	cfg.Entries, cfg.EntryOption = opt.entryPoints(), opt.entryOption
	cfg = opt.frontConfig(cfg)
	var err error
	if cfg.Models, err = opt.models(); err != nil {
		return nil, err
	}
	for _, r := range rules {
		cfg.Names = append(cfg.Names, r.Names()...)
		cfg.Events = append(cfg.Events, r.Functions()...)
		cfg.Members = append(cfg.Members, r.Members()...)
		cfg.TypeNames = append(cfg.TypeNames, r.TypeNames()...)
	}
	prog, err := cfront.Load(opt.files(), cfg)
	if err == nil && opt.ownModels() {
		keepMembers(prog)
	}
	return prog, err
}

// keepMembers marks the members of the program's structs that kernels leave to drivers.
func keepMembers(prog *cil.Program) {
	kept := models.Kept()
	for _, c := range prog.Comps {
		for _, name := range kept[c.Tag] {
			for _, f := range c.Fields {
				f.Kept = f.Kept || f.Name == name
				f.Blank = f.Blank || f.Name == name && models.Blank(c.Tag, name)
			}
		}
	}
	for _, f := range prog.Funcs {
		f.SetsKept = models.SetsKept(f.Name)
	}
}

// read reads the C files, as much of them as cfg says, and finds the entry.
func read(opt Options, cfg cfront.Config, rules ...*slic.Spec) (*cil.Program, *cil.Func, error) {
	prog, err := elaborate(opt, cfg, rules...)
	if err != nil {
		return nil, nil, err
	}
	return opt.started(prog)
}

// started returns the program with its entry.
func (opt Options) started(prog *cil.Program) (*cil.Program, *cil.Func, error) {
	entry := prog.FuncNamed(opt.entry())
	if entry == nil || !entry.HasBody() {
		return nil, nil, fmt.Errorf("no function %s to start from", opt.entry())
	}
	return prog, entry, nil
}

func (opt Options) entry() string {
	if opt.environment != nil {
		return environ.Start
	}
	if opt.Entry == "" {
		return "main"
	}
	return opt.Entry
}

// prepare reads the program, makes the harness, weaves in the question and propagates
// constants.
func prepare(opt Options, q *question) (*Prepared, error) {
	p, entry, err := whole(opt, q)
	if err != nil {
		return nil, err
	}
	prog := p.Prog
	p.inlined = inline.Calls(prog, inline.Options{Limit: opt.inlineLimit(), Keep: []*cil.Func{p.Harness.Func, entry}, Always: p.bodiesOf(opt)})
	p.resolve(opt)
	if !opt.anyMemory && p.storedElsewhere(q) {
		opt.anyMemory, opt.Told = true, nil
		return prepare(opt, q)
	}
	p.anyMemory = opt.anyMemory
	if !opt.NoPropagation {
		o := prep.Options{Callees: p.Input.Callees, Wrap: opt.Wrap}
		if opt.certifies() {
			o.Known = p.note
		}
		prep.Constants(prog, p.Harness.Func, o)
	}
	if !opt.NoSlice {
		p.hollow = effects.New(p.pointers, q.extern()).DeadStores(c2bp.Reachable(p.Input), p.told()...).Hollow
	}
	p.Harness.Trim()
	p.targets(opt.known)
	return p, nil
}

// whole reads the program, makes the harness, weaves in the question, and makes statements of what
// models and the library do: nothing is left out yet, and no call replaced.
func whole(opt Options, q *question) (*Prepared, *cil.Func, error) {
	prog, entry, err := load(opt, q.rules()...)
	if err != nil {
		return nil, nil, err
	}
	opt.tell(q)
	p := &Prepared{Files: opt.Files, Prog: prog, Harness: opt.start(prog, entry), Applies: true}
	p.within(opt)
	prep.Volatile(prog, p.environment, environ.Written(prog))
	prep.Waits(prog, p.environment, opt.memory()) // before the rule's state is there, which no thread changes
	if err := p.ask(q); err != nil {
		return nil, nil, err
	}
	p.block(opt.known)
	p.apart(opt.known)
	prep.Models(prog, enc.Allocation)
	prep.Library(prog)
	prep.Zeroed(prog)
	prep.Clobbers(prog, p.state())
	return p, entry, nil
}

// within notes the environment that the program is in.
func (p *Prepared) within(opt Options) {
	p.environment = opt.environmentFile()
	if opt.environment != nil {
		p.environmentText = opt.environment.Text
	}
}

// told returns the variables whose values traces tell even if nothing depends on them: the
// rule's, since an event whose effect is known beforehand is still what the violation is about.
func (p *Prepared) told() []*cil.Var {
	if p.Rule == nil {
		return nil
	}
	return p.Rule.State
}

// targets lists the nodes that must not be reached, each with its copies behind it. Those of known
// defects just end runs.
func (p *Prepared) targets(known map[defect]bool) {
	copies := p.inlined.Copies(p.Prog)
	for i := range p.Props {
		prop := &p.Props[i]
		for _, t := range prop.Targets {
			for _, n := range append([]*cil.Node{t.Node}, copies[t.Node]...) {
				if d, ok := p.defectAt(n, prop); ok && known[d] {
					n.Instr = &cil.Assume{E: cil.IntConst(p.Prog.Model.Int(cil.Int), 0)}
					continue
				}
				p.Input.Targets = append(p.Input.Targets, c2bp.Target{Node: n, Label: ErrorLabel(len(p.Input.Targets))})
			}
		}
	}
}

// rules returns the rule that q is about, if it is one.
func (q *question) rules() []*slic.Spec {
	if q.rule == nil {
		return nil
	}
	return []*slic.Spec{q.rule}
}

// ask weaves in a rule or marks a property.
func (p *Prepared) ask(q *question) error {
	if q.rule == nil {
		prop, ok := q.mark(p.Prog)
		p.Applies = ok
		p.Props = []property.Property{prop}
		return nil
	}
	r, err := slic.Instrument(p.Prog, q.rule, slic.Config{Entry: p.Harness.Func, Outside: p.Harness.Func, InitState: true})
	if err != nil {
		return err
	}
	slic.Unmark(p.Prog)
	p.Rule, p.Props, p.Applies = r, r.Properties, r.Applies()
	return nil
}

// mayChangeMore reports whether f, a function without a body, may change more than the struct
// that an argument is the address of.
func mayChangeMore(f *cil.Func) bool {
	_, whole := enc.LibraryWrites(f)
	return whole || f.Library
}

// resolve finds what calls may call and what may alias.
func (p *Prepared) resolve(opt Options) {
	arbitrary, state := !opt.initialised(), p.state()
	pts := pointsto.AnalyzeWith(p.Prog, p.Harness.Func, pointsto.Options{ArbitraryGlobals: arbitrary,
		Known: p.known(arbitrary), OneLevel: opt.environment != nil, Whole: mayChangeMore, Private: func(v *cil.Var) bool { return slices.Contains(state, v) }})
	for _, v := range pts.PointedAt() {
		v.AddrTaken = true
	}
	p.rely(opt, pts)
	p.unknownCalls(pts)
	if !opt.Logical {
		p.comparisons(pts)
	}
}

// rely makes what is known of pointers that of the program.
func (p *Prepared) rely(opt Options, pts *pointsto.Result) {
	oracle := alias.New(pts)
	p.pointers, p.Alias, p.where = pts, oracle, oracle
	p.Input = c2bp.Input{Prog: p.Prog, Entry: p.Harness.Func, Callees: pts.Callees}
	if opt.Logical {
		p.Alias, p.where = enc.TypeAlias{}, nil
	}
}

// known returns which variables pointers from the outside may point to: those that other
// files can name, and with arbitrary globals, which any part of the program may have set
// before, all. Nobody knows the state of a rule or of the environment.
func (p *Prepared) known(arbitrary bool) func(*cil.Var) bool {
	state := map[*cil.Var]bool{}
	for _, v := range p.state() {
		state[v] = true
	}
	return func(v *cil.Var) bool {
		return v.Kind == cil.Global && !v.Const && !v.Initial && !state[v] && (arbitrary || !v.Static)
	}
}

// state returns the globals that nobody outside knows: those that hold the rule's state
// and that of the environment.
func (p *Prepared) state() []*cil.Var {
	own := environ.State(p.Prog)
	if p.Rule != nil {
		own = append(own, p.Rule.State...)
	}
	return own
}

// answer answers one question.
func answer(ctx context.Context, opt Options, q *question, open smt.Opener, env *obs.Env) (*result.Result, Stats, error) {
	p, err := opt.prepared(q)
	if err != nil {
		return nil, Stats{}, err
	}
	opt.forgotten(p.Prog)
	start, err := opt.startPreds(p.Prog)
	if err != nil {
		return nil, Stats{}, err
	}
	r := &result.Result{Schema: result.Schema, Property: q.name, Entry: opt.EntryName()}
	p.assumptions(r, q)
	if !p.Applies && !p.opaque() {
		r.Verdict = q.without()
		elsewhere(opt, q, r)
		p.hidden(r)
		if opt.Evidence {
			r.Evidence = &result.Evidence{Rule: q.evidence()}
		}
		return r, Stats{}, nil
	}
	if opt.absent {
		return nil, Stats{}, errApplies
	}
	bs, err := openBackends(opt, open)
	if err != nil {
		return nil, Stats{}, err
	}
	defer func() { go bs.Close() }() // it takes Z3 a while, and nobody waits for that
	if opt.last && !opt.certifies() {
		opt.trees.Drop()
	}
	env.Enter("the refinement loop")
	todo := run{ctx, opt, q, bs, env, open, nil}
	if opt.Proof != nil {
		todo.proof = func(out *cegar.Outcome, at precision, st Stats) error {
			proof, err := p.finish(todo, *r, out, at)
			if err == nil {
				proof.NumberAssumptions()
				opt.Proof(proof, st)
			}
			return err
		}
	}
	if start == nil && !opt.minimizes() && !opt.afresh {
		start = opt.recall.preds(opt.Encoding, p.Prog)
	}
	out, at, st, err := p.decide(todo, start)
	if err != nil {
		return nil, Stats{}, err
	}
	if r, err = p.finish(todo, *r, out, at); err == nil {
		err = p.certify(todo, r, out.Preds)
	}
	return r, st, err
}

// finish makes the loop's outcome the result of a question, of which base has what was known
// before.
func (p *Prepared) finish(todo run, base result.Result, out *cegar.Outcome, at precision) (*result.Result, error) {
	ctx, opt, q, r := todo.ctx, todo.opt, todo.q, &base
	r.Assumptions = slices.Clone(r.Assumptions)
	r.Assumptions = append(r.Assumptions, p.semanticAssumptions(opt, q)...)
	r.Integers = at.String()
	p.fill(r, out, q)
	if r.Reason != nil {
		reason := *r.Reason
		reason.Phase = todo.env.At()
		r.Reason = &reason
	}
	p.count(r, p.reachedBy(ctx, opt, out))
	if err := p.replay(todo, r, out, nil); err != nil {
		return nil, err
	}
	if !p.Applies && r.Verdict == result.Safe {
		r.Verdict = q.without()
		elsewhere(opt, q, r)
	}
	if len(opt.known) == 0 { // what was found reached one
		vacuous(r)
	}
	if r.Verdict == result.Safe && q.rule != nil && unsaid(p.Rule, q.rule) {
		text := "the rule is violated only where an environment says so"
		if opt.environment == nil {
			text += ": start with --entry auto"
		} else {
			text += ", and the one of these files says nothing of that"
		}
		r.Lower(result.Reason{Code: "vacuous", Text: text})
	}
	p.hidden(r)
	p.callsBack(r)
	if opt.Strict && len(r.Assumptions) > 0 && r.Verdict != result.Unknown {
		r.Lower(result.Reason{Code: "strict", Text: restsOn(r)})
	}
	opt.outsiders(r)
	p.evidence(todo, r, out)
	return r, nil
}

// without is the verdict on a program that has nothing that the question is about.
func (q *question) without() result.Verdict {
	if q.spec != nil {
		return result.Safe
	}
	return result.NotApplicable
}

// opaque reports whether the program has a point that is not modelled: what comes behind
// it is not known, so what the question is about may be there.
func (p *Prepared) opaque() bool {
	for _, f := range c2bp.Reachable(p.Input) {
		for _, n := range f.Nodes {
			if _, ok := n.Instr.(*cil.Opaque); ok {
				return true
			}
		}
	}
	return false
}

// startPreds reads the predicates to start from.
func (opt Options) startPreds(prog *cil.Program) (*pred.Set, error) {
	if opt.first != nil {
		return &pred.Set{Preds: opt.first(prog)}, nil
	}
	if opt.Preds == "" {
		return nil, nil
	}
	text, err := opt.Inputs.Read(opt.Preds)
	if err != nil {
		return nil, fmt.Errorf("predicates %s: %w", opt.Preds, err)
	}
	return pred.Parse(prog, opt.Preds, string(text))
}

// stages wires the tools up.
func (p *Prepared) stages(ctx context.Context, opt Options, q *question, at precision, start *pred.Set, bs backends) (cegar.Stages, *c2bp.Abstracter) {
	extern, sem := q.extern(), p.semantics(opt)
	o := c2bp.Options{CubeLength: opt.CubeLength, Exact: opt.Exact, NoDomains: opt.NoDomains, Wrap: opt.Wrap, Alias: p.Alias,
		Effects: func(c *cil.Call) []*cil.Lval { return enc.ExternEffect(c, extern) }, Reached: reached(ctx, opt),
		PointsToObject: p.pointers.PointsToObject, PointsToMemory: p.pointers.PointsToMemory, AllocFails: q.spec == nil,
		MaxQueries: opt.budget.queries, MaxRows: opt.budget.rows, More: opt.more}
	if opt.Encoding == Large {
		o.States = searched(ctx, opt)
	}
	ab := c2bp.New(p.Input, o, p.provers(at, bs, sem)...)
	analyst := p.analyst(ctx, opt, q, at, start, bs[0])
	st := cegar.Stages{
		Abstracter: p.abstracter(opt, q, at, ab),
		Checker:    newChecker(ctx, opt),
		Analyst:    analyst,
		Stats:      opt.counting(ab),
	}
	if opt.minimizes() {
		st.Minimizer = p.minimizer(ctx, opt, ab, analyst.env.Slicer, start, bs[0])
	}
	if opt.Dump != "" {
		st.Dump = func(i int, preds *pred.Set, abs *c2bp.Abstraction, paths []*path.Path) error {
			return dump(opt.Dump, p.Prog, i, preds, abs, paths)
		}
	}
	st.Dump = p.watched(opt, analyst.env.Slicer, st.Dump)
	return st, ab
}

// counting returns the abstracter's statistics; whoever wants to know is told what was asked since.
func (opt Options) counting(ab *c2bp.Abstracter) func() c2bp.Stats {
	told := 0
	return func() c2bp.Stats {
		if opt.Queries != nil && ab.Stats.Queries > told {
			opt.Queries(ab.Stats.Queries - told)
			told = ab.Stats.Queries
		}
		return ab.Stats
	}
}

// semantics is that of the options, with what points-to knows.
func (p *Prepared) semantics(opt Options) enc.Options {
	o := opt.semantics()
	if !opt.Logical {
		o.Structs = p.pointers.PointsToStruct
	}
	return o
}

func (opt Options) semantics() enc.Options {
	o := enc.Options{}
	if opt.Bits {
		o.Theory = enc.Bits
	}
	if opt.Wrap {
		o.Overflow = enc.Wrap
	}
	if opt.Logical {
		o.Memory = enc.Logical
	}
	return o
}

// assumptions collects what the program's reading and harness take for granted.
func (p *Prepared) assumptions(r *result.Result, q *question) {
	source := textOf(p.Prog)
	for _, notes := range [][]cil.Note{p.Prog.Notes, p.Harness.Assumptions} {
		for _, n := range notes {
			at := result.At(n.Pos)
			r.Assumptions = append(r.Assumptions, result.Assumption{Code: n.Code, Text: source.ofMacro(n), Where: &at})
		}
	}
	if p.Rule == nil {
		return
	}
	r.Events = p.events(p.callable())
	for _, pos := range q.rule.Halts() {
		at := result.At(pos)
		r.Assumptions = append(r.Assumptions, result.Assumption{Code: "halt", Text: "runs that the rule ends here are of no interest", Where: &at})
	}
}

// fill puts the loop's outcome into the result.
func (p *Prepared) fill(r *result.Result, out *cegar.Outcome, q *question) {
	r.Verdict, r.Reason, r.Iterations = out.Verdict, out.Reason, out.Iterations
	for _, q := range out.Preds.Preds {
		r.Predicates = append(r.Predicates, predText(q))
	}
	if out.Verdict != result.Unsafe {
		p.stuck(r, out, q)
		return
	}
	needed := p.needed(out.Path, q.extern())
	r.Trace, r.Slice = p.trace(out.Path, out.Notes, needed), p.suffices(out, needed, q.extern())
	r.Checked = "bit-precisely"
	p.volatileReads(r, out.Path, needed)
	p.violation(r, out.Path)
	p.undefined(r, out.Path, out.Undefined)
	if d := p.doubt(out.Path); d != nil {
		r.Lower(*d)
	}
}

// needed has the steps of a path that its end depends on, for people: a loop that runs may stay in
// for ever is a way past what comes behind it.
func (p *Prepared) needed(way *path.Path, extern enc.ExternPolicy) []bool {
	slicer := newton.NewSlicer(effects.New(p.pointers, extern))
	slicer.Endless = true
	return slicer.Slice(way)
}

// violation says what the path's last step violates, and where: the place of the event
// in the program, not that of the rule's code.
func (p *Prepared) violation(r *result.Result, way *path.Path) {
	last := p.inlined.Origin(way.Steps[len(way.Steps)-1].Node).Node
	at := p.event(way)
	for _, prop := range p.Props {
		for _, t := range prop.Targets {
			if t.Node == last {
				r.Message = prop.MessageAt(last, p.inlined.Func(at).Name)
			}
		}
	}
	place := result.At(at.Pos)
	r.Where = &place
}

// event returns the last step's node, or if that is in the rule's code the call of it.
func (p *Prepared) event(way *path.Path) *cil.Node {
	own := p.procedures()
	for i := len(way.Steps) - 1; i > 0; i-- {
		if n := way.Steps[i].Node; !own[p.inlined.Func(n)] {
			return n
		}
	}
	return way.Steps[len(way.Steps)-1].Node
}

// procedures returns the functions that are the rule's.
func (p *Prepared) procedures() map[*cil.Func]bool {
	own := map[*cil.Func]bool{}
	if p.Rule != nil {
		for _, f := range p.Rule.Procedures {
			own[f] = true
		}
	}
	return own
}
