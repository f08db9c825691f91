package check

import (
	"fmt"
	"slices"
	"strings"

	"hardbop/c2bp"
	"hardbop/internal/cil"
	"hardbop/internal/enc"
	"hardbop/internal/entries/environ"
	"hardbop/internal/interval"
	"hardbop/internal/path"
	"hardbop/internal/prep"
	"hardbop/internal/result"
)

// semanticAssumptions lists what verdicts take for granted about the program's own
// statements: see ASSUMPTIONS.md for the codes.
func (p *Prepared) semanticAssumptions(opt Options, q *question) []result.Assumption {
	l := &assumptionList{seen: map[result.Assumption]bool{}}
	p.chosen(opt, q, l)
	for _, w := range p.written() {
		for _, n := range w.nodes {
			if !opt.Wrap {
				l.overflow(n, p.inlined.Instr(n))
			}
			for _, g := range p.callees(n) {
				if c, ok := n.Instr.(*cil.Call); ok && c.As != nil {
					g = c.As
				}
				l.call(g, n, q.extern())
			}
		}
	}
	return l.list
}

// restsOn says what a verdict rests on.
func restsOn(r *result.Result) string {
	n, names := result.Tally(r.Assumptions)
	if n == 1 {
		return fmt.Sprintf("the verdict %s rests on the assumption %s", r.Verdict, names)
	}
	return fmt.Sprintf("the verdict %s rests on %d assumptions: %s", r.Verdict, n, names)
}

// chosen lists what the user's options assume.
func (p *Prepared) chosen(opt Options, q *question, l *assumptionList) {
	if opt.Logical {
		l.list = append(l.list, result.Assumption{Code: "logical-memory", Text: "an element of an array is the array's first: *(p+i) is *p"})
	}
	if opt.environment != nil {
		l.list = append(l.list,
			result.Assumption{Code: "environment", Text: "the kernel calls what the environment calls, in its order, with its arguments"},
			result.Assumption{Code: "one-thread", Text: "the environment's callbacks run one after the other"})
		e := opt.environment
		if len(e.Kept) > 0 {
			l.list = append(l.list, result.Assumption{Code: "address-kept", Text: "nobody outside calls " + listed(e.Kept) + ", whose addresses others get"})
		}
		if len(e.Uncalled) > 0 {
			l.list = append(l.list, result.Assumption{Code: "whole-module", Text: "nobody calls " + listed(e.Uncalled) + ": these are all files of the module " + e.Whole})
		}
	}
	if opt.entry() == "main" || opt.environment != nil {
		return
	}
	if q.rule != nil && q.rule.Start() != "" {
		l.list = append(l.list, result.Assumption{Code: "rule-start", Text: opt.entry() + " begins with " + q.rule.Start() + ": what others have done to what it finds, or do afterwards, isn't followed"})
	}
	if opt.InitGlobals {
		l.list = append(l.list, result.Assumption{Code: "globals-init", Text: "globals have their initial values when " + opt.entry() + " is entered"})
	}
}

// listed names functions, the first of many.
func listed(names []string) string {
	if n := len(names) - maxParts; n > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:maxParts], ", "), n)
	}
	return strings.Join(names, ", ")
}

// volatileReads adds the volatile reads, and what other threads set, that the end of a path depends on: that was chosen.
func (p *Prepared) volatileReads(r *result.Result, way *path.Path, needed []bool) {
	l := &assumptionList{seen: map[result.Assumption]bool{}}
	for i, s := range way.Steps {
		if i >= len(needed) || !needed[i] {
			continue
		}
		h, ok := s.Node.Instr.(*cil.Havoc)
		at := result.At(s.Node.Pos)
		switch {
		case ok && h.Why == cil.VolatileRead:
			l.add("volatile", "what the volatile read gives was chosen, whatever the program stored there", at.String(), s.Node)
		case prep.ByOthers(s.Node.Instr):
			l.add("one-thread", "what another thread has set meanwhile was chosen, whatever the program stored there", at.String(), s.Node)
		}
	}
	r.Assumptions = append(r.Assumptions, l.list...)
}

// outsiders notes the functions on the way to a violation that the environment calls only since other files might; where it isn't known
// what that way is, all of them.
func (opt Options) outsiders(r *result.Result) {
	if opt.environment == nil || r.Verdict != result.Unsafe && r.Verdict != result.Unknown {
		return
	}
	r.Outside = nil
	for _, name := range opt.environment.Outsiders() {
		called := func(s result.Step) bool { return s.Says == "call of "+name }
		if !slices.Contains(r.Outside, name) && (len(r.Trace) == 0 || slices.ContainsFunc(r.Trace, called)) {
			r.Outside = append(r.Outside, name)
		}
	}
}

// assumptionList collects assumptions, each once.
type assumptionList struct {
	list []result.Assumption
	seen map[result.Assumption]bool
}

// add adds an assumption unless there is one with the same key.
func (l *assumptionList) add(code, text, key string, n *cil.Node) {
	k := result.Assumption{Code: code, Text: key}
	if l.seen[k] {
		return
	}
	l.seen[k] = true
	at := result.At(n.Pos)
	l.list = append(l.list, result.Assumption{Code: code, Text: text, Where: &at})
}

