package html

import (
	"slices"

	"hardbop/internal/result"
)

// round is a round of the refinement loop.
type round struct {
	Number   int
	Encoding string
	Count    int      // of predicates
	New      []string // that the round before didn't have
	Gone     int
	Path     int
	Loop     *place
	Turns    int
	Program  string
	Omitted  bool // the program, to keep the page small
}

// maxPrograms bounds the bytes of Boolean programs of one result that a page holds; the latest are kept.
const maxPrograms = 400_000

func (v *view) rounds(list []result.Round) {
	var before []string
	encoding := ""
	for _, r := range list {
		if r.Encoding != encoding {
			before, encoding = nil, r.Encoding
		}
		n := round{Number: r.Number, Encoding: clean(r.Encoding), Count: len(r.Predicates), Path: r.Path}
		for _, p := range r.Predicates {
			if !slices.Contains(before, p) {
				n.New = append(n.New, clean(p))
			}
		}
		for _, p := range before {
			if !slices.Contains(r.Predicates, p) {
				n.Gone++
			}
		}
		before = r.Predicates
		v.Rounds = append(v.Rounds, n)
	}
	left := maxPrograms
	for i := len(list) - 1; i >= 0; i-- {
		if left -= len(list[i].Program); left < 0 {
			left = 0
			v.Rounds[i].Omitted = list[i].Program != ""
		} else {
			v.Rounds[i].Program = cleanAll(list[i].Program)
		}
	}
}

// reason says why there is no verdict and what may be done.
func (v *view) reason(r *result.Result, rounds []result.Round, s *sources) {
	if r.Verdict != result.Unknown || r.Reason == nil {
		return
	}
	code := result.Codes[r.Reason.Code]
	v.Why = &why{Code: clean(r.Reason.Code), Phase: clean(r.Reason.Phase), Meaning: sentence(code.Meaning), Try: r.Hints(), Loop: hottest(rounds, s)}
	for _, l := range r.Reason.Passes {
		v.Why.Passes = append(v.Why.Passes, passed{s.at(l.Place), clean(l.Text)})
	}
}

// hottest is the loop that error paths go round more and more often, with how often the latest did.
func hottest(rounds []result.Round, s *sources) *loop {
	most := result.Diverges(rounds)
	if most == nil {
		return nil
	}
	l := &loop{Func: clean(most.Func), At: s.at(most.Where)}
	for _, r := range result.Latest(rounds) {
		if n := r.Turns(most); n > 0 {
			l.Turns = append(l.Turns, n)
		}
	}
	return l
}
