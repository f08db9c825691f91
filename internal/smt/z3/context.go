package z3

// #include <stdlib.h>
// #include "api.h"
import "C"

import (
	"sync"
	"unsafe"

	"hardbop/internal/smt"
)

func (o Options) withDefaults() Options {
	if o.Recycle == 0 {
		o.Recycle = 4000
	}
	if o.CacheSize == 0 {
		o.CacheSize = 20000
	}
	return o
}

// Context is Z3's state for one goroutine at a time, and a back end over the terms of one
// factory.
type Context struct {
	lib   *Library
	t     *C.z3_table
	c     C.context // nil before the first use: it takes Z3 milliseconds and megabytes to make one
	f     *smt.Factory
	opt   Options
	limit uint // of what has none of its own; 0 is none

	arena   arena
	terms   map[smt.Term]C.ast // what is translated
	kept    []C.ast            // the same in order of creation; one reference each
	decls   map[string]C.decl  // by Symbol.Key; one reference each
	symbols map[C.decl]smt.Symbol
	sorts   map[smt.Sort]C.sort // one reference each
	proxies []C.ast             // fresh Boolean constants, for assumptions
	words   map[string]C.symbol // Z3's symbols live as long as the context

	guard guard
}

// guard lets another goroutine interrupt the check that is running, and no other.
type guard struct {
	mu          sync.Mutex
	running     bool
	interrupted bool
	inner       *Context // that works for this one, if any
}

// NewContext returns a new context over the terms of f.
func (l *Library) NewContext(f *smt.Factory, o Options) *Context { return l.newContext(f, o, 0) }

// newContext returns a context with a limit for what has none of its own; 0 is none.
func (l *Library) newContext(f *smt.Factory, o Options, limit uint) *Context {
	ctx := &Context{lib: l, t: l.t, f: f, opt: o.withDefaults(), limit: limit,
		terms: map[smt.Term]C.ast{}, decls: map[string]C.decl{}, symbols: map[C.decl]smt.Symbol{},
		sorts: map[smt.Sort]C.sort{}, words: map[string]C.symbol{}}
	ctx.arena.c = ctx
	return ctx
}

// open makes Z3's context.
func (c *Context) open() {
	if c.c != nil {
		return
	}
	c.c = c.lib.takeContext(c.limit)
}

func setConfig(t *C.z3_table, cfg C.config, key, value string) {
	k, v := C.CString(key), C.CString(value)
	defer free(k)
	defer free(v)
	C.z3_set_param_value(t, cfg, k, v)
}

// Factory returns the factory of the context's terms.
func (c *Context) Factory() *smt.Factory { return c.f }

// Version returns "z3" and the library's version.
func (c *Context) Version() string { return "z3 " + c.lib.Version() }

// Close releases the context with all that it made.
func (c *Context) Close() {
	c.guard.mu.Lock()
	defer c.guard.mu.Unlock()
	if c.c == nil {
		return
	}
	c.releaseAll()
	C.z3_del_context(c.t, c.c)
	c.c = nil
}

// releaseAll gives back all references: Z3 deletes a context that still has some more
// slowly.
func (c *Context) releaseAll() {
	c.arena.release(0)
	c.forget()
	for _, a := range c.proxies {
		C.z3_dec_ref(c.t, c.c, a)
	}
	for _, d := range c.decls {
		C.z3_dec_ref(c.t, c.c, C.ast(unsafe.Pointer(d)))
	}
	for _, s := range c.sorts {
		C.z3_dec_ref(c.t, c.c, C.ast(unsafe.Pointer(s)))
	}
}

// Interrupt makes the check that is running, if any, end as Unknown. It may be called from
// any goroutine.
func (c *Context) Interrupt() {
	c.guard.mu.Lock()
	defer c.guard.mu.Unlock()
	if c.guard.inner != nil {
		c.guard.inner.Interrupt()
	}
	if c.guard.running {
		c.guard.interrupted = true
		C.z3_interrupt(c.t, c.c)
	}
}

