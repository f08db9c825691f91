package c2bp

import (
	"testing"

	"hardbop/internal/mutant"
)

// Tests that see faults: runs of generated programs step by step, F and G against all
// states, and small programs with calls.
const (
	runs  = "TestRunsAreAllowed|TestReachedIsUnsafe"
	brute = "TestDecideIsExact"
	calls = "TestCalls"
	mods  = "TestMods|TestCalls"
	lines = "TestLineCalls|TestLineRuns"
	large = "TestLargeBlocks|TestBlocksAllowRuns|TestCalls"
)

// faults are planted by TestMutants.
var faults = []mutant.Fault{
	{Name: "what is done after a call is left out along a path", File: "line.go", Tests: lines,
		Old: "w.add(out, to, stmts[at+1:])", New: "w.add(out, to, stmts[at+1:at+1])"},
	{Name: "arguments are left out along a path", File: "line.go", Tests: lines,
		Old: "names(w.set.ab.signature(m.callee).formals), stmts[at].Rhs)", New: "nil, nil)"},
	{Name: "conflicts are left out along a path", File: "line.go", Tests: lines,
		Old: "groups(w.set.ab.local[f]), w.set.fn(f).enforce)", New: "groups(w.set.ab.local[f]), nil)"},
	{Name: "activations of one function share their variables", File: "line.go", Tests: lines,
		Old: "key := frameKey{f, depth}", New: "key := frameKey{f, 0}"},
	{Name: "a step is the same at each depth", File: "line.go", Tests: lines,
		Old: "m := lineMove{lineStep: newLineStep(p, i), depth: len(open)}", New: "m := lineMove{lineStep: newLineStep(p, i)}"},
	{Name: "returns go to any call", File: "line.go", Tests: lines,
		Old: "m.from = open[len(open)-1]", New: "m.from = open[0]"},
	{Name: "what variables of many values are to each other is unknown", File: "enforce.go", Tests: calls,
		Old: "if el.v == nil {\n\t\t\ts.conflictsOf(k, el)", New: "if el.v != nil {\n\t\t\ts.conflictsOf(k, el)"},
	{Name: "a predicate contradicts what it follows from", File: "enforce.go", Tests: calls + "|" + runs,
		Old: "case interval.True:\n\t\t\twrong = 1", New: "case interval.False:\n\t\t\twrong = 1"},
	{Name: "chains end at pointers of other types", File: "chains.go", Tests: calls,
		Old: "case cil.IsPointer(t) && cil.IsPointer(e.Type()):", New: "case false:"},
	{Name: "cubes in words lose their order", File: "cubes.go", Tests: "TestGrow",
		Old: "packed(before<<litBits|uint64(k<<valueBits|i), after)", New: "packed(packed(before, after)<<litBits|uint64(k<<valueBits|i), nil)"},
	{Name: "literals are added twice", File: "cubes.go", Tests: "TestGrow",
		Old: "	words = slices.Compact(words)\n", New: ""},
	{Name: "linked elements die alone", File: "dead.go", Tests: "TestDead$|TestCalls",
		Old: "t = t.join(of[v], of)", New: "t.kept = t.kept || of[v].kept"},
	{Name: "memory dies with what leads to it", File: "dead.go", Tests: "TestDead$",
		Old: "t := &topic{kept: el.mem}", New: "t := &topic{}"},
	{Name: "a variable that is read again is forgotten", File: "dead.go", Tests: "TestDead$",
		Old: "t.kept || slices.ContainsFunc", New: "t.kept || !slices.ContainsFunc"},
	{Name: "nothing is forgotten", File: "dead.go", Tests: "TestDead$",
		Old: "e.dead[n] = append(e.dead[n], el)", New: ""},
	{Name: "what isn't followed any more stays", File: "blocks.go", Tests: large,
		Old: "\t\t\tb.dropped = append(b.dropped, el)", New: "\t\t\tif e.tracks(el, frag.From) {\n\t\t\t\tb.dropped = append(b.dropped, el)\n\t\t\t}"},
	{Name: "fragments behind calls don't know what is returned", File: "blocks.go", Tests: large,
		Old: "\t\tn = n.Succs[0]\n\t}\n\treturn e.tracks(el, n)", New: "\t}\n\treturn e.tracks(el, n)"},
	{Name: "what a fragment changes stays", File: "blocks.go", Tests: large,
		Old: "changed = changed || q.Changed(k+i)", New: "changed = changed || q.Changed(k+i) && k > 0"},
	{Name: "one round is enough", File: "blocks.go", Tests: large,
		Old: "return slices.Contains(grew, true)", New: "return len(grew) > 1 && slices.Contains(grew[1:], true)"},
	{Name: "fragments are the same for all predicates", File: "blocks.go", Tests: large,
		Old: "if old := d.ab.blocks[b.key()]; old != nil && sameElements(old.src, b.src) && sameElements(old.changed, b.changed) {",
		New: "if old := d.ab.blocks[b.key()]; old != nil && len(old.src) == len(b.src) && len(old.changed) == len(b.changed) {"},
	{Name: "states that come later are not asked about", File: "blocks.go", Tests: large,
		Old: "if text == b.from || isConst(states, false) {", New: "if b.from != \"\" || isConst(states, false) {"},
	{Name: "the values before and after are mixed up", File: "diagram.go", Tests: large,
		Old: "\tadd(b.changed, true)", New: "\tadd(b.changed, false)"},
	{Name: "what callees of callees change is not known", File: "mods.go", Tests: calls,
		Old: "if g.HasBody() && t.join(f, c, g) {", New: "if g.HasBody() && f == g && t.join(f, c, g) {"},
	{Name: "formals that are assigned are taken to keep their values", File: "mods.go", Tests: calls,
		Old: " && !t.assigned[v]", New: ""},
	{Name: "what callees write through their formals is not known", File: "mods.go", Tests: calls,
		Old: "default:\n\t\tm.own.add(at)", New: ""},
	{Name: "formals of other activations are taken for those of the callee", File: "mods.go", Tests: calls,
		Old: "case !ok || !t.byFormals(f, at) || len(m.own.list) >= maxOwn:\n\t\tm.mem.add(l)", New: "case !ok || !t.byFormals(f, at):\n\t\tm.own.add(l)"},
	{Name: "what a callee changes is joined to its caller once only", File: "mods.go", Tests: mods,
		Old: "if had == now {", New: "if had != (modSize{}) {"},
	{Name: "lvalues that begin and end alike are taken for the same", File: "lvalset.go", Tests: mods,
		Old: "if cil.EqualLval(k, l) {", New: "if k != nil {"},
	{Name: "a callee changes no memory", File: "mods.go", Tests: calls,
		Old: "case l.Base == nil || l.Base.AddrTaken:\n\t\tm.mem.add(l)", New: "case l.Base == nil || l.Base.AddrTaken:"},
	{Name: "answers about calls with other actuals are used", File: "call.go", Tests: calls,
		Old: "el.mean(p, v.ab.text(p))\n\t\t}\n\t\tels", New: "el.mean(p, r.sense)\n\t\t}\n\t\tels"},
	{Name: "global and local predicates are enforced together", File: "enforce.go", Tests: calls,
		Old: "if !global || !local {", New: "if true || !global || !local {"},
	{Name: "nothing changes what is enforced", File: "enforce.go", Tests: calls,
		Old: "return !ab.modifiedBy(el, ab.mods().of(ab.in.Entry))", New: "return true"},
	{Name: "contradictions are enforced", File: "enforce.go", Tests: calls,
		Old: "p.AddEnforce(not(cube))", New: "p.AddEnforce(cube)"},
	{Name: "ghosts are the actuals as of after the call", File: "call.go", Tests: calls,
		Old: "by[x] = old.before(a)", New: "by[x] = a"},
	{Name: "a callee's ghosts are those of the caller", File: "call.go", Tests: calls,
		Old: "by[x] = old.ghost(x)", New: "by[x] = cil.LoadVar(x)"},
	{Name: "ghosts of points that are passed again are entry ghosts", File: "abstract.go", Tests: calls,
		Old: "return len(g.At.Preds) <= 1", New: "return true"},
	{Name: "what is changed before a ghost's point doesn't matter", File: "abstract.go", Tests: calls,
		Old: "case *cil.Assign:\n\t\t\tif ab.mayChange(probe, in.L) {\n\t\t\t\treturn false", New: "case *cil.Assign:\n\t\t\tif ab.mayChange(probe, in.L) {\n\t\t\t\tcontinue"},
	{Name: "formals never change", File: "call.go", Tests: calls,
		Old: "return !v.AddrTaken && !ab.assigned[v]", New: "return true"},
	{Name: "what the caller knew before a call still holds", File: "call.go", Tests: calls,
		Old: "case el.scope == nil || !v.ab.modifiedBy(el, old.mods):", New: "case true:"},
	{Name: "writes through pointers change nothing", File: "assign.go", Tests: calls,
		Old: "if ab.opt.Alias.MayAlias(nil, l, r) != enc.Never {", New: "if l == r && ab.opt.Alias.MayAlias(nil, l, r) != enc.Never {"},
	{Name: "both sides of a branch assume the condition", File: "emit.go", Tests: runs,
		Old: "side(d.negated().possible(), \"-\"", New: "side(d.possible(), \"-\""},
	{Name: "a branch assumes F instead of G", File: "emit.go", Tests: runs,
		Old: "side(d.possible(), \"+\"", New: "side(d.must, \"+\""},
	{Name: "a disjunction is false where one side is", File: "decide.go", Tests: brute,
		Old: "and(a.mustNot, b.mustNot)}", New: "or(a.mustNot, b.mustNot)}"},
	{Name: "states refute the wrong cubes", File: "session.go", Tests: brute,
		Old: "if l.Negated {\n\t\treturn s.no", New: "if !l.Negated {\n\t\treturn s.no"},
	{Name: "only literals that share something with the condition count", File: "cubes.go", Tests: brute,
		Old: "if s.q.links[l.el][k] {", New: "if l.el == k {"},
	{Name: "a gap has one part more", File: "domain.go", Tests: runs,
		Old: "keep(interval.Point(c))", New: ""},
	{Name: "functions without a body change nothing", File: "call.go", Tests: calls,
		Old: "if !done[el] && v.ab.mayChange(el, l) {", New: "if false {"},
	{Name: "arbitrary values change nothing", File: "assign.go", Tests: runs,
		Old: "} else {\n\t\t\tu.havoc(el)\n\t\t}", New: "}"},
}

// TestMutants plants each fault and expects other tests to fail.
func TestMutants(t *testing.T) { mutant.Kill(t, faults, "-programs=6") }
