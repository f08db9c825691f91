package check

import (
	"context"
	"fmt"
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/models"
	"hardbop/internal/obs"
	"hardbop/internal/property"
	"hardbop/internal/result"
	"hardbop/internal/smt"
)

// This file looks for several defects of one program. One run of the loop ends with one error path.
// For the next, what was found counts as the end of a run, and the loop starts again: so the last
// one says whether there are others.

// defect is what a violation is about: the place of the event in the program, and what it violates.
// Paths that get there in other ways are the same defect. Of one with a cause ([Prepared.lasting]) it is the
// return that is the cause, and what that leaves: whatever that leads to is the same defect.
type defect struct {
	place   result.Place
	message string
	left    string // as [leftBy] reads it
	// from is the return of the callback at which a violation in the environment is told.
	from result.Place
}

// askAll hands over the answers to one question: the defects, as many as are wanted. What is SAFE
// without those that were found is no answer of its own, what is UNKNOWN is.
func askAll(ctx context.Context, opt Options, q *question, open smt.Opener, env *obs.Env, sink func(*result.Result, Stats)) error {
	opt.known = map[defect]bool{}
	counted := 0
	opt.recall = opt.recallOf(q)
	defer func() {
		if err := opt.recall.keep(); err != nil {
			env.Note("the cache isn't written: " + err.Error())
		}
	}()
	open = opt.recall.opener(open)
	first := map[[3]string]*result.Place{}
	for {
		r, st, err := answerAuto(ctx, opt, q, open, env)
		if err != nil {
			return err
		}
		at := r.Where
		opt.blame(r)
		d := defectOf(r, at)
		unsafe, again := r.Verdict == result.Unsafe, opt.known[d]
		if len(opt.known) == 0 || r.Verdict == result.Unknown || unsafe && !again {
			r.NumberAssumptions()
			r.Provenance = opt.provenance(q)
			akin(r, first)
			sink(r, st)
		}
		if unsafe && !opt.accepted(r) {
			counted++
		}
		if !unsafe || again || opt.Defects >= 0 && counted >= max(1, opt.Defects) {
			opt.ended(r.Verdict == result.Safe || r.Verdict == result.NotApplicable)
			return nil
		}
		opt.known[d], opt.Proof = true, nil // a proof would be one of what is left
		env.Note(fmt.Sprintf("defect %d: %s: %s; looking for others", len(opt.known), d.place, r.Message))
	}
}

// akin says of a defect that comes of a return which leaves the rule's state so, but isn't its cause for certain, which one came of that before:
// first has those, by the return, what it leaves, and the event that led to that.
func akin(r *result.Result, first map[[3]string]*result.Place) {
	since, left := r.Since(), r.Left()
	if r.Verdict != result.Unsafe || since == nil || left == nil || left.Cause {
		return
	}
	key := [3]string{since.Place.String(), left.Place.String(), left.Left}
	if r.Akin = first[key]; r.Akin == nil {
		first[key] = r.Where
	}
}

// blame names a place of the driver for a violation in an environment or a model, which nobody has as a file: at the end of an
// environment that where the rule's state was entered that it must not end in, else the driver's last step before, which is the return
// of its callback or the call of the model. The end of a program without an environment is where its entry has returned.
func (opt Options) blame(r *result.Result) {
	if r.Verdict != result.Unsafe || r.Where == nil {
		return
	}
	if !opt.nobodys(r.Where.File) {
		if e := r.Violation(); e != nil && e.Func == "" && r.AtEnd() {
			at := e.Place
			r.Where = &at
		}
		return
	}
	if s := r.Since(); s != nil && r.AtEnd() && !opt.nobodys(s.Place.File) {
		at := s.Place
		r.Where = &at
		return
	}
	for k := len(r.Trace) - 1; k >= 0; k-- {
		switch s := &r.Trace[k]; {
		case s.Target != nil && !opt.nobodys(s.Target.File): // the driver is called, and does nothing
			at := *s.Target
			r.Where = &at
			return
		case !s.Outside && !s.Event && !s.Rule && s.Place.Line > 0 && !opt.nobodys(s.Place.File):
			at := s.Place
			r.Where, s.Blamed = &at, true
			return
		}
	}
}

// nobodys reports whether positions in the file are in the environment or in a model.
func (opt Options) nobodys(file string) bool {
	return opt.environment != nil && file == opt.environmentFile() || models.Is(file)
}

func (opt Options) accepted(r *result.Result) bool { return opt.Accepted != nil && opt.Accepted(r) }

func (opt Options) ended(all bool) {
	if opt.Ended != nil {
		opt.Ended(all)
	}
}

// defectOf returns what r is about, of UNSAFE. The violation is at the place.
func defectOf(r *result.Result, at *result.Place) defect {
	if r.Verdict != result.Unsafe || at == nil {
		return defect{}
	}
	if s := r.Cause(); s != nil {
		return defect{place: s.Place, left: r.Since().Note}
	}
	d := defect{place: *at, message: r.Message}
	if s := r.Blamed(); s != nil && strings.HasPrefix(s.Text, "return") {
		d.from = s.Place
	}
	return d
}

// bodiesOf are the functions whose calls must become bodies: those of the rule's code, if defects
// were found, so that what they violate at one place is told apart from the same at others.
func (p *Prepared) bodiesOf(opt Options) []*cil.Func {
	if len(opt.known) == 0 || p.Rule == nil {
		return nil
	}
	return p.Rule.Procedures
}

// defectAt returns what a run that ends in the target t, or a copy of it, is about. It reports false
// if that depends on who calls the rule's code.
func (p *Prepared) defectAt(t *cil.Node, prop *property.Property) (defect, bool) {
	own := p.procedures()
	o := p.inlined.Origin(t)
	at, k := o.Node, len(o.Chain)
	for own[at.Func] {
		if k--; k < 0 {
			return defect{}, false
		}
		at = o.Chain[k]
	}
	return defect{place: result.At(at.Pos), message: prop.MessageAt(o.Node, at.Func.Name)}, true
}