// guarded runs check so that it can be interrupted. An interrupt that came too late is
// used up by an empty check, so that it doesn't hit the next one.
func (c *Context) guarded(check func() C.int) C.int {
	c.setRunning(true)
	answer := check()
	if c.setRunning(false) {
		s := C.z3_mk_simple_solver(c.t, c.c)
		C.z3_solver_inc_ref(c.t, c.c, s)
		C.z3_solver_check(c.t, c.c, s)
		C.z3_solver_dec_ref(c.t, c.c, s)
	}
	return answer
}

// setRunning begins or ends a check, and reports whether it was interrupted.
func (c *Context) setRunning(on bool) (interrupted bool) {
	c.guard.mu.Lock()
	defer c.guard.mu.Unlock()
	interrupted = c.guard.interrupted
	c.guard.running, c.guard.interrupted = on, false
	return interrupted
}

// failure is the panic by which a failed call of Z3 ends what is under way.
type failure string

// protect runs f and returns the message of the failure that ended it, or "".
func protect(f func()) (problem string) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case failure:
			problem = "z3: " + string(p)
		default:
			panic(p)
		}
	}()
	f()
	return ""
}

// fail panics with the message of the last error.
func (c *Context) fail() {
	code := C.z3_get_error_code(c.t, c.c)
	panic(failure(C.GoString(C.z3_get_error_msg(c.t, c.c, code))))
}

// ok panics if the last call failed. It is for calls without a result.
func (c *Context) ok() {
	if C.z3_get_error_code(c.t, c.c) != 0 {
		c.fail()
	}
}

// must returns a, or panics if the call that returned it failed.
func (c *Context) must(a C.ast) C.ast {
	if a == nil {
		c.fail()
	}
	return a
}

// word returns Z3's symbol for s.
func (c *Context) word(s string) C.symbol {
	w, ok := c.words[s]
	if !ok {
		cs := C.CString(s)
		defer C.free(unsafe.Pointer(cs))
		w = C.z3_mk_string_symbol(c.t, c.c, cs)
		c.words[s] = w
	}
	return w
}

// arena holds references to what isn't kept.
type arena struct {
	c    *Context
	held []C.ast
}

// mark returns where the arena ends now, for release.
func (a *arena) mark() int { return len(a.held) }

// hold takes a reference to x until release, and returns x.
func (a *arena) hold(x C.ast) C.ast {
	a.c.must(x)
	C.z3_inc_ref(a.c.t, a.c.c, x)
	a.held = append(a.held, x)
	return x
}

// release gives back what was held since mark.
func (a *arena) release(mark int) {
	for _, x := range a.held[mark:] {
		C.z3_dec_ref(a.c.t, a.c.c, x)
	}
	a.held = a.held[:mark]
}

// trim empties the cache of translated terms if it is full. Solvers keep what they need.
func (c *Context) trim() {
	if len(c.terms) < c.opt.CacheSize {
		return
	}
	c.forget()
}

// forget releases all translated terms, in order: Z3 numbers new terms by what was freed
// last, and its answers to hard questions may depend on that.
func (c *Context) forget() {
	for _, a := range c.kept {
		C.z3_dec_ref(c.t, c.c, a)
	}
	c.kept = c.kept[:0]
	clear(c.terms)
}

// params are settings of a solver.
type params struct {
	c *Context
	p C.params
}

func (c *Context) newParams() params {
	p := C.z3_mk_params(c.t, c.c)
	C.z3_params_inc_ref(c.t, c.c, p)
	return params{c, p}
}

func (p params) free() { C.z3_params_dec_ref(p.c.t, p.c.c, p.p) }

func (p params) uint(key string, v uint) {
	C.z3_params_set_uint(p.c.t, p.c.c, p.p, p.c.word(key), C.uint(min(v, 1<<32-1)))
}

func (p params) bool(key string, v bool) {
	C.z3_params_set_bool(p.c.t, p.c.c, p.p, p.c.word(key), C._Bool(v))
}

func (p params) symbol(key, v string) {
	C.z3_params_set_symbol(p.c.t, p.c.c, p.p, p.c.word(key), p.c.word(v))
}
