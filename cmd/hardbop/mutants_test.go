package main

import (
	"testing"

	"hardbop/internal/mutant"
)

// TestMutants plants faults in the parts that decide together, which show in verdicts of
// small programs, and expects those to change.
func TestMutants(t *testing.T) {
	const pointers = "TestVerdicts/pointers"
	mutant.Kill(t, []mutant.Fault{
		{Name: "new memory is never null", File: "../../c2bp/alloc.go", Tests: pointers + "/both_null",
			Old: "alloc, other, other); fails != nil {", New: "alloc, other, other); fails != nil && v == nil {"},
		{Name: "functions that fail with error numbers never fail", File: "../../c2bp/alloc.go", Tests: "TestVerdicts/models/error",
			Old: "case alloc.Error && (", New: "case alloc.Error && ab == nil && ("},
		{Name: "an error number is an object", File: "../../internal/pointsto/call.go", Tests: "TestVerdicts/models/error",
			Old: "if f.Alloc != nil && f.Alloc.Error {", New: "if f.Alloc != nil && f.Alloc.Error && a == nil {"},
		{Name: "what may begin something is never followed", File: "../../internal/check/compare.go", Tests: "TestVerdicts/rules-6/begun_",
			Old: "if !p.pts.NeverEqual(c.X, cil.LoadVar(v)) {", New: "if p.pts.NeverEqual(c.X, cil.LoadVar(v)) {"},
		{Name: "copies of what may begin something don't count", File: "../../internal/check/compare.go", Tests: "TestVerdicts/rules-6/begun_",
			Old: "slices.Contains(o.Among.Vars, p.inlined.Source(w))", New: "slices.Contains(o.Among.Vars, w) && p.inlined == nil"},
		{Name: "numbers are never the address of new memory", File: "../../c2bp/alloc.go", Tests: pointers + "/a_number",
			Old: "return d, false\n\t}\n\td.mustNot", New: "return d, true\n\t}\n\td.mustNot"},
		{Name: "without models, memory of no bytes is memory", File: "../../internal/enc/calls.go", Tests: pointers + "/no_bytes",
			Old: "\"kmalloc\": {Size: sized.Size, Empty: 16}", New: "\"kmalloc\": sized"},
		{Name: "two structs are never the same", File: "../../internal/enc/apart.go", Tests: pointers + "/one_struct",
			Old: "e.c.f.Or(e.c.f.Eq(x, y), most(end(x), y), most(end(y), x))", New: "e.c.f.Or(most(end(x), y), most(end(y), x))"},
		{Name: "structs of different types don't overlap", File: "../../internal/enc/apart.go", Tests: pointers + "/struct_in_struct",
			Old: "if a.comp == b.comp && (", New: "if ("},
		{Name: "whatever is taken for a struct is one", File: "../../internal/enc/apart.go", Tests: pointers + "/overlaid",
			Old: "if !e.c.opt.Structs(p) {", New: "if false {"},
		{Name: "structs are not told apart", File: "../../internal/enc/apart.go", Tests: pointers + "/no_overlap",
			Old: "facts = append(facts, e.sameOrApart(a.p, b.p, a.comp))", New: "_ = e.sameOrApart"},
		{Name: "placed structs overlap in part", File: "../../internal/enc/placed.go", Tests: "TestLinuxRules",
			Old: " && r.mayShare(at, other)", New: ""},
		{Name: "an allocation fails where it is wished not to", File: "../../internal/enc/placed.go", Tests: pointers + "/two_allocations",
			Old: "if !ok {\n\t\ta = v\n", New: "if ok {\n\t\ta = v\n"},
		{Name: "what a function changes is never needed", File: "../../newton/slice.go", Tests: pointers + "/filled",
			Old: "return live == nil || s.Locate(l).Meets(live)", New: "return live == nil"},
		{Name: "conditions need nothing", File: "../../newton/slice.go", Tests: pointers + "/filled",
			Old: "for _, e := range es {\n\t\tw.Read(w.live, e)\n\t}", New: ""},
		{Name: "results need nothing", File: "../../newton/slice.go", Tests: pointers + "/filled",
			Old: "w.live.Add(w.Locate(cil.VarLval(res)))", New: "_ = res"},
		{Name: "calls change nothing behind pointers", File: "../../internal/pointsto/alias/alias.go", Tests: pointers + "/(list_bumped|pointer_kept)$",
			Old: "return o.overlap(a, b) == pointsto.Apart", New: "return true"},
		{Name: "reads see no write at an unknown place", File: "../../internal/enc/heap.go", Tests: pointers + "/index_unknown",
			Old: "return apartRegions(a.where, e.where) ||", New: "return e.in == nil || apartRegions(a.where, e.where) ||"},
		{Name: "what creates things keeps nothing", File: "../../internal/pointsto/call.go", Tests: "TestVerdicts/models/keeps_what",
			Old: "(f.Alloc.Filled || f.Alloc.Kept)", New: "f.Alloc.Filled"},
		{Name: "a struct around a member is the one next to it", File: "../../internal/cil/enclosing.go", Tests: pointers + "/next_struct",
			Old: "if off == 0 && SameType(part", New: "if SameType(part"},
	})
	mutant.Kill(t, []mutant.Fault{
		{Name: "large tables have no initial values", File: "../../internal/entries/harness.go", Tests: "TestVerdicts/memory/initial_",
			Old: "maxLeaves   = 1 << 13", New: "maxLeaves   = 1 << 10"},
		{Name: "initial values that are left out are not noted", File: "../../internal/entries/trim.go", Tests: "TestReasons/large",
			Old: "h.untrack(v, maxKept)", New: ""},
		{Name: "all initial values are left out", File: "../../internal/entries/trim.go", Tests: "TestVerdicts/memory/initial_",
			Old: "left[v] > maxKept &&", New: "left[v] > 0 &&"},
	})
	mutant.Kill(t, []mutant.Fault{
		{Name: "bytes that are written end where the struct ends", File: "../../internal/pointsto/query.go", Tests: "TestVerdicts/effects/member_first",
			Old: "!(around && isStruct(t))", New: "true"},
		{Name: "arrays in the middle end structs", File: "../../internal/enc/behind.go", Tests: "TestVerdicts/effects/end_middle",
			Old: " || s.Field != s.Field.Comp.Fields[len(s.Field.Comp.Fields)-1]", New: ""},
		{Name: "what is before an array is in it", File: "../../internal/enc/behind.go", Tests: "TestVerdicts/effects/end_before_array",
			Old: "return ok && i.Sign() < 0", New: "return ok && i.Sign() < 0 && l == nil"},
		{Name: "all that shares the struct is before the array", File: "../../internal/enc/behind.go", Tests: "TestVerdicts/effects/end_element",
			Old: "&& samePath(x.Path, b.Path) == Never {", New: "{"},
		{Name: "nothing follows an array at the end", File: "../../internal/pointsto/query.go", Tests: "TestVerdicts/effects/end_room",
			Old: "k < len(o.layout.cells); k++", New: "k < s.Cell+1; k++"},
		{Name: "of an array at the end few elements change", File: "../../internal/enc/formula.go", Tests: "TestVerdicts/effects/end_far",
			Old: "most = unknownScalars", New: "most = unknownLength"},
		{Name: "an array at the end is its struct", File: "../../internal/enc/extern.go", Tests: "TestVerdicts/effects/end_header",
			Old: "case whole && endsStruct(a, l):", New: "case whole && endsStruct(a, l) && c == nil:"},
		{Name: "the library writes no more than the struct", File: "../../internal/enc/extern.go", Tests: "TestVerdicts/effects/member_library",
			Old: "out = append(out, andAround(l))", New: "out = append(out, l)"},
		{Name: "a struct in an array of bytes is nowhere", File: "../../internal/pointsto/fit.go", Tests: "TestVerdicts/effects/bytes_as_struct_inside",
			Old: "if a.inBytes(o.layout.byteArray(tgt.Cell), t) {\n\t\treturn tgt, fitsWeak", New: "if a.inBytes(o.layout.byteArray(tgt.Cell), t) {\n\t\treturn tgt, nothing"},
		{Name: "arrays of bytes have room for all", File: "../../internal/pointsto/layout.go", Tests: "TestVerdicts/outside2/buffer_small",
			Old: "n := int64(0)\n", New: "n := int64(100)\n"},
		{Name: "an array of bytes ends where its neighbour begins", File: "../../internal/pointsto/layout.go", Tests: "TestVerdicts/outside2/buffer_rest",
			Old: "range l.cells[i:] {", New: "range l.cells[i : i+1] {"},
		{Name: "arrays of bytes have no room", File: "../../internal/pointsto/layout.go", Tests: "TestVerdicts/outside2/buffer_large",
			Old: "n *= a.Len\n", New: "n *= 1\n"},
		{Name: "all that follows is used as bytes", File: "../../internal/pointsto/layout.go", Tests: "TestVerdicts/outside2/buffer_next",
			Old: "if t, ok := p.typ.(*cil.IntType); !ok || t.Bytes != 1 {", New: "if t, ok := p.typ.(*cil.IntType); !ok || t.Bytes == 0 {"},
	})
	const outside = "TestVerdicts/outside2/called_as_"
	mutant.Kill(t, []mutant.Fault{
		{Name: "a converted function is called as its own type only", File: "../../internal/pointsto/callable.go", Tests: outside + "(cast|void)$",
			Old: "is = a.recast[f.String()]", New: "_ = a.recast[f.String()]"},
		{Name: "a pointer is never passed for a number", File: "../../internal/pointsto/callable.go", Tests: pointers + "/called_from_outside_alike",
			Old: "case ok2 && cil.IsInteger(a):\n\t\treturn a.(*cil.IntType).Bytes == ptrBytes", New: "case ok2 && cil.IsInteger(a):\n\t\treturn false"},
		{Name: "a pointer is passed for any number", File: "../../internal/pointsto/callable.go", Tests: pointers + "/called_from_outside$",
			Old: "case ok2 && cil.IsInteger(a):\n\t\treturn a.(*cil.IntType).Bytes == ptrBytes", New: "case ok2 && cil.IsInteger(a):\n\t\treturn true"},
		{Name: "pointers to anything and to structs are passed in other ways", File: "../../internal/pointsto/callable.go", Tests: outside + "generic",
			Old: "return !ok1 || !ok2 ||", New: "return ok1 == ok2 &&"},
		{Name: "characters behind what may be anything are the outside's", File: "../../internal/pointsto/query.go", Tests: "TestVerdicts/outside2/anything_or_(heap|local)",
			Old: "starts, ok = own, true", New: "starts, ok = own[:0], true"},
		{Name: "tags of another scope are other structs", File: "../../internal/pointsto/callable.go", Tests: outside + "declared",
			Old: "return strings.TrimSuffix(name, \"_\")", New: "return c.Tag"},
	})
	mutant.Kill(t, []mutant.Fault{
		{Name: "assembly hands out no address", File: "../../internal/cfront/gnu.go", Tests: "TestVerdicts/assembly/addres.*(asm|number|input)$",
			Old: "x.asmHandsOut(lists)\n", New: "_ = x.asmHandsOut\n"},
		{Name: "what is in memory has no address for assembly", File: "../../internal/cfront/asmaddress.go", Tests: "TestVerdicts/assembly/address_of_input",
			Old: "if o.l != nil && strings.ContainsAny(in.constraint, asmInMemory) {", New: "if false {"},
		{Name: "headers of the system declare what any file may", File: "../../internal/enc/extern.go", Tests: "TestVerdicts/library/system_declares",
			Old: "writes || f.Library && !Modelled(f)", New: "writes"},
		{Name: "no function of the library calls back", File: "../../internal/check/answer.go", Tests: "TestVerdicts/library/(at_exit|compares)",
			Old: "p.callsBack(r)", New: ""},
	})
	const casts = "TestVerdicts/casts"
	mutant.Kill(t, []mutant.Fault{
		{Name: "what is stored in volatile memory never comes out", File: "../../internal/pointsto/generate.go", Tests: casts + "/volatile_read_(heap|cell)",
			Old: "if in.Of != nil {", New: "if false {"},
		{Name: "a cast makes nothing volatile", File: "../../internal/cil/fold.go", Tests: casts + "/volatile_container",
			Old: "(from.Volatile || !to.Volatile) && ", New: ""},
		{Name: "a cast leaves a pointer const", File: "../../internal/cil/fold.go", Tests: casts + "/const_dropped",
			Old: " && (to.Const || !from.Const)", New: ""},
		{Name: "an access touches one bit-field only", File: "../../internal/pointsto/fit.go", Tests: casts + "/bytes_of_(d9|e2)$",
			Old: "if o.layout.cells[tgt.Cell].bits && !isStruct(t) {", New: "if false {"},
		{Name: "no byte from outside lies in a union", File: "../../internal/pointsto/external.go", Tests: casts + "/bytes_of_u7",
			Old: "if ft := element(f.Type); isByte(ft) || isUnion(ft) {", New: "if ft := element(f.Type); ft == nil {"},
		{Name: "no function sets a kept member", File: "../../internal/enc/extern.go", Tests: "TestVerdicts/models/kept_set_1$",
			Old: " || c.Callee().SetsKept", New: ""},
		{Name: "copies of error points aren't looked for", File: "../../internal/check/answer.go", Tests: "TestBodiesInPlace/inline",
			Old: "copies[t.Node]...) {", New: "copies[t.Node][:0]...) {"},
		{Name: "what prints nothing is reached with what is before it", File: "../../c2bp/origin.go", Tests: "TestBodiesInPlace/assembly/rule_state_safe",
			Old: "if !printed[n] && covered == nil && !arrives(n, printed, passed) {", New: "if false {"},
		{Name: "a copy that calls is as deep as its caller", File: "../../internal/check/trace.go", Tests: "TestBodiesInPlace/inline",
			Old: "t.depth += 1 + len(t.p.inlined.Origin(n).Chain)", New: "t.depth++"},
		{Name: "what only copies need is shown", File: "../../internal/check/trace.go", Tests: "TestBodiesInPlace/inline",
			Old: "if o.Part != inline.Step {", New: "if o.Part > inline.Glue {"},
		{Name: "copies are counted one by one", File: "../../internal/check/written.go", Tests: "TestBodiesInPlace/inline",
			Old: "p.inlined.Origin(sites[k][0]).Node == p.inlined.Origin(n).Node", New: "sites[k][0] == n"},
	})
}

