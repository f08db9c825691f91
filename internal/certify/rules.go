package certify

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/enc"
	"hardbop/internal/smt"
	"hardbop/internal/source"
)

// Options say what the program means.
type Options struct {
	Semantics enc.Options
	Extern    enc.ExternPolicy
	// Alias relates lvalues; nil means [enc.TypeAlias].
	Alias enc.Alias
	// Known says which globals pointers from the outside may lead to; nil stands for all.
	Known func(*cil.Var) bool
	// AllocFails says that functions that allocate memory may return null.
	AllocFails bool
	// Limit bounds the work of each question, in the prover's steps; 0 is no limit.
	Limit uint
}

// System is a program of which something is claimed.
type System struct {
	// Queries counts the questions to the prover.
	Queries int

	prog   *cil.Program
	opt    Options
	errors map[*cil.Node]string
	start  *Procedure
	list   []*Procedure // the start first
	procs  map[*cil.Func]*Procedure
	// pointers says that there are calls through pointers.
	pointers bool
	// allocated counts the allocations, objects has the numbers of objects; nil if nothing is allocated.
	allocated, objects *cil.Var
	members            []member
	named              int64 // a number above those of all objects that have a name
}

// Pointers reports whether there are calls through pointers: of a function whose address is used,
// or of one outside.
func (s *System) Pointers() bool { return s.pointers }

// Failure is a rule that doesn't hold, and where.
type Failure struct {
	Reason string
	At     string // [Point.Key]; "" for the whole
	Pos    source.Pos
}

func (f *Failure) Error() string { return f.Reason }

// New unfolds a program that starts at entry, and in which no run may get to one of targets. The
// error, if any, is a [Failure]: the program can't be certified.
func New(prog *cil.Program, entry *cil.Func, targets []*cil.Node, opt Options) (*System, error) {
	if opt.Alias == nil {
		opt.Alias = enc.TypeAlias{}
	}
	s := &System{prog: prog, opt: opt, errors: map[*cil.Node]string{}, procs: map[*cil.Func]*Procedure{}}
	for _, n := range targets {
		s.errors[n] = "an error can be reached"
	}
	s.expose()
	s.count(entry)
	s.start = &Procedure{Func: entry}
	s.list = []*Procedure{s.start}
	for _, f := range s.recursive(entry) {
		p := s.summarised(f)
		s.procs[f], s.list = p, append(s.list, p)
	}
	for _, p := range s.list {
		if err := s.unfold(p); err != nil {
			return nil, &Failure{Reason: err.Error(), Pos: entry.Pos}
		}
	}
	for _, p := range s.list {
		s.named = max(s.named, enc.Objects(p.program(prog)))
	}
	return s, s.distinct()
}

// distinct returns a [Failure] if a procedure that calls itself has a local whose address is used:
// that of each activation is another, and here they all have one name.
func (s *System) distinct() error {
	for _, p := range s.list[1:] {
		for _, v := range slices.Concat(p.Scope.Formals, p.Scope.Locals) {
			if v.AddrTaken {
				return &Failure{Reason: fmt.Sprintf("%s may be called again before it has returned, by a pointer perhaps, and the address of %s is used, a variable of it or of what it calls: "+
					"a certificate can't tell the variables of several such calls apart; certify a part that doesn't need %s (--entry FUNCTION), or leave --certify out", p.Func.Name, v.Name, p.Func.Name), Pos: v.Pos}
			}
		}
	}
	return nil
}

// expose notes of the globals that pointers from the outside may lead to that they do, where the
// program goes through pointers at all.
func (s *System) expose() {
	through := false
	for _, f := range s.prog.Funcs {
		for _, n := range f.Nodes {
			cil.EachExpr(n.Instr, func(e cil.Expr) {
				cil.Walk(e, func(x cil.Expr) {
					l, ok := x.(*cil.Load)
					through = through || ok && l.L.Mem != nil
				})
			})
		}
	}
	for _, v := range s.prog.Globals {
		if through && v.Kind == cil.Global && (s.opt.Known == nil || s.opt.Known(v)) {
			v.AddrTaken = true
		}
	}
}

// Procedures lists the start and the recursive procedures.
func (s *System) Procedures() []*Procedure { return s.list }

// Hash is a hash of the program, of the options that say what it means, and of what an error is.
func (s *System) Hash() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s overflow=%d memory=%d extern=%d\n", s.prog.Model.Name, s.opt.Semantics.Overflow, s.opt.Semantics.Memory, s.opt.Extern)
	for _, v := range s.prog.Globals {
		fmt.Fprintf(&b, "%s %s const=%t extern=%t\n", cil.TypeString(v.Type), v.Name, v.Const, v.Extern)
	}
	for _, f := range s.prog.Funcs {
		fmt.Fprintf(&b, "%s\n", f.Name)
		for _, n := range f.Nodes {
			fmt.Fprintf(&b, " %d %s ->", n.ID, cil.InstrString(n.Instr))
			for _, q := range n.Succs {
				fmt.Fprintf(&b, " %d", q.ID)
			}
			fmt.Fprintf(&b, " %s\n", s.errors[n])
		}
	}
	sum := sha256.Sum256([]byte(b.String()))
	return hex.EncodeToString(sum[:])
}

// Proof is a certificate that was read for a system.
type Proof struct {
	requires, ensures map[*Procedure]*formula
	points            map[*Point]*formula
}

