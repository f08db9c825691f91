package check

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/big"
	"os"
	"strings"

	"hardbop/c2bp"
	"hardbop/internal/certify"
	"hardbop/internal/certify/infer"
	"hardbop/internal/cil"
	"hardbop/internal/pred"
	"hardbop/internal/property"
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
	todo.opt.Bits = r.Integers != mathOnly.String()
	b := wrap.Unrecalled(todo.bs[0]).Branch() // nothing is taken from a cache
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
	claims, err := infer.Find(todo.ctx, c.sys, p.candidates(c.sys, cases), c.b)
	if len(p.found) > 0 && undecided(err) {
		claims, err = infer.Find(todo.ctx, c.sys, p.candidates(c.sys, append(cases, p.found...)), c.b)
	}
	if undecided(err) {
		more, merr := c.more(todo)
		if merr != nil {
			return nil, fmt.Errorf("%w (%w)", err, merr)
		}
		claims, err = infer.Find(todo.ctx, c.sys, more, c.b)
	}
	if err != nil {
		return nil, err
	}
	return c.certificate(r, claims), nil
}

// undecided reports whether other candidates may do.
func undecided(err error) bool { return errors.Is(err, infer.ErrFew) || errors.Is(err, infer.ErrMany) }

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
	return append(list, "the prover "+c.b.Version(), "memory: scalars are aligned, and structs of one type are the same or apart")
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
		return nil, fmt.Errorf("without propagation the verdict is %s", out.Verdict)
	}
	return p.candidates(c.sys, p.cases(opt, out.Preds)), nil
}

// cases lists what an abstraction by the predicates tells apart.
func (p *Prepared) cases(opt Options, preds *pred.Set) []c2bp.Case {
	if preds == nil {
		return nil
	}
	return c2bp.New(p.Input, c2bp.Options{Alias: p.Alias, NoDomains: opt.NoDomains, Wrap: opt.Wrap}).Cases(preds)
}

// candidates writes cases over the variables of the program that is certified.
func (p *Prepared) candidates(sys *certify.System, cases []c2bp.Case) []infer.Candidate {
	t := &translation{p: p, chains: p.chains()}
	var all []infer.Candidate
	for _, q := range cases {
		for _, proc := range sys.Procedures() {
			for _, fr := range proc.Frames {
				if texts := t.in(q, fr, proc); texts != nil {
					all = append(all, infer.Candidate{Proc: proc, Conds: texts})
				}
			}
		}
	}
	return all
}

// note makes a case of what propagation found: that a variable has a value, or another one.
func (p *Prepared) note(f *cil.Func, v *cil.Var, value *big.Int) {
	if cil.IsInteger(v.Type) {
		x := cil.MakeCast(cil.Math, cil.LoadVar(v))
		is := &cil.Binary{Op: cil.Eq, X: x, Y: &cil.Const{T: cil.Math, Val: value}, T: p.Prog.Model.Int(cil.Int)}
		p.found = append(p.found, c2bp.Case{Scope: f, Conds: []cil.Expr{is, cil.Not(is)}})
	}
}

// translation finds the variables of the unfolded program for those of the prepared one.
type translation struct {
	p      *Prepared
	chains map[*cil.Var]string // of copies: the calls that lead to their activation
}

// chains finds for each copy of a variable the calls whose bodies it stands in.
func (p *Prepared) chains() map[*cil.Var]string {
	chains := map[*cil.Var]string{}
	if p.inlined == nil {
		return chains
	}
	for _, f := range p.Prog.Funcs {
		for _, n := range f.Nodes {
			o := p.inlined.Origin(n)
			var b strings.Builder
			for _, c := range o.Chain {
				fmt.Fprintf(&b, "%s:%d/", c.Func.Name, p.inlined.Place(c))
			}
			cil.EachExpr(n.Instr, func(e cil.Expr) {
				for _, v := range cil.Vars(e) {
					if s := p.inlined.Source(v); s != v && s.Func == o.Func {
						chains[v] = b.String()
					}
				}
			})
		}
	}
	return chains
}

// in writes the conditions of a case in an activation, in which its own variables are; nil if it
// has none there.
func (t *translation) in(q c2bp.Case, fr *certify.Frame, proc *certify.Procedure) []string {
	var texts []string
	for _, e := range q.Conds {
		text, ok := t.condition(e, fr, proc)
		if !ok {
			return nil
		}
		texts = append(texts, text)
	}
	return texts
}

func (t *translation) condition(e cil.Expr, fr *certify.Frame, proc *certify.Procedure) (string, bool) {
	local, fine := false, true
	names := map[*cil.Var]*cil.Var{}
	for _, v := range cil.Vars(e) {
		if v.Kind == cil.Ghost {
			return "", false
		}
		if v.Func == nil {
			continue
		}
		local = true
		name, ok := t.name(v, fr, proc)
		fine = fine && ok
		names[v] = &cil.Var{Name: name, Type: v.Type, Kind: cil.Local}
	}
	if !fine || !local && len(fr.Calls) > 0 {
		return "", false
	}
	return cil.ExprString(cil.SubstLval(e, func(l *cil.Lval) cil.Expr {
		if w := names[l.Base]; w != nil {
			return &cil.Load{L: &cil.Lval{Base: w, Path: l.Path}}
		}
		return nil
	})), true
}

