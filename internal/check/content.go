package check

import (
	"strings"

	"hardbop/c2bp"
	"hardbop/internal/cil"
	"hardbop/internal/digest"
	"hardbop/internal/pred"
)

// This file says what an abstraction follows from. A cache calls it by a digest of that, so that
// what is left out here would let one program have the abstraction of another.

// content is a digest of all that abstractions follow from, but for predicates: the program as it is
// abstracted, with the types, initial values, places and remarks that it has, and what must not be
// reached; the options, which say how pointers were analysed, and what is made of that; what of the
// question bears on the meaning of calls; and how exactly integers are reasoned about. What points
// where follows from these. The build of the tool and the version of the prover are part of each entry
// of the cache. The program must not change any more, and belongs to one question with its options.
func (p *Prepared) content(opt Options, q *question, at precision) digest.Sum {
	if d, ok := p.contents[at]; ok {
		return d
	}
	if p.contents == nil {
		p.contents = map[precision]digest.Sum{}
	}
	p.contents[at] = digest.Of(p.body(), opt.bearing(), q.name, q.spec == nil, p.Rule == nil, at)
	return p.contents[at]
}

// body is a digest of the program alone, with what must not be reached.
func (p *Prepared) body() digest.Sum {
	if p.sum != nil {
		return *p.sum
	}
	var targets, calls, state []string
	nodes := make([]int, len(p.Input.Targets))
	for i, t := range p.Input.Targets {
		targets = append(targets, t.Node.Func.Name, t.Label)
		nodes[i] = t.Node.ID
	}
	for _, f := range c2bp.Reachable(p.Input) {
		calls = append(calls, p.calls(f)...)
	}
	for _, v := range p.state() {
		state = append(state, v.Name)
	}
	sum := digest.Of(p.Prog, p.Input.Entry.Name, targets, nodes, calls, state)
	p.sum = &sum
	return sum
}

// calls lists what each call in f may enter.
func (p *Prepared) calls(f *cil.Func) []string {
	var all []string
	for _, n := range f.Nodes {
		if _, ok := n.Instr.(*cil.Call); ok {
			all = append(all, ";")
			for _, g := range p.Input.Callees(n) {
				all = append(all, g.Name)
			}
		}
	}
	return all
}

// bearing returns the options that bear on abstractions: all but those that say what is done with
// answers, how much may be asked for one, and what is part of the program by now. Whoever adds an
// option that isn't one of these has nothing to do here.
func (opt Options) bearing() Options {
	bounded := opt.budget.queries != 0
	opt.EnvOut, opt.Preds, opt.Dump, opt.ReplayOut, opt.ReplayCC, opt.Certificate = "", "", "", "", "", ""
	opt.Since, opt.SinceAlso, opt.Tool, opt.Given = "", nil, "", nil
	opt.Replay, opt.Certify, opt.Evidence, opt.Witness, opt.Strict = "", false, false, false, false
	opt.Safe, opt.Proof, opt.Round, opt.Accepted, opt.Ended, opt.Ahead, opt.more, opt.absent = nil, nil, nil, nil, nil, nil, nil, false
	opt.Solver, opt.Inputs, opt.Told, opt.readFile = nil, nil, nil, nil
	opt.MaxIterations, opt.Jobs, opt.Defects, opt.Answered, opt.last, opt.known = 0, 0, 0, 0, false, nil
	opt.Cache, opt.recall, opt.trees, opt.environment, opt.first, opt.texts = nil, nil, nil, nil, nil, nil
	opt.reads, opt.touched, opt.Hint, opt.Queries = nil, nil, nil, nil
	// With a bound on questions there is no abstraction of which a part was left open.
	if opt.budget = (budget{}); bounded {
		opt.budget.queries = 1
	}
	return opt
}

// withPreds is a digest of what one abstraction follows from, given that of all else; it reports
// false if the predicates have no text.
func withPreds(of digest.Sum, preds *pred.Set) (digest.Sum, bool) {
	var text strings.Builder
	err := pred.Write(&text, preds)
	return digest.Of(of, text.String()), err == nil
}
