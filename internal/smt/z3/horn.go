package z3

// #include "api.h"
import "C"

import (
	"fmt"
	"unsafe"

	"hardbop/internal/smt"
)

// This file uses Spacer, Z3's engine for constrained Horn clauses.

// horn is a system of clauses in Z3.
type horn struct {
	c     *Context
	fp    C.fixedpoint
	rels  map[*smt.Relation]C.decl
	order []*smt.Relation
	query C.decl // a relation without arguments that stands for false
}

// SolveHorn finds definitions of the clauses' relations; see [smt.HornSolver]. Constraints
// must not have uninterpreted functions.
func (c *Context) SolveHorn(clauses []smt.Clause, limit uint) (map[*smt.Relation]smt.Definition, smt.Result) {
	// Spacer has no limit of its own but that of its context; and a context of its own
	// makes the answer independent of what was asked before.
	own := c.lib.newContext(c.f, c.opt, limit)
	defer own.Close()
	var defs map[*smt.Relation]smt.Definition
	var result smt.Result
	stop := c.passInterrupts(own)
	defer stop()
	problem := protect(func() { defs, result = own.solveHorn(clauses) })
	if problem != "" {
		return nil, smt.Result{Reason: problem}
	}
	return defs, result
}

// passInterrupts makes an interrupt of c one of inner until stop is called.
func (c *Context) passInterrupts(inner *Context) (stop func()) {
	c.guard.mu.Lock()
	defer c.guard.mu.Unlock()
	c.guard.inner = inner
	return func() {
		c.guard.mu.Lock()
		defer c.guard.mu.Unlock()
		c.guard.inner = nil
	}
}

func (c *Context) solveHorn(clauses []smt.Clause) (map[*smt.Relation]smt.Definition, smt.Result) {
	c.open()
	h := c.newHorn()
	defer C.z3_fixedpoint_dec_ref(c.t, c.c, h.fp)
	mark := c.arena.mark()
	defer c.arena.release(mark)
	for i, cl := range clauses {
		h.add(cl, i)
	}
	q := c.arena.hold(C.z3_mk_app(c.t, c.c, h.query, 0, nil))
	switch c.guarded(func() C.int { return C.z3_fixedpoint_query(c.t, c.c, h.fp, q) }) {
	case 1:
		return nil, smt.Result{Status: smt.Unsat}
	case -1:
		return h.definitions(), smt.Result{Status: smt.Sat}
	}
	reason := C.GoString(C.z3_fixedpoint_get_reason_unknown(c.t, c.c, h.fp))
	return nil, smt.Result{Reason: "spacer: " + reason}
}

func (c *Context) newHorn() *horn {
	fp := C.z3_mk_fixedpoint(c.t, c.c)
	if fp == nil {
		c.fail()
	}
	C.z3_fixedpoint_inc_ref(c.t, c.c, fp)
	p := c.newParams()
	defer p.free()
	p.symbol("engine", "spacer")
	// Each relation has to survive, as its definition is what we want.
	p.bool("xform.slice", false)
	p.bool("xform.inline_linear", false)
	p.bool("xform.inline_eager", false)
	if ms := c.opt.Timeout.Milliseconds(); ms > 0 {
		p.uint("timeout", uint(ms))
	}
	C.z3_fixedpoint_set_params(c.t, c.c, fp, p.p)
	c.ok()
	h := &horn{c: c, fp: fp, rels: map[*smt.Relation]C.decl{}}
	h.query = h.declare("query!", nil)
	return h
}

// declare makes a relation. Its name needn't be fresh: nothing else in this context is
// declared with that name and these sorts, as relations have names of their own.
func (h *horn) declare(name string, args []smt.Sort) C.decl {
	c := h.c
	sorts := make([]C.sort, len(args)+1)
	for i, s := range args {
		sorts[i] = c.sort(s)
	}
	d := C.z3_mk_func_decl(c.t, c.c, c.word(name), C.uint(len(args)), &sorts[0], c.sort(c.f.BoolSort()))
	c.arena.hold(C.ast(unsafe.Pointer(d)))
	C.z3_fixedpoint_register_relation(c.t, c.c, h.fp, d)
	c.ok()
	return d
}

func (h *horn) relation(r *smt.Relation) C.decl {
	d, ok := h.rels[r]
	if !ok {
		d = h.declare(fmt.Sprintf("relation!%d", len(h.order)), r.Args)
		h.rels[r] = d
		h.order = append(h.order, r)
	}
	return d
}

func (h *horn) apply(a smt.RelApp) C.ast {
	args := make([]C.ast, len(a.Args))
	for i, t := range a.Args {
		args[i] = h.c.ast(t)
	}
	return h.c.arena.hold(C.z3_mk_app(h.c.t, h.c.c, h.relation(a.Rel), C.uint(len(args)), first(args)))
}

// add adds a clause, its variables bound.
func (h *horn) add(cl smt.Clause, i int) {
	c := h.c
	body := []C.ast{c.ast(cl.Constraint)}
	terms := []smt.Term{cl.Constraint}
	for _, b := range cl.Body {
		body = append(body, h.apply(b))
		terms = append(terms, b.Args...)
	}
	head := c.arena.hold(C.z3_mk_app(c.t, c.c, h.query, 0, nil))
	if cl.Head != nil {
		head = h.apply(*cl.Head)
		terms = append(terms, cl.Head.Args...)
	}
	all := c.arena.hold(C.z3_mk_and(c.t, c.c, C.uint(len(body)), &body[0]))
	rule := c.arena.hold(C.z3_mk_implies(c.t, c.c, all, head))
	var vars []C.ast
	for _, v := range smt.Vars(terms...) {
		vars = append(vars, c.ast(v))
	}
	if len(vars) > 0 {
		rule = c.arena.hold(C.z3_mk_forall_const(c.t, c.c, 0, C.uint(len(vars)), &vars[0], 0, nil, rule))
	}
	C.z3_fixedpoint_add_rule(c.t, c.c, h.fp, rule, c.word(fmt.Sprintf("rule!%d", i)))
	c.ok()
}

// definitions reads what Spacer found for each relation.
func (h *horn) definitions() map[*smt.Relation]smt.Definition {
	c := h.c
	out := map[*smt.Relation]smt.Definition{}
	for _, r := range h.order {
		params := make([]smt.Term, len(r.Args))
		for i, s := range r.Args {
			params[i] = c.f.Var(fmt.Sprintf("%s.%d", r.Name, i), s)
		}
		cover := c.arena.hold(C.z3_fixedpoint_get_cover_delta(c.t, c.c, h.fp, -1, h.rels[r]))
		out[r] = smt.Definition{Params: params, Body: c.reader(params).term(cover)}
	}
	return out
}
