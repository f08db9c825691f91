package find_test

import (
	"testing"

	"hardbop/internal/mutant"
)

// TestMutants plants faults and expects other tests to fail.
func TestMutants(t *testing.T) {
	mutant.Kill(t, []mutant.Fault{
		{Name: "what functions return is handed to nobody", File: "held.go", Tests: "TestCandidates",
			Old: "h.by[f] = h.joined(h.by[f], h.addresses(in.E))", New: "h.addresses(in.E)"},
		{Name: "what is stored later isn't held", File: "held.go", Tests: "TestCandidates",
			Old: "for h.more = true; h.more; {", New: "for h.more = true; h.more; h.more = false {"},
		{Name: "members hold nothing", File: "uses.go", Tests: "TestCandidates",
			Old: "return u.How == Table && u.Struct", New: "return u.How == Call && u.Struct"},
		{Name: "what is stored later isn't in a member", File: "uses.go", Tests: "TestCandidates",
			Old: "for s.more = true; s.more; {", New: "for s.more = true; s.more; s.more = false {"},
		{Name: "initialisers hold nothing", File: "held.go", Tests: "TestCandidates",
			Old: "h.store(&cil.Lval{Base: v, Path: e.Path}, h.addresses(e.Expr))", New: "_ = e"},
		{Name: "a number is no address", File: "held.go", Tests: "TestCandidates",
			Old: "if !x.Op.IsCompare() {", New: "if x.Op.IsCompare() {"},
		{Name: "what a pointer to a variable leads to holds nothing", File: "held.go", Tests: "TestCandidates",
			Old: "if a.v != nil {\n\t\t\tlist", New: "if a.v == nil {\n\t\t\tlist"},
		{Name: "what a function gets isn't followed", File: "held.go", Tests: "TestCandidates",
			Old: "h.store(cil.VarLval(v), h.addresses(c.Args[k]))", New: "_ = v"},
		{Name: "other files' functions aren't followed", File: "held.go", Tests: "TestFollowed",
			Old: "if g, _ := h.g.Definition(in.Callee()); g != nil {", New: "if g := in.Callee(); g != nil {"},
		{Name: "other files' variables hold nothing", File: "held.go", Tests: "TestFollowed",
			Old: "at.base = h.g.object(at.base)", New: "_ = ok"},
		{Name: "arrays hold nothing", File: "held.go", Tests: "TestCandidates",
			Old: "if a.f != nil {\n\t\t\t\t\tlist", New: "if a.v != nil {\n\t\t\t\t\tlist"},
		{Name: "who gets an array gets no functions", File: "uses.go", Tests: "TestCandidates",
			Old: "if u.How == Call {\n\t\t\t\t\ts.addAll", New: "if u.How != Call {\n\t\t\t\t\ts.addAll"},
		{Name: "nobody finds what a pointer from outside leads to", File: "uses.go", Tests: "TestCandidates",
			Old: "case u.How == Pointer && len(s.h.spots(in.L)) == 0:", New: "case false:"},
		{Name: "nobody reads a variable that isn't static", File: "uses.go", Tests: "TestCandidates|TestFollowed",
			Old: "if u.How == Pointer && v.Kind == cil.Global && !v.Static {", New: "if u.How == Pointer && v.Kind != cil.Global {"},
		{Name: "nobody finds what a member's pointer leads to", File: "uses.go", Tests: "TestCandidates",
			Old: "\t\ts.behind(e.Expr, u)\n", New: ""},
		{Name: "nobody gets what a callback returns", File: "find.go", Tests: "TestCandidates",
			Old: "\ts.returned()\n", New: ""},
		{Name: "what nobody calls hands out addresses", File: "uses.go", Tests: "TestCandidates",
			Old: " || c.Has(Uncalled) ||", New: " ||"},
		{Name: "who is called by a pointer gets nothing", File: "uses.go", Tests: "TestCandidates",
			Old: "case callee == nil:\n\t\tu.How,", New: "case callee == nil:\n\t\t_,"},
		{Name: "sysfs writes what only its group may write to no more", File: "parameters.go", Tests: "TestParameters",
			Old: "bits&0o222 != 0", New: "bits&0o200 != 0"},
		{Name: "a permission that isn't there is any", File: "parameters.go", Tests: "TestParameters",
			Old: "p.Writable = perm != nil && (", New: "p.Writable = ("},
		{Name: "a table of the driver with a function of the kernel is the driver's", File: "parameters.go", Tests: "TestParameters",
			Old: "return ok && !f.HasBody()", New: "return false && ok && f.HasBody()"},
		{Name: "an array has one element", File: "parameters.go", Tests: "TestParameters",
			Old: "l == nil || len(l.Path) == 0 ||", New: "l == nil || len(l.Path) != 0 ||"},
	})
}
