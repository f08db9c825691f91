package check

import (
	"fmt"
	"slices"
	"strings"

	"hardbop/internal/cfront"
	"hardbop/internal/cil"
	"hardbop/internal/entries/find"
	"hardbop/internal/result"
	"hardbop/slic"
)

// events counts the points of the program at which the rule's events happen, apart from
// the end of the program: those that exist, and those that runs may reach. Inline
// functions of headers count if the files use them.
func (p *Prepared) events(reached func(*cil.Node) bool) *result.Events {
	ev := &result.Events{}
	used := p.usedFunctions()
	for i, sites := range p.sites() {
		for _, s := range sites {
			c := p.inlined.Call(s[0])
			if c == nil || !p.Rule.Watching[c.Callee()] {
				continue
			}
			switch ok := slices.ContainsFunc(s, reached); {
			case ok:
				ev.Reached++
			case used[p.Prog.Funcs[i]]:
				ev.Unreached = append(ev.Unreached, result.At(s[0].Pos))
			default:
				continue
			}
			ev.Present++
		}
	}
	ev.Missing = notEvents(p.Rule, p.Rule.Rule.Library && ev.Present > 0)
	return ev
}

// usedFunctions returns the functions that the files define themselves, those of headers that aren't static, those
// whose address is taken, and those that these may call.
func (p *Prepared) usedFunctions() map[*cil.Func]bool {
	used := map[*cil.Func]bool{}
	var todo []*cil.Func
	use := func(f *cil.Func) {
		if f != nil && !used[f] {
			used[f] = true
			todo = append(todo, f)
		}
	}
	for _, f := range p.Prog.Funcs {
		if f.AddrTaken || !find.InHeader(f.Pos) || !f.Static || slices.ContainsFunc(p.Prog.Own, func(d cil.Definition) bool { return d.Pos == f.Pos }) {
			use(f)
		}
	}
	for len(todo) > 0 {
		f := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, n := range f.Nodes {
			if c := p.inlined.Call(n); c != nil {
				use(c.Callee())
			}
		}
	}
	return used
}

// vacuous makes a SAFE UNKNOWN that rests on no event of the rule being reached.
func vacuous(r *result.Result) {
	if r.Events != nil && r.Events.Present > 0 && r.Events.Reached == 0 && r.Verdict == result.Safe {
		r.Lower(result.Reason{Code: "vacuous", Text: "no run from the entry reaches an event of the rule", Where: &r.Events.Unreached[0]})
	}
}

// unsaid reports whether the rule aborts only at events that environments make, with
// functions called hardbop_*, and the program has none of them: then nothing was checked.
func unsaid(w *slic.Result, rule *slic.Spec) bool {
	points := map[*slic.Pattern]int{}
	for _, e := range w.Events {
		points[e.Pattern] += e.Points
	}
	any := false
	for _, h := range rule.Handlers {
		if !aborts(h.Body) {
			continue
		}
		any = true
		for _, pat := range h.Patterns {
			if points[pat] > 0 || !strings.HasPrefix(pat.Func, "hardbop_") {
				return false
			}
		}
	}
	return any
}

// aborts reports whether an abort is in s.
func aborts(s slic.Stmt) bool {
	switch s := s.(type) {
	case *slic.Abort:
		return true
	case *slic.Block:
		return slices.ContainsFunc(s.Stmts, aborts)
	case *slic.If:
		return aborts(s.Then) || s.Else != nil && aborts(s.Else)
	}
	return false
}

// notEvents says which of the rule's functions the program doesn't have, and which macros
// it has that can't be events. What looks like a slip has a line of its own. A rule of a library is
// about many functions: of one that has others quiet leaves the absent ones out.
func notEvents(r *slic.Result, quiet bool) []string {
	var list []string
	var absent []slic.Missing
	for _, m := range r.Missing {
		switch {
		case slices.ContainsFunc(r.Hidden, func(h cil.HiddenMacro) bool { return h.Name == m.Pattern.Func }):
		case slip(r, m):
			list = append(list, m.String())
		default:
			absent = append(absent, m)
		}
	}
	if len(absent) > 0 && !quiet {
		list = append(list, noFunctions(absent))
	}
	for _, h := range r.Hidden {
		list = append(list, fmt.Sprintf("%s: the macro %s is no event: %s", h.Pos, h.Name, h.Why))
	}
	return list
}

// slip reports whether m may be meant for another function of the program: one that is
// similar and that the rule doesn't name as well. Rules of a library have no slips.
func slip(r *slic.Result, m slic.Missing) bool {
	return !r.Rule.Library && slices.ContainsFunc(m.Nearest, func(name string) bool {
		return !slices.ContainsFunc(r.Events, func(e slic.EventCount) bool { return e.Pattern.Func == name })
	})
}

// noFunctions names functions of the rule that the program doesn't have, in one line.
func noFunctions(absent []slic.Missing) string {
	var names []string
	for _, m := range absent {
		names = append(names, m.Pattern.Func)
	}
	if len(names) == 1 {
		return fmt.Sprintf("%s: the program has no function %s", absent[0].Pattern.Pos, names[0])
	}
	return fmt.Sprintf("%s: the program has no functions %s", absent[0].Pattern.Pos, strings.Join(names, ", "))
}

// hidden makes a SAFE, or that nothing applies, UNKNOWN if the files use a macro that the
// rule speaks of and that couldn't be watched.
func (p *Prepared) hidden(r *result.Result) {
	if p.Rule == nil || r.Verdict == result.Unsafe {
		return
	}
	for _, h := range p.Rule.Hidden {
		if h.Used {
			at := result.At(h.Pos)
			r.Lower(result.Reason{Code: "hidden-event", Text: "the rule speaks of the macro " + h.Name + ", whose uses aren't known: " + h.Why, Where: &at})
		}
	}
}

// elsewhere looks for events of the rule in what the entry doesn't reach, after none was
// found in what it does: a program that has some isn't NOT-APPLICABLE, but the answer
// would be worth nothing. Inline functions of headers matter if the files use them.
func elsewhere(opt Options, q *question, r *result.Result) {
	if q.rule == nil {
		return
	}
	prog, entry, err := read(opt, cfront.Config{Own: true}, q.rule)
	if err != nil {
		r.Lower(result.Reason{Code: "vacuous", Text: "the entry reaches none of the rule's events, and the functions that it doesn't reach can't be read: " + firstLine(err)})
		return
	}
	w, err := slic.Instrument(prog, q.rule, slic.Config{Entry: entry})
	if err != nil {
		r.Lower(result.Reason{Code: "vacuous", Text: "the entry reaches none of the rule's events, and the rule doesn't fit the functions that it doesn't reach: " + firstLine(err)})
		return
	}
	missing := r.Events.Missing
	whole := Prepared{Prog: prog, Rule: w}
	r.Events = whole.events(func(*cil.Node) bool { return false })
	r.Events.Missing = missing
	if r.Events.Present == 0 {
		return
	}
	r.Lower(result.Reason{Code: "vacuous", Text: "the rule's events are in no function that the entry may call", Where: &r.Events.Unreached[0]})
}

func firstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}
