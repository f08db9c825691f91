package check

import (
	"context"
	"fmt"
	"strings"

	"hardbop/internal/cfront"
	"hardbop/internal/cil"
	"hardbop/internal/obs"
	"hardbop/internal/property"
	"hardbop/internal/result"
	"hardbop/internal/smt"
	"hardbop/slic"
)

// Stats counts the work of one answer.
type Stats struct {
	Queries int
	Sizes
}

// Sizes are three ways to count the predicates of the last Boolean program: expressions, of
// which a variable with a finite domain of k values has k-1; the same with those that exclude
// each other as one; and those that were chosen, without what was inferred from them.
type Sizes struct {
	Expressions int `json:"expressions"`
	Merged      int `json:"merged"`
	Chosen      int `json:"chosen"`
}

// Run answers the questions that opt asks and hands over each answer at once. open makes
// provers. The error says what is wrong with the input, or that a dump can't be written.
func Run(ctx context.Context, opt Options, open smt.Opener, env *obs.Env, sink func(*result.Result, Stats)) error {
	questions, err := opt.questions()
	if err != nil {
		return err
	}
	opt.share(questions)
	opt.noteReads(questions)
	if opt.Since != "" {
		opt.touched = &touched{names: map[string]bool{}}
	}
	then, err := opt.openSince(ctx, questions)
	if err != nil {
		return err
	}
	defer then.close()
	list := opt.each()
	for i, o := range list {
		o.last, o.Answered = i == len(list)-1, max(0, min(opt.Answered-i*len(questions), len(questions)))
		o.Ahead = opt.from(i * len(questions))
		if err := ask(ctx, o, questions, then, open, env, sink); err != nil {
			return err
		}
	}
	return nil
}

// ask answers the questions for one entry, but those that are left out because of what was then.
func ask(ctx context.Context, opt Options, questions []*question, then *since, open smt.Opener, env *obs.Env, sink func(*result.Result, Stats)) error {
	if opt.Answered == len(questions) {
		return nil
	}
	env.Enter("reading " + strings.Join(opt.Files, ", "))
	opt, err := opt.withEnvironment()
	if err != nil {
		return err
	}
	known := opt.ahead(ctx, questions, open, env)
	last := opt.last
	for i, q := range questions {
		if i < opt.Answered {
			continue
		}
		if e, ok := known[i]; ok {
			e.hand(opt, q, sink)
			continue
		}
		env.Enter("reading " + strings.Join(opt.Files, ", "))
		sink, left := then.leaveOut(opt, q, env, sink)
		if left {
			continue
		}
		opt.last = last && i == lastBut(known, len(questions))
		if err := askAll(ctx, opt, q, open, env, sink); err != nil {
			return err
		}
	}
	return nil
}

// share lets all that reads the files for these questions parse them once.
func (opt *Options) share(questions []*question) {
	if opt.trees != nil {
		return
	}
	var rules []*slic.Spec
	for _, q := range questions {
		rules = append(rules, q.rules()...)
	}
	opt.trees = treesFor(rules)
}

func treesFor(rules []*slic.Spec) *cfront.Trees {
	var events []string
	for _, r := range rules {
		events = append(events, r.Functions()...)
	}
	return cfront.NewTrees(events)
}

// question is one rule or property.
type question struct {
	name string
	rule *slic.Spec // nil for a property
	file string     // with the rule; "" if there is none
	// summary says in a line what the rule is about; "" if it doesn't.
	summary string
	// mark puts a property's targets into the program and reports whether there are any.
	mark func(*cil.Program) (property.Property, bool)
	spec *property.Spec // of an SV-COMP property file
}

// questions reads the rules and properties.
func (opt *Options) questions() ([]*question, error) {
	var qs []*question
	found, err := opt.FindRules()
	if err != nil {
		return nil, err
	}
	for _, r := range found {
		qs = append(qs, opt.documented(r))
	}
	if opt.Spec != "" {
		text, err := opt.Inputs.Read(opt.Spec)
		if err != nil {
			return nil, fmt.Errorf("property file %s: %w", opt.Spec, err)
		}
		spec, err := property.ParseSpec(opt.Spec, string(text))
		if err != nil {
			return nil, err
		}
		qs = append(qs, &question{name: spec.Text, spec: spec, mark: spec.Property})
	}
	if opt.Property != "" {
		q, err := named(opt.Property)
		if err != nil {
			return nil, err
		}
		qs = append(qs, q)
	}
	if len(qs) == 0 {
		return nil, fmt.Errorf("nothing to check: expected --rule RULE, --property reach, assert or label:NAME, or --spec FILE.prp")
	}
	return qs, nil
}

// named returns the question of a property by its name.
func named(name string) (*question, error) {
	label, isLabel := strings.CutPrefix(name, "label:")
	switch {
	case name == "reach":
		return &question{name: name, mark: property.Reach}, nil
	case name == "assert":
		return &question{name: name, mark: property.Asserts}, nil
	case isLabel && label != "":
		return &question{name: name, mark: func(p *cil.Program) (property.Property, bool) { return property.Label(p, label) }}, nil
	}
	return nil, fmt.Errorf("unknown property %q: expected reach, assert or label:NAME", name)
}

// noProperty marks nothing.
func noProperty(*cil.Program) (property.Property, bool) { return property.Property{}, true }