// name is the name of v where its own function is that of fr.
func (t *translation) name(v *cil.Var, fr *certify.Frame, proc *certify.Procedure) (string, bool) {
	source := t.p.inlined.Source(v)
	if source == v {
		return nameIn(source, fr), v.Func.Name == fr.Func.Name
	}
	key := fr.Key() + t.chains[v]
	for _, g := range proc.Frames {
		if v.Func.Name == fr.Func.Name && g.Func.Name == source.Func.Name && g.Key() == key {
			return nameIn(source, g), true
		}
	}
	return "", false
}

// nameIn is the name that a variable has in an activation.
func nameIn(v *cil.Var, fr *certify.Frame) string {
	for w, c := range fr.Vars {
		if w.Name == v.Name {
			return c.Name
		}
	}
	return v.Name
}

// Attempt tries to have each question certified that opt asks, without having it answered first:
// whatever it can be certified by without predicates. It returns why not, nil where it is. For tests:
// what is certified has to be SAFE.
func Attempt(ctx context.Context, opt Options, open smt.Opener) ([]error, error) {
	questions, err := opt.questions()
	if err != nil {
		return nil, err
	}
	opt.share(questions)
	var all []error
	for _, o := range opt.each() {
		if o, err = o.withEnvironment(); err != nil {
			return nil, err
		}
		for _, q := range questions {
			b, err := open(smt.NewFactory())
			if err != nil {
				return nil, err
			}
			all = append(all, attempt(ctx, o, q, b))
			b.Close()
		}
	}
	return all, nil
}

func attempt(ctx context.Context, opt Options, q *question, b smt.Backend) error {
	c, err := newCertifier(opt, q, b)
	if err != nil {
		return err
	}
	r := &result.Result{Verdict: result.Safe}
	claims, err := infer.Find(ctx, c.sys, nil, b)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	if err := certify.Write(&text, c.certificate(r, claims)); err != nil {
		return err
	}
	_, err = c.accept(ctx, "certificate", text.Bytes())
	return err
}

// Certified is what came of a certificate.
type Certified struct {
	Property, Entry string
	// Accepted says what was checked; nil if something doesn't hold, which Failure says.
	Accepted *result.Certified
	Failure  *certify.Failure
}

// CertifyFile checks the certificate in a file for the program that opt says. What opt leaves open,
// the question and what the program means, is as the certificate says. The error says what is
// wrong with the input.
func CertifyFile(ctx context.Context, opt Options, name string, open smt.Opener) (*Certified, error) {
	text, err := source.ReadRegular(name)
	if err != nil {
		return nil, fmt.Errorf("certificate %s: %w", name, err)
	}
	cert, err := certify.Read(name, text)
	if err != nil {
		return nil, err
	}
	q, err := opt.asCertified(cert)
	if err != nil {
		return nil, err
	}
	if opt, err = opt.withEnvironment(); err != nil {
		return nil, err
	}
	b, err := open(smt.NewFactory())
	if err != nil {
		return nil, err
	}
	defer b.Close()
	out := &Certified{Property: q.name, Entry: opt.EntryName()}
	c, err := newCertifier(opt, q, b)
	if err == nil {
		if out.Accepted, err = c.accept(ctx, name, text); err == nil {
			out.Accepted.Trusts = append(out.Accepted.Trusts, c.assumes()...)
		}
	}
	if err != nil && !errors.As(err, &out.Failure) {
		return nil, err
	}
	return out, nil
}

// asCertified takes what opt leaves open from a certificate, and returns the question.
func (opt *Options) asCertified(cert *certify.Certificate) (*question, error) {
	if opt.Entry == "" && opt.Env == "" {
		opt.Entry = cert.Entry
	}
	if opt.Model == "" {
		opt.Model = cert.DataModel
	}
	opt.Bits = opt.Bits || cert.Integers == "bits"
	if !opt.OverflowGiven {
		opt.Wrap = cert.Overflow == "wrap"
	}
	if len(opt.Rules) == 0 && opt.Spec == "" && opt.Property == "" {
		if strings.HasPrefix(cert.Property, "CHECK") {
			spec, err := property.ParseSpec("property of the certificate", cert.Property)
			if err != nil {
				return nil, err
			}
			opt.NoModels = true // as with --spec
			return &question{name: spec.Text, spec: spec, mark: spec.Property}, nil
		}
		if q, err := named(cert.Property); err == nil {
			return q, nil
		}
		opt.Rules = []string{cert.Property}
	}
	qs, err := opt.questions()
	if err != nil {
		return nil, err
	}
	if len(qs) != 1 {
		return nil, fmt.Errorf("a certificate is about one rule or property, not %d", len(qs))
	}
	opt.share(qs)
	return qs[0], nil
}
