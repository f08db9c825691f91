package check

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"hardbop/c2bp"
	"hardbop/internal/cegar"
	"hardbop/internal/cil"
	"hardbop/internal/effects"
	"hardbop/internal/enc"
	"hardbop/internal/inline"
	"hardbop/internal/path"
	"hardbop/internal/pred"
	"hardbop/internal/smt"
	"hardbop/internal/source"
	"hardbop/newton"
	"hardbop/slic"
)

// analyst looks at paths with newton, and bit by bit with enc: it implements
// cegar.Analyst.
type analyst struct {
	ctx  context.Context
	prog *cil.Program
	env  newton.Env
	// inlined is the way back to the program as it was written.
	inlined *inline.Result
	hollow  map[*cil.Node][]*cil.Var // as in [Prepared]
	rule    *slic.Result             // nil without one
	// script asks for what drives a run along a feasible path.
	script bool
	// loops has the lengths of the first paths through each set of loops.
	loops map[string][]int
	// found is the run along the path that was found last while it was analysed.
	found *foundRun
}

// foundRun is a run along a path.
type foundRun struct {
	path *path.Path
	run  *enc.Verdict
}

func (p *Prepared) analyst(ctx context.Context, opt Options, q *question, at precision, start *pred.Set, backend smt.Backend) *analyst {
	env := newton.Env{Backend: backend, Options: p.semantics(opt), Extern: q.extern(),
		AllocFails: q.spec == nil, Alias: p.Alias, Where: p.where, Namer: pred.NewNamer(start), Slicer: newton.NewSlicer(effects.New(p.pointers, q.extern())), Limit: pathLimit, Bits: at != mathOnly, Refine: opt.refine()}
	if opt.Encoding == Large {
		env.Cuts = c2bp.NewCuts(p.Input)
	}
	return &analyst{ctx: ctx, prog: p.Prog, inlined: p.inlined, hollow: p.hollow, rule: p.Rule, loops: map[string][]int{}, script: opt.replays(), env: env}
}

// extern says what functions without a body do; SV-COMP has a convention of its own.
func (q *question) extern() enc.ExternPolicy {
	if q.spec != nil {
		return enc.ExternNothing
	}
	return enc.ExternOneLevel
}

// pathLimit bounds the work of a question about a whole path, in the prover's steps.
const pathLimit = 200_000_000

// Analyse implements cegar.Analyst.
func (a *analyst) Analyse(p *path.Path, level int) cegar.Analysis {
	out := a.explain(p, level, a.runs)
	switch out.Kind {
	case newton.Feasible:
		return cegar.Analysis{Kind: cegar.Feasible}
	case newton.Infeasible:
		return cegar.Analysis{Kind: cegar.Infeasible, Preds: out.Explanation.Preds}
	}
	return cegar.Analysis{Kind: cegar.Undecided, Why: out.Why}
}

// explain asks newton about p, which asks runs (nil for none) for a run.
func (a *analyst) explain(p *path.Path, level int, runs func(*path.Path) bool) *newton.Outcome {
	env := a.env
	env.Level, env.Runs = level, runs
	env.Loops = level >= 2 || a.turns(p)
	return newton.Check(a.prog, p, &env)
}

// runs looks for a run along p without much effort, and keeps it.
func (a *analyst) runs(p *path.Path) bool {
	v := enc.FindRun(a.ctx, a.env.Backend, a.prog, p, a.recheckOptions(p, runLimit))
	if v != nil {
		a.found = &foundRun{p, v}
	}
	return v != nil
}

// runLimit bounds each search for a run before a path is known to be feasible, in the
// prover's steps.
const runLimit = 5_000_000

func (a *analyst) recheckOptions(p *path.Path, limit uint) enc.RecheckOptions {
	opt := enc.PathOptions{Options: a.env.Options, Extern: a.env.Extern, AllocFails: a.env.AllocFails, Where: a.env.Where, Needed: a.env.Slicer.Needed(p)}
	return enc.RecheckOptions{PathOptions: opt, Limit: limit, Script: a.script}
}

// verdict is that of the bit-precise check of p.
func (a *analyst) verdict(p *path.Path, limit uint) *enc.Verdict {
	if a.found != nil && a.found.path == p {
		return a.found.run
	}
	return enc.Recheck(a.ctx, a.env.Backend, a.prog, p, a.recheckOptions(p, limit))
}

// turns reports whether a path was seen before that differs from p only in the turns of
// loops. One turn more each time is a sign that invariants are missing. It doesn't say so
// for ever: where no invariants are found at first, they hardly are later.
func (a *analyst) turns(p *path.Path) bool {
	key, closed := newton.LoopKey(p)
	seen := a.loops[key]
	if !closed || len(seen) > maxTurns || slices.Contains(seen, len(p.Steps)) {
		return false
	}
	a.loops[key] = append(seen, len(p.Steps))
	return len(seen) > 0
}

// maxTurns bounds how often invariants are asked for because of the same loops.
const maxTurns = 2

// Recheck implements cegar.Analyst.
func (a *analyst) Recheck(p *path.Path) cegar.Recheck { return a.rechecked(p, pathLimit) }

// doubtLimit bounds each question about a path that is said to be infeasible, in the prover's
// steps.
const doubtLimit = 10_000_000

// Doubt implements cegar.Analyst.
func (a *analyst) Doubt(p *path.Path) cegar.Recheck { return a.rechecked(p, doubtLimit) }