// TestTextMutants plants faults in what reports say, and in what they say of waits.
func TestTextMutants(t *testing.T) {
	const texts = "TestScripts/check_assumptions$"
	mutant.Kill(t, []mutant.Fault{
		{Name: "the last of what may be undefined is told", File: "../../internal/enc/breach.go", Tests: texts,
			Old: "form.Defined[:n+1]", New: "form.Defined[:min(n+2, len(form.Defined))]"},
		{Name: "all that is undefined divides", File: "../../internal/enc/coder.go", Tests: texts,
			Old: "\"dereferences a null pointer\"", New: "\"divides by zero\""},
		{Name: "what a header does is told there", File: "../../internal/check/breach.go", Tests: texts,
			Old: "!ofSystem(at.File) && ", New: ""},
		{Name: "a signal is any number", File: "../../internal/models/library/linux_lock.c", Tests: "TestVerdicts/models/waited_signal",
			Old: "long prepare_to_wait_event(void *queue, void *entry, int state)\n{\n\treturn __VERIFIER_outside(queue, entry) ? -512 : 0;",
			New: "long prepare_to_wait_event(void *queue, void *entry, int state)\n{\n\treturn __VERIFIER_outside(queue, entry) ? 4294967296 : 0;"},
		{Name: "nobody enters a queue", File: "../../internal/models/library/linux_lock.c", Tests: "TestVerdicts/models/waited_queue",
			Old: "long prepare_to_wait_event(void *queue, void *entry, int state)\n{\n\treturn __VERIFIER_outside(queue, entry)",
			New: "long prepare_to_wait_event(void *queue, void *entry, int state)\n{\n\treturn __VERIFIER_nondet_int()"},
		{Name: "what is freed is told in the environment", File: "../../internal/check/trace.go", Tests: "TestScripts/told_plainly$",
			Old: "			t.inDriver(&step)\n", New: ""},
		{Name: "all that is armed is a work item", File: "../../internal/check/trace.go", Tests: "TestScripts/told_plainly$",
			Old: "case strings.Contains(mark, \"timer\"):", New: "case strings.HasPrefix(mark, \"timer\"):"},
		{Name: "waits aren't on the way", File: "../../internal/report/gcc.go", Tests: "TestScripts/waits$",
			Old: "case strings.Contains(s.Reads, result.WhileWaiting), ", New: "case "},
	})
}
