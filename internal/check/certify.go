package check

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"

	"hardbop/c2bp"
	"hardbop/internal/certify"
	"hardbop/internal/certify/infer"
	"hardbop/internal/cil"
	"hardbop/internal/pred"
	"hardbop/internal/result"
	"hardbop/internal/smt"
	"hardbop/internal/smt/wrap"
	"hardbop/internal/source"
)

// This file has SAFE certified: it finds claims for a certificate (package infer) and has them
// checked (package certify), on the program as it was before anything was left out of it.

// certifies reports whether a certificate is wanted.
func (opt Options) certifies() bool { return opt.Certify || opt.Certificate != "" }

// certify has a SAFE certified, for which the loop had these predicates at the end. A SAFE whose
// certificate isn't accepted becomes UNKNOWN. The error says that a file can't be written.
func (p *Prepared) certify(todo run, r *result.Result, preds *pred.Set) error {
	if r.Verdict != result.Safe || !todo.opt.certifies() || len(todo.opt.known) > 0 {
		return nil
	}
	todo.env.Enter("certificate")
	if todo.opt.Safe != nil {
		todo.opt.Safe()
	}
	todo.opt.Bits = r.Integers != mathOnly.String()
	b, err := todo.open(smt.NewFactory())
	if err != nil {
		return err
	}
	b = wrap.Unrecalled(b) // nothing is taken from a cache
	defer b.Close()
	c, err := newCertifier(todo.opt, todo.q, b)
	if err != nil {
		return notCertified(r, err)
	}
	cert, err := c.prove(p, todo, r, preds)
	if err != nil {
		return notCertified(r, err)
	}
	var text bytes.Buffer
	if err := certify.Write(&text, cert); err != nil {
		return err
	}
	if todo.opt.Certificate != "" {
		if err := os.WriteFile(todo.opt.Certificate, text.Bytes(), 0o644); err != nil {
			return fmt.Errorf("--certificate: %w", err)
		}
	}
	name := todo.opt.Certificate
	if name == "" {
		name = "certificate"
	}
	if r.Certified, err = c.accept(todo.ctx, name, text.Bytes()); err != nil {
		return notCertified(r, err)
	}
	return nil
}

// notCertified lowers r.
func notCertified(r *result.Result, err error) error {
	reason := result.Reason{Code: "not-certified", Text: "the verdict was SAFE, but it is not certified: " + err.Error()}
	if f := (*certify.Failure)(nil); errors.As(err, &f) && f.Pos.IsValid() {
		at := result.At(f.Pos)
		reason.Where = &at
	}
	r.Lower(reason)
	return nil
}

// certifier is a program with the question whose answer is to be certified.
type certifier struct {
	p   *Prepared
	sys *certify.System
	b   smt.Backend
	opt Options
	q   *question
}

// newCertifier reads the program again.
func newCertifier(opt Options, q *question, b smt.Backend) (*certifier, error) {
	opt, err := opt.checked(q)
	if err != nil {
		return nil, err
	}
	p, _, err := whole(opt, q)
	if err != nil {
		return nil, err
	}
	var targets []*cil.Node
	for _, prop := range p.Props {
		targets = append(targets, prop.Nodes()...)
	}
	c := &certifier{p: p, b: b, opt: opt, q: q}
	c.sys, err = certify.New(p.Prog, p.Harness.Func, targets, certify.Options{Semantics: opt.semantics(), Extern: q.extern(), Known: p.known(!opt.initialised()), AllocFails: q.spec == nil, Limit: certifyLimit})
	if err != nil {
		return nil, err
	}
	return c, nil
}

// certifyLimit bounds the work of a question, in the prover's steps.
const certifyLimit = 100_000_000

// prove finds claims: with the predicates of the loop; if these aren't enough, with what propagation
// found as well; and then with the predicates of a loop in which nothing is propagated.
func (c *certifier) prove(p *Prepared, todo run, r *result.Result, preds *pred.Set) (*certify.Certificate, error) {
	cases := p.cases(todo.opt, preds)
	sets := [][]infer.Candidate{p.candidates(c.sys, cases)}
	if len(p.found) > 0 {
		sets = append(sets, p.candidates(c.sys, append(cases, p.found...)))
	}
	claims, err := c.find(todo.ctx, infer.Find, sets...)
	if infer.Undecided(err) {
		more, merr := c.more(todo)
		if merr != nil {
			return nil, fmt.Errorf("%w (%w)", err, merr)
		}
		sets = append(sets, more)
		claims, err = c.find(todo.ctx, infer.Find, more)
	}
	if infer.Undecided(err) && c.sys.Allocates() {
		claims, err = c.find(todo.ctx, infer.FindExact, sets...)
	}
	if err != nil {
		return nil, err
	}
	return c.certificate(r, claims), nil
}

