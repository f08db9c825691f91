package check_test

import (
	"testing"

	"hardbop/internal/mutant"
)

// TestMutants plants faults and expects other tests to fail.
func TestMutants(t *testing.T) {
	const along, infer = "../../c2bp/along.go", "infer.go"
	const confirmed, claimed = "TestClaimsAreConfirmed", "TestClaimedInvariants"
	mutant.Kill(t, []mutant.Fault{
		{Name: "a witness's target counts before its segments are passed", File: "validatepath.go", Tests: confirmed,
			Old: "p.Guard(e)", New: "_ = e"},
		{Name: "a witness's target may be on any line", File: "validatepath.go", Tests: confirmed,
			Old: "p.Keep(func(t property.Target) bool { return v.at(t, target.At) })", New: "p.Keep(func(t property.Target) bool { return true || v.at(t, target.At) })"},
		{Name: "the sides of claims are those of cil's branches", File: "claims.go", Tests: confirmed,
			Old: "d.taken[part] = s.Taken == 0", New: "d.taken[part] = s.Taken != 0"},
		{Name: "claimed invariants lose their negations", File: "claimsc.go", Tests: claimed,
			Old: "(e.Op == boolprog.OpOr) == positive", New: "(e.Op == boolprog.OpAnd) == positive"},
		{Name: "unsigned numbers are claimed as int", File: "claimsc.go", Tests: "TestTerms",
			Old: "t.bound.BitLen() <= bits", New: "t.bound.BitLen() <= bits+1"},
		{Name: "violated invariants are no errors", File: "validate.go", Tests: claimed,
			Old: "		p.Targets = append(p.Targets, t)\n", New: ""},
		{Name: "a path takes one side of all branches", File: along, Tests: "TestMinimize",
			Old: "e.sides(n, in)[st.taken]", New: "e.sides(n, in)[0]"},
		{Name: "a statement is the same for all predicates", File: along, Tests: "TestAlong",
			Old: "if matters[f.part[i]] {", New: "if matters[f.part[i]] && false {"},
		{Name: "values of a variable don't exclude each other along a path", File: along, Tests: "TestAlong",
			Old: "s.ab.addGlobalGroups(bp) // to all procedures", New: ""},
		{Name: "calls on a path are skipped", File: along, Tests: "TestAlong",
			Old: "if p.Enters(i) {", New: "if false {"},
		{Name: "whatever is tried rules a path out", File: "minimize.go", Tests: "TestMinimize",
			Old: "return !runs", New: "return runs || true"},
		{Name: "results don't come from anywhere", File: infer, Tests: "TestInference",
			Old: "if c.Ret != nil && g.Result != nil {", New: "if false {"},
		{Name: "arguments don't come from anywhere", File: infer, Tests: "TestInference",
			Old: "	x.add(in)\n", New: ""},
		{Name: "what nobody reads is inferred", File: infer, Tests: "TestInference",
			Old: "if unread(n, in.L) {", New: "if false {"},
		{Name: "what a call returned is taken to be so afterwards", File: "invariants.go", Tests: "TestForget",
			Old: "return fold(boolprog.OpOr, []*boolprog.Expr{a, b})", New: "return fold(boolprog.OpAnd, []*boolprog.Expr{a, b})"},
		{Name: "constants don't decide", File: "invariants.go", Tests: "TestForget",
			Old: "case decisive:\n			return a", New: "case decisive:"},
		{Name: "loops are followed", File: infer, Tests: "TestInference",
			Old: "!ok || enc.Affected(l, w.es[i], alias)", New: "!ok"},
		{Name: "what was is what is", File: "since.go", Tests: "TestSinceEdits",
			Old: "s.old.readFile, s.old.trees, s.old.EnvOut, s.old.Inputs = tree.Read, nil, \"\", nil", New: "s.old.trees, s.old.EnvOut, s.old.Inputs = nil, \"\", nil"},
		{Name: "both versions share their trees", File: "since.go", Tests: "TestSinceEdits",
			Old: "s.old.share(questions)", New: "s.old.trees = opt.trees"},
		{Name: "calls through pointers lead nowhere", File: "since.go", Tests: "TestSinceEdits",
			Old: "for _, f := range c2bp.Reachable(p.Input) {", New: "for _, f := range c2bp.Reachable(c2bp.Input{Prog: p.Input.Prog, Entry: p.Input.Entry}) {"},
		{Name: "a rule is what it was", File: "since.go", Tests: "TestSinceEdits",
			Old: "if q.rule != nil && q.file != \"\" {", New: "if false {"},
		{Name: "what can't be told is unchanged", File: "since.go", Tests: "TestSinceFiles",
			Old: "return \"what it was can't be told: \" + firstLine(err), true", New: "return \"\", false"},
		{Name: "waivers don't count", File: "since.go", Tests: "TestSinceEdits",
			Old: "if err != nil || !bytes.Equal(waiversIn", New: "if false && !bytes.Equal(waiversIn"},
		{Name: "every edit counts", File: "since.go", Tests: "TestSinceEdits",
			Old: "parts, err = differences(left, opt, old, q)", New: ""},
		// What an abstraction in a cache is called by.
		{Name: "all programs have the same abstractions", File: "content.go", Tests: "TestContent|TestCacheOfAnotherProgram",
			Old: "digest.Of(p.Prog, p.Input", New: "digest.Of(p.Input"},
		{Name: "options don't bear on abstractions", File: "content.go", Tests: "TestContent|TestBearing",
			Old: "opt.bearing(), ", New: ""},
		{Name: "all encodings have the same abstractions", File: "content.go", Tests: "TestContent|TestBearing",
			Old: "opt.MaxIterations, opt.Jobs,", New: "opt.Encoding = \"\"\n\topt.MaxIterations, opt.Jobs,"},
		{Name: "bits and numbers have the same abstractions", File: "content.go", Tests: "TestContent",
			Old: "p.Rule == nil, at)", New: "p.Rule == nil)"},
		{Name: "all predicates have the same abstractions", File: "content.go", Tests: "TestWithPreds",
			Old: "digest.Of(of, text.String())", New: "digest.Of(of)"},
		{Name: "an abstraction of a part is taken for the whole", File: "content.go", Tests: "TestBearing",
			Old: "bounded {", New: "bounded && false {"},
		{Name: "known error paths are believed", File: "knownpath.go", Tests: "TestKnownPath",
			Old: "if c.Kind != cegar.Feasible {", New: "if false {"},
		// Faults that make SAFE of programs that fail: no certificate is accepted then.
		{Name: "what a pointer may lead to doesn't change", File: "../../c2bp/assign.go", Tests: "TestWrongSafeIsNotCertified",
			Old: "if ab.opt.Alias.MayAlias(nil, l, r) != enc.Never {", New: "if ab.opt.Alias.MayAlias(nil, l, r) == enc.Same {"},
		{Name: "calls that were reached before don't return", File: "../../bebop/reach.go", Tests: "TestWrongSafeIsNotCertified",
			Old: "behind = r.m.Or(behind, r.leave(s, r.seen[b.id], fresh))", New: "_ = fresh"},
		{Name: "stores through pointers are left out", File: "../effects/dead.go", Tests: "TestWrongSafeIsNotCertified",
			Old: "if x.to.Meets(d.live) {", New: "if x.to.Meets(d.live) && (x.node == nil || func() bool { l, _ := assigned(x.node); return l.Base != nil }()) {"},
	})
}
