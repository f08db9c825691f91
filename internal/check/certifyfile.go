package check

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"

	"hardbop/internal/certify"
	"hardbop/internal/certify/infer"
	"hardbop/internal/property"
	"hardbop/internal/result"
	"hardbop/internal/smt"
	"hardbop/internal/source"
)

// This file checks certificates alone, and tries what can be certified without a verdict.

// Certified is what came of a certificate.
type Certified struct {
	Property, Entry string
	Means           string // what the program was taken to mean: data model, overflow, integers
	// Accepted says what was checked; nil if something doesn't hold, which Failure says.
	Accepted *result.Certified
	Failure  *certify.Failure
}

// CertifyFile checks the certificate in a file for the program that opt says. What opt leaves open,
// the question and what the program means, is as the certificate says. The error says what is
// wrong with the input.
func CertifyFile(ctx context.Context, opt Options, name string, open smt.Opener) (*Certified, error) {
	text, err := source.ReadText(name)
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
		out.Means = opt.means(c.p.Prog.Model.Name)
	}
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

// means says in words what the program means with a data model.
func (opt *Options) means(model string) string {
	overflow, integers := "signed overflow doesn't happen", "mathematical integers"
	if opt.Wrap {
		overflow = "signed overflow wraps"
	}
	if opt.Bits {
		integers = "bit vectors"
	}
	return model + ", " + overflow + ", " + integers
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
		opt.Wrap = opt.Wrap || cert.Overflow == "wrap" // the compilation database may say so
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