// finder is [infer.Find], or finer.
type finder func(context.Context, *certify.System, []infer.Candidate, smt.Backend) ([]certify.ProcedureClaim, error)

// find finds claims with the first set of candidates that will do.
func (c *certifier) find(ctx context.Context, find finder, sets ...[]infer.Candidate) (claims []certify.ProcedureClaim, err error) {
	for _, set := range sets {
		if claims, err = find(ctx, c.sys, set, c.b); !infer.Undecided(err) {
			break
		}
	}
	return claims, err
}

// certificate puts claims into a certificate.
func (c *certifier) certificate(r *result.Result, claims []certify.ProcedureClaim) *certify.Certificate {
	cert := &certify.Certificate{Format: certify.Format, Version: certify.Version, Property: r.Property, Entry: r.Entry,
		DataModel: c.p.Prog.Model.Name, Program: c.sys.Hash(), Integers: "math", Overflow: "assume", Procedures: claims}
	if c.opt.Bits {
		cert.Integers = "bits"
	}
	if c.opt.Wrap {
		cert.Overflow = "wrap"
	}
	cert.Files, cert.Rule, cert.Database = c.opt.madeFrom(), c.opt.ruleFile(c.q), c.opt.Database
	return cert
}

// accept reads a certificate in the file called name and checks it. It says what was checked.
func (c *certifier) accept(ctx context.Context, name string, text []byte) (*result.Certified, error) {
	cert, err := certify.Read(name, text)
	if err != nil {
		return nil, err
	}
	proof, err := c.sys.Bind(cert, name, text)
	if err != nil {
		return nil, err
	}
	if err := c.unmodelled(); err != nil {
		return nil, err
	}
	c.sys.Queries = 0
	if f := c.sys.Check(ctx, proof, c.b); f != nil {
		return nil, f
	}
	return &result.Certified{Claims: proof.Claims(), Questions: c.sys.Queries, Trusts: c.trusts()}, nil
}

// assumes lists what a verdict would list besides.
func (c *certifier) assumes() []string {
	var list []string
	if !c.opt.Wrap {
		list = append(list, "signed arithmetic doesn't overflow (--overflow wrap assumes nothing)")
	}
	for _, notes := range [][]cil.Note{c.p.Prog.Notes, c.p.Harness.Assumptions} {
		for _, n := range notes {
			list = append(list, fmt.Sprintf("%s: %s (%s)", n.Code, n.Text, result.At(n.Pos)))
		}
	}
	return append(list, "functions without a body do what docs/check.md says")
}

// unmodelled says why no proof would do: functions are called back, or events of the rule aren't seen.
func (c *certifier) unmodelled() error {
	r := &result.Result{Verdict: result.Safe}
	c.p.Input = c2bp.Input{Prog: c.p.Prog, Entry: c.p.Harness.Func, Callees: c.sys.Callees}
	c.p.hidden(r)
	c.p.callsBack(r)
	if r.Verdict == result.Safe {
		return nil
	}
	f := &certify.Failure{Reason: r.Reason.Text}
	if at := r.Reason.Where; at != nil {
		f.Pos = source.Pos{File: at.File, Line: at.Line, Col: at.Col}
	}
	return f
}

// trusts lists what an accepted certificate rests on.
func (c *certifier) trusts() []string {
	list := []string{"the reader of C, and the models of library functions", "the encoder, which says what expressions, assignments and memory mean"}
	if c.p.Rule != nil {
		list = append(list, "the code that was made of the rule")
	}
	if c.sys.Pointers() {
		list = append(list, "calls through pointers: of functions of the program whose address is used, or like those without a body")
	}
	list = append(list, "the prover "+c.b.Version(), "memory: scalars are aligned, and structs of one type are the same or apart")
	if c.sys.Allocates() {
		list = append(list, "allocation: each gives memory of its own, no object begins where another ends, and accesses stay in the object that their pointer was made from")
	}
	return list
}

// more finds predicates without propagation, statement by statement.
func (c *certifier) more(todo run) ([]infer.Candidate, error) {
	opt := todo.opt
	opt.NoPropagation, opt.Encoding, opt.Inline, opt.Dump, opt.Minimize, opt.Replay, opt.ReplayOut = true, Small, 0, "", KeepAll, ReplayOff, ""
	opt.budget = budget{queries: 50_000}
	p, err := prepare(opt, c.q)
	if err != nil {
		return nil, err
	}
	again := todo
	again.opt, again.proof = opt, nil
	out, _, _, err := p.decide(again, nil)
	if err != nil {
		return nil, err
	}
	if out.Verdict != result.Safe {
		return nil, fmt.Errorf("and a search for more conditions ended with %s", out.Verdict)
	}
	return p.candidates(c.sys, p.cases(opt, out.Preds)), nil
}
