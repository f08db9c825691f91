package paq

import (
	"io"

	"hardbop/internal/smt"
	"hardbop/internal/source"
)

// The keywords by which a script says that it is a query, and what its constants are.
const (
	queryKeyword     = ":hardbop-query"
	locationKeyword  = ":hardbop-location"
	importantKeyword = ":hardbop-important"
)

// Write writes a query as a script in SMT-LIB 2: its name, its locations and its important
// constants as set-info, then an assertion for each conjunct, all in order. Solvers that know
// nothing of these take it for a question about satisfiability.
func Write(w io.Writer, q *Query) error {
	marks := []smt.Mark{{Keyword: queryKeyword, Text: q.Name}}
	for _, l := range q.Locations {
		marks = append(marks, smt.Mark{Keyword: locationKeyword, Var: l})
	}
	for _, b := range q.Important {
		marks = append(marks, smt.Mark{Keyword: importantKeyword, Var: b})
	}
	return smt.WriteScriptWith(w, smt.Header{Logic: logic(q), Marks: marks}, q.Conjuncts...)
}

// logic returns SMT-LIB's name of a logic that a query is in.
func logic(q *Query) string {
	name := "QF_LIA"
	smt.Walk(func(t smt.Term) {
		switch sort := t.Sort().Kind(); {
		case sort != smt.BoolSort && sort != smt.IntSort, t.Op() == smt.OpMul:
			name = "ALL"
		case t.Op() == smt.OpApply && name == "QF_LIA":
			name = "QF_UFLIA"
		}
	}, q.Conjuncts...)
	return name
}

// Read reads what Write writes, and other scripts that say in the same way what is important.
// file is the file's name for errors, which are a [source.ErrorList].
func Read(f *smt.Factory, file, text string) (*Query, error) {
	s, err := smt.ReadScript(f, file, text)
	if err != nil {
		return nil, err
	}
	r := &reader{f: f, text: text, consts: map[string]smt.Symbol{}, seen: map[string]bool{}}
	for _, sym := range s.Symbols {
		r.consts[sym.Name] = sym
	}
	q := &Query{Factory: f, Conjuncts: s.Asserts}
	for _, i := range s.Infos {
		r.info(q, i)
	}
	if !r.named {
		r.errs.Add(source.Pos{File: file}, text, "not a query: expected (set-info %s name)", queryKeyword)
	}
	return q, r.errs.Err()
}

// reader takes what a script says about itself.
type reader struct {
	f      *smt.Factory
	text   string
	consts map[string]smt.Symbol
	named  bool
	seen   map[string]bool // constants that have a role
	errs   source.ErrorList
}

func (r *reader) info(q *Query, i smt.Info) {
	switch i.Keyword {
	case queryKeyword:
		if r.named {
			r.errs.Add(i.Pos, r.text, "the query has two names")
		}
		q.Name, r.named = i.Value, true
	case importantKeyword:
		q.Important = r.add(q.Important, i)
	case locationKeyword:
		q.Locations = r.add(q.Locations, i)
	}
}

// add adds the Boolean constant that is named to a list.
func (r *reader) add(list []smt.Term, i smt.Info) []smt.Term {
	s, ok := r.consts[i.Value]
	switch {
	case !ok:
		r.errs.Add(i.Pos, r.text, "%s isn't declared", i.Value)
	case len(s.Args) > 0 || s.Result != r.f.BoolSort():
		r.errs.Add(i.Pos, r.text, "%s isn't a Boolean constant", i.Value)
	case r.seen[i.Value]:
		r.errs.Add(i.Pos, r.text, "%s has a role already", i.Value)
	default:
		r.seen[i.Value] = true
		return append(list, r.f.Var(s.Name, s.Result))
	}
	return list
}