func (a *analyst) rechecked(p *path.Path, limit uint) cegar.Recheck {
	v := a.verdict(p, limit)
	switch v.Outcome {
	case enc.PathFeasible:
		return cegar.Recheck{Kind: cegar.Feasible, Notes: a.values(p, v), Undefined: v.Undefined, Script: v.Script}
	case enc.PathInfeasible:
		why := "with machine integers"
		if v.OneLayout {
			why += " in the layouts of memory that were tried"
		}
		return cegar.Recheck{Kind: cegar.Infeasible, Core: v.Core, Why: why}
	}
	code := "weak-memory"
	if v.GaveUp {
		code = "solver-unknown"
	}
	return cegar.Recheck{Kind: cegar.Undecided, Code: code, Why: v.Reason}
}

// values says for each step what it assigns.
func (a *analyst) values(p *path.Path, v *enc.Verdict) []string {
	notes := make([]string, len(p.Steps))
	t := &teller{inlined: a.inlined, rule: a.rule, path: p, old: map[*cil.Var]string{}}
	t.namesOf(v.Script)
	needed, hollow := a.env.Slicer.Needed(p), false // hollow: the function that is left has returned what isn't known
	for i := 0; i < len(v.Values); {
		x, n := v.Values[i], 1
		for i+n < len(v.Values) && v.Values[i+n].Step == x.Step {
			n++
		}
		all := v.Values[i : i+n]
		if i += n; x.Step < 0 || x.Step >= len(notes) {
			continue
		}
		if at := p.Steps[x.Step].Node; at == at.Func.Exit && hollow {
			continue
		} else if at != at.Func.Exit {
			hollow = slices.Contains(a.hollow[at], x.L.Base) && !p.Enters(x.Step)
		}
		for _, x := range a.telling(p, all, needed) {
			notes[x.Step] = joined(notes[x.Step], t.note(x))
		}
	}
	return notes
}

// telling lists the values of those that one step gives which are told: of arguments all that are no pointers, else where there are several, a few
// that are needed later. What a call returns is told if the source has a variable for it, or if nothing else is told.
func (a *analyst) telling(p *path.Path, all []enc.Value, needed func(int, *cil.Lval) bool) []enc.Value {
	var list, result []enc.Value
	n := p.Steps[all[0].Step].Node
	c := a.inlined.Call(n)
	for _, x := range all {
		name := cil.SourceLval(a.inlined.Lval(x.L))
		switch {
		case x.Val == nil || slices.Contains(a.hollow[n], x.L.Base):
		case p.Enters(x.Step):
			if !cil.IsPointer(x.L.Type()) {
				list = append(list, x)
			}
		case c != nil && c.Ret != nil && cil.SourceLval(c.Ret) == cil.SourceLval(x.L):
			result = append(result, x)
		case tellable(c, x.L) && (len(all) == 1 || plain.MatchString(name) && needed(x.Step, x.L)):
			list = append(list, x)
		}
	}
	if p.Enters(all[0].Step) {
		return list
	}
	if len(list) > fewValues {
		list = slices.DeleteFunc(list, func(x enc.Value) bool { return len(x.L.Path) > 0 && x.L.Path[len(x.L.Path)-1].Field == nil }) // which of the elements matters isn't known
	}
	list = list[:min(len(list), fewValues)]
	if len(list) == 0 || len(result) == 1 && result[0].L.IsVar(nil) && result[0].L.Base.Kind != cil.Temp {
		list = append(list, result[:min(len(result), fewValues)]...)
	}
	return list
}

// fewValues is how many values are told of a step that gives many.
const fewValues = 3

// plain matches the names of variables, members and elements that are easy to read.
var plain = regexp.MustCompile(`^\*?\w+((->|\.)\w+|\[\d+\])*$`)

// tellable reports whether a note of the call c, if it isn't nil, says that l has a value: its result, what has a name, or what an argument
// points to. What it changes elsewhere in memory is named in a way that leads away from it.
func tellable(c *cil.Call, l *cil.Lval) bool {
	if c == nil || l.Base != nil || c.Ret != nil && cil.SourceLval(c.Ret) == cil.SourceLval(l) {
		return true
	}
	of := strings.TrimLeft(cil.SourceLval(l), "*(")
	return slices.ContainsFunc(c.Args, func(e cil.Expr) bool {
		arg := strings.TrimSuffix(strings.TrimLeft(cil.SourceExpr(unconverted(e)), "&*("), "[0]")
		return strings.HasPrefix(of, arg) && len(arg) > 0 && (len(of) == len(arg) || !isWord(of[len(arg)]))
	})
}

// Explanation is what newton knows of a path.
type Explanation struct {
	Path    *path.Path
	Outcome *newton.Outcome
}

// Explain analyses the path in the file on the given level; see [newton.Env].
func Explain(ctx context.Context, opt Options, file string, level int, open smt.Opener) (*Explanation, error) {
	text, err := source.ReadText(file)
	if err != nil {
		return nil, fmt.Errorf("path %s: %w", file, err)
	}
	p, q, err := prepareAny(opt)
	if err != nil {
		return nil, err
	}
	way, err := p.readPath(file, string(text))
	if err != nil {
		return nil, err
	}
	backend, err := open(smt.NewFactory())
	if err != nil {
		return nil, err
	}
	defer backend.Close()
	return &Explanation{Path: way, Outcome: p.analyst(ctx, opt, q, opt.precision(), nil, backend).explain(way, level, nil)}, nil
}
