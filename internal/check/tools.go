package check

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"hardbop/c2bp"
	"hardbop/internal/cfront"
	"hardbop/internal/cil"
	"hardbop/internal/entries/environ"
	"hardbop/internal/path"
	"hardbop/internal/pred"
	"hardbop/internal/smt"
	"hardbop/slic"
)

// This file has the steps of a check as tools of their own, for the chain of commands
// through files. Each prepares the program as the loop does.

// Weave prints the program with the rule woven in, as C.
func Weave(opt Options, w io.Writer) error {
	found, err := opt.FindRules()
	if err != nil {
		return err
	}
	var specs []*slic.Spec
	for _, r := range found {
		specs = append(specs, r.Spec)
	}
	opt.trees = treesFor(specs)
	if opt, err = opt.withEnvironment(); err != nil {
		return err
	}
	prog, entry, err := load(opt, specs...)
	if err != nil {
		return err
	}
	if opt.environment != nil {
		environ.Weave(prog)
	}
	for _, spec := range specs {
		if _, err := slic.Instrument(prog, spec, slic.Config{Entry: entry}); err != nil {
			return err
		}
	}
	slic.Unmark(prog)
	return cil.Print(w, prog, cil.PrintOptions{})
}

// prepareAny prepares the program for the one question of opt, or for none.
func prepareAny(opt Options) (*Prepared, *question, error) {
	qs, err := opt.questions()
	opt.share(qs)
	opt, wrong := opt.withEnvironment()
	if wrong != nil {
		return nil, nil, wrong
	}
	if err != nil && len(opt.Rules) == 0 && opt.Property == "" && opt.Spec == "" {
		q := &question{name: "none", mark: noProperty}
		opt.NoSlice = true // nothing says what matters
		p, err := prepare(opt, q)
		return p, q, err
	}
	if err != nil {
		return nil, nil, err
	}
	if len(qs) > 1 {
		return nil, nil, fmt.Errorf("more than one rule or property: expected one")
	}
	p, err := prepare(opt, qs[0])
	return p, qs[0], err
}

// Abstract returns the Boolean program for the predicates in the file opt.Preds.
func Abstract(ctx context.Context, opt Options, open smt.Opener) (*c2bp.Abstraction, error) {
	p, q, err := prepareAny(opt)
	if err != nil {
		return nil, err
	}
	preds, err := opt.startPreds(p.Prog)
	if err != nil {
		return nil, err
	}
	if preds == nil {
		preds = &pred.Set{}
	}
	bs, err := openBackends(opt, open)
	if err != nil {
		return nil, err
	}
	defer bs.Close()
	_, ab := p.stages(ctx, opt, q, opt.precision(), preds, bs)
	return ab.Abstract(preds), nil
}

// OriginFile is the file in which bebop leaves a path: the origins of the statements
// along it, from which the path of the C program follows.
type OriginFile struct {
	Version int      `json:"version"` // 1
	Origins []string `json:"origins"`
}

// readPath reads a path file, or the origins that bebop has written.
func (p *Prepared) readPath(file, text string) (*path.Path, error) {
	var o OriginFile
	if json.Unmarshal([]byte(text), &o) != nil || o.Origins == nil {
		return path.Read(p.Prog, file, text)
	}
	if o.Version != 1 {
		return nil, fmt.Errorf("%s: version %d of the origins is not known: expected 1", file, o.Version)
	}
	way, err := c2bp.ReadPath(p.Input, o.Origins)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return way, nil
}

// Fit checks a rule against all that the program in opt.Files declares. It returns the
// events of functions that the program doesn't have. The error, if any, says what in the
// rule or the program is wrong.
func Fit(opt Options, rule *slic.Spec) ([]slic.Missing, error) {
	prog, err := elaborate(opt, cfront.Config{Whole: true, Names: rule.Functions()}, rule)
	if err != nil {
		return nil, err
	}
	return slic.Check(rule, &slic.ProgramDeclarations{Prog: prog, Constants: prog.Constants, Types: prog.Types}, slic.CheckOptions{})
}