// overflow adds the signed operations of n, which does what in says, that may overflow.
func (l *assumptionList) overflow(n *cil.Node, in cil.Instr) {
	nothing := &interval.Eval{Read: func(*cil.Lval) (interval.Interval, bool) { return interval.Interval{}, false }}
	at := result.At(n.Pos)
	cil.EachExpr(in, func(e cil.Expr) {
		for _, o := range enc.MayOverflow(e, nothing) {
			text := cil.ExprString(o) + " doesn't overflow"
			l.add("signed-overflow", text, text+at.String(), n)
		}
	})
}

// call adds what a call of g without a body takes for granted. The functions that a
// property names have their meaning from there.
func (l *assumptionList) call(g *cil.Func, n *cil.Node, extern enc.ExternPolicy) {
	writes, _ := enc.LibraryWrites(g)
	switch {
	case threadStarters()[g.Name] && !ofProgram(g):
		l.add("one-thread", g.Name+" is called, but no other thread changes memory", g.Name, n)
	case g.Model != "":
		l.add("model", g.Name+": "+g.Model, g.Name, n)
	case g.HasBody() || ofProperty(g) || environ.IsMark(g.Name):
	case strings.HasPrefix(g.Name, unknownCallee):
		l.add("unknown-call", "a call through a pointer may be of a function outside the program, which is like one without a body", result.At(n.Pos).String(), n)
	case modelled(g):
		l.add("model", g.Name+" does what its model says", g.Name, n)
	case fillers()[strings.TrimPrefix(g.Name, "__builtin_")]:
		l.add("model", g.Name+": changes only what its first argument points to, one level deep, in a way that isn't followed", g.Name, n)
		if !g.SetsKept {
			l.kept(n)
		}
	case extern == enc.ExternNothing && !writes:
		l.add("extern-call", g.Name+" has no body: it may return anything, and changes nothing", g.Name, n)
	default:
		l.add("extern-call", g.Name+" has no body: it may return anything, and changes what it gets pointers to, one level deep", g.Name, n)
		if !g.SetsKept {
			l.kept(n)
		}
	}
}

// fillers are the functions of the C library, and those like them of Linux, that fill or copy memory; what they return is followed.
func fillers() map[string]bool {
	return map[string]bool{"memcpy": true, "memmove": true, "memset": true, "strcpy": true, "strncpy": true, "strcat": true, "strncat": true}
}

// kept adds the members that a function without a body doesn't change, although it gets a
// pointer to their struct.
func (l *assumptionList) kept(n *cil.Node) {
	for _, f := range enc.KeptBy(n.Instr.(*cil.Call)) {
		text := f.Name + " of " + f.Comp.String() + ": only the program changes it"
		l.add("model", text, text, n)
	}
}

// ofProperty reports whether g is one of the functions that SV-COMP gives a meaning.
func ofProperty(g *cil.Func) bool {
	return strings.HasPrefix(g.Name, "__VERIFIER_") || g.Name == "reach_error" || g.Name == "__assert_fail"
}

// ofProgram reports whether the program itself defines g.
func ofProgram(g *cil.Func) bool { return g.HasBody() && g.Model == "" }

// modelled reports whether g, which has no body, does more than to return anything: it
// allocates, frees, or doesn't return.
func modelled(g *cil.Func) bool { return g.NoReturn || enc.Modelled(g) }

// threadStarters are functions that start another thread.
func threadStarters() map[string]bool {
	return map[string]bool{"pthread_create": true, "thrd_create": true, "kthread_run": true, "kthread_create_on_node": true,
		"wake_up_process": true, "PsCreateSystemThread": true}
}

// callsBack lowers SAFE and CONFORMS if the program hands a function to one of the C library or of POSIX
// that calls it, now or later: what it does then isn't followed.
func (p *Prepared) callsBack(r *result.Result) {
	if r.Verdict != result.Safe && r.Verdict != result.Conforms {
		return
	}
	for _, f := range c2bp.Reachable(p.Input) {
		for _, n := range f.Nodes {
			c, ok := n.Instr.(*cil.Call)
			if !ok || c.Callee() == nil || c.Callee().HasBody() || !callers()[c.Callee().Name] || !slices.ContainsFunc(c.Args, mayBeFunction) {
				continue
			}
			at := result.At(n.Pos)
			r.Lower(result.Reason{Code: "callback", Text: c.Callee().Name + " calls a function that it is given", Where: &at})
			return
		}
	}
}

// mayBeFunction reports whether e is a pointer to a function, and no constant, or one to a
// struct, which may have some.
func mayBeFunction(e cil.Expr) bool {
	_, number := cil.ConstValue(e)
	if number || !cil.IsPointer(e.Type()) {
		return false
	}
	_, comp := e.Type().(*cil.PtrType).Elem.(*cil.CompType)
	return comp || cil.IsFuncPointer(e.Type())
}

// callers are functions that call one that they are given.
func callers() map[string]bool {
	return map[string]bool{"atexit": true, "at_quick_exit": true, "on_exit": true, "qsort": true, "qsort_r": true, "qsort_s": true,
		"bsearch": true, "bsearch_s": true, "signal": true, "sigaction": true, "bsd_signal": true, "sigset": true, "call_once": true,
		"pthread_once": true, "pthread_create": true, "thrd_create": true, "pthread_atfork": true, "pthread_key_create": true,
		"tss_create": true, "tsearch": true, "tfind": true, "tdelete": true, "twalk": true, "lsearch": true, "lfind": true,
		"ftw": true, "nftw": true, "scandir": true, "glob": true, "makecontext": true, "clone": true, "dl_iterate_phdr": true}
}