// Bind finds the points and variables that a certificate speaks of; name and text are its file. The
// error is a [Failure] if it is about another program, else a [source.ErrorList].
func (s *System) Bind(c *Certificate, name string, text []byte) (*Proof, error) {
	r := &reader{name: name, text: string(text)}
	proof := &Proof{map[*Procedure]*formula{}, map[*Procedure]*formula{}, map[*Point]*formula{}}
	if c.Program != s.Hash() {
		return nil, &Failure{Reason: "the certificate is about another program, or about other options"}
	}
	for i := range c.Procedures {
		pc := &c.Procedures[i]
		k := slices.IndexFunc(s.list, func(p *Procedure) bool { return p.Func.Name == pc.Name })
		if k < 0 {
			return nil, r.failAt(pc.Name, "nothing can be claimed of the procedure '%s': expected the start or a recursive procedure", source.Printable(pc.Name))
		}
		if err := s.bind(r, proof, s.list[k], pc); err != nil {
			return nil, err
		}
	}
	return proof, nil
}

// Claims counts the conditions that are claimed.
func (proof *Proof) Claims() int {
	n := 0
	for _, all := range []map[*Procedure]*formula{proof.requires, proof.ensures} {
		for _, f := range all {
			n += f.size()
		}
	}
	for _, f := range proof.points {
		n += f.size()
	}
	return n
}

func (f *formula) size() int {
	n := len(f.always)
	for _, c := range f.any {
		n += len(c)
	}
	return n
}

func (s *System) bind(r *reader, proof *Proof, p *Procedure, pc *ProcedureClaim) error {
	if p.Old == nil && (pc.Requires != nil || pc.Ensures != nil) {
		return r.failAt(pc.Name, "the start '%s' requires and ensures nothing", source.Printable(pc.Name))
	}
	var err error
	entry := &parser{r: r, sys: s, proc: p, done: map[string]cil.Expr{}}
	if proof.requires[p], err = entry.claim(pc.Requires); err != nil {
		return err
	}
	later := &parser{r: r, sys: s, proc: p, old: true, done: map[string]cil.Expr{}}
	if proof.ensures[p], err = later.claim(pc.Ensures); err != nil {
		return err
	}
	cuts := map[string]*Point{}
	for _, q := range p.Heads() {
		cuts[q.Key()] = q
	}
	for _, c := range pc.Points {
		q := cuts[c.At]
		if q == nil {
			return r.failAt(c.At, "'%s' is no loop head of %s", source.Printable(c.At), p.Func.Name)
		}
		if proof.points[q], err = later.claim(&c.Claim); err != nil {
			return err
		}
	}
	return nil
}

// at is the claim at a point of a procedure.
func (proof *Proof) at(p *Procedure, q *Point) *formula {
	f := proof.points[q]
	switch {
	case q == p.Entry:
		f = proof.requires[p]
	case q == p.Exit:
		f = proof.ensures[p]
	}
	if f == nil {
		return &formula{}
	}
	return f
}

// Check returns nil if the proof shows that no error is reached, else the first rule that
// doesn't hold.
func (s *System) Check(ctx context.Context, proof *Proof, b smt.Backend) *Failure {
	for _, p := range s.list {
		for _, from := range p.Points {
			if !from.Cut || from == p.Exit {
				continue
			}
			if err := ctx.Err(); err != nil {
				return &Failure{Reason: err.Error()}
			}
			if f := s.checkFrom(proof, p, from, b); f != nil {
				return f
			}
		}
	}
	return nil
}

// checkFrom checks the rules for the ways from a point with a claim.
func (s *System) checkFrom(proof *Proof, p *Procedure, from *Point, b smt.Backend) *Failure {
	claim := proof.at(p, from)
	if claim.never() || from.Error != "" && from != p.Entry {
		return nil // Step, Call and Error: whoever comes here is asked
	}
	r := s.region(proof, p, from, b)
	defer r.close()
	// Entry: at the start nothing is claimed, see bind.
	r.say(r.claimed(claim, 0))
	if from == p.Entry {
		r.sayOld()
	}
	for i, q := range r.places {
		// Error; nothing goes on from there.
		if q.Error != "" {
			if f := r.excluded(q, q.Error, r.reach[i]); f != nil && !r.refuted(i) {
				return f
			}
		}
		// Call.
		if q.Call != nil && i < r.ends {
			what := "what " + q.Call.Callee.Func.Name + " requires need not hold at its call"
			if f := r.excluded(q, what, r.reach[i], r.f.Not(r.required(q, i))); f != nil {
				return f
			}
		}
	}
	for i, q := range r.places[r.ends:] {
		// Step; at the exit of a procedure, what Return relies on.
		if q.Error != "" {
			continue
		}
		goal := r.claimed(proof.at(p, q), r.ends+i)
		if f := r.excluded(q, "what is claimed here need not hold", r.reach[r.ends+i], r.f.Not(goal)); f != nil {
			return f
		}
	}
	return nil
}

// excluded returns a failure unless no run has all of these.
func (r *Region) excluded(q *Point, what string, all ...smt.Term) *Failure {
	switch res := r.possible(all...); res.Status {
	case smt.Unsat:
		return nil
	case smt.Unknown:
		return GaveUp(r, q)
	}
	return &Failure{what, q.Key(), q.Pos()}
}

// GaveUp is the failure that the prover didn't answer what was asked about the ways to q.
func GaveUp(r *Region, q *Point) *Failure {
	reason := fmt.Sprintf("the prover gave up on the step from %s to %s, which took more than the limit of a question (docs/certify.md says what may be done)", r.from.Place(), q.Place())
	return &Failure{reason, q.Key(), q.Pos()}
}
