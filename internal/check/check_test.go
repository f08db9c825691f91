package check

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hardbop/boolprog"
	"hardbop/c2bp"
	"hardbop/internal/cegar"
	"hardbop/internal/cil"
	"hardbop/internal/interval"
	"hardbop/internal/lbe"
	"hardbop/internal/path"
	"hardbop/internal/result"
	"hardbop/internal/smt"
	"hardbop/internal/smt/z3"
)

// files writes the given texts into a new folder and returns the paths in order.
func files(t *testing.T, texts map[string]string) map[string]string {
	t.Helper()
	dir := t.TempDir()
	paths := map[string]string{}
	for name, text := range texts {
		paths[name] = filepath.Join(dir, name)
		if err := os.WriteFile(paths[name], []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return paths
}

// prepared prepares a program for the property reach.
func prepared(t *testing.T, text string, opt Options) (*Prepared, *question) {
	t.Helper()
	opt.Files = []string{files(t, map[string]string{"t.c": text})["t.c"]}
	q, err := named("reach")
	if err != nil {
		t.Fatal(err)
	}
	p, err := prepare(opt, q)
	if err != nil {
		t.Fatal(err)
	}
	return p, q
}

var errNoProver = errors.New("no prover")

func noProver(*smt.Factory) (smt.Backend, error) { return nil, errNoProver }

// TestRunErrors has command lines and inputs that Run refuses.
func TestRunErrors(t *testing.T) {
	f := files(t, map[string]string{"t.c": "extern void reach_error(void); int main(void) { reach_error(); return 0; }", "bad.c": "int main(void) { return nowhere; }"})
	for _, test := range []struct {
		opt  Options
		want string
	}{
		{Options{Files: []string{f["t.c"]}}, "nothing to check"},
		{Options{Files: []string{f["t.c"]}, Property: "label:"}, "unknown property"},
		{Options{Files: []string{f["t.c"]}, Rules: []string{"none.slic"}}, "none.slic"},
		{Options{Files: []string{f["t.c"]}, Spec: "none.prp"}, "none.prp"},
		{Options{Files: []string{f["t.c"]}, Property: "reach", Entry: "dispatch"}, "dispatch"},
		{Options{Files: []string{f["bad.c"]}, Property: "reach"}, "nowhere"},
		{Options{Files: []string{f["t.c"]}, Property: "reach", Preds: "none.preds"}, "none.preds"},
		{Options{Files: []string{f["t.c"]}, Property: "reach"}, "no prover"},
	} {
		err := Run(context.Background(), test.opt, noProver, nil, func(*result.Result, Stats) { t.Error("an answer") })
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%+v: error %v, expected one with %q", test.opt, err, test.want)
		}
	}
}

// TestNotApplicable needs no prover.
func TestNotApplicable(t *testing.T) {
	f := files(t, map[string]string{"t.c": "int main(void) { return 0; }", "p.prp": "CHECK( init(main()), LTL(G ! call(reach_error())) )\n"})
	for want, opt := range map[result.Verdict]Options{
		result.NotApplicable: {Files: []string{f["t.c"]}, Property: "reach"},
		result.Safe:          {Files: []string{f["t.c"]}, Spec: f["p.prp"]},
	} {
		var got []result.Verdict
		err := Run(context.Background(), opt, noProver, nil, func(r *result.Result, _ Stats) { got = append(got, r.Verdict) })
		if err != nil || !slices.Equal(got, []result.Verdict{want}) {
			t.Errorf("%v %v, expected %s", got, err, want)
		}
	}
}

// TestSemanticAssumptions lists the codes that a program gives rise to.
func TestSemanticAssumptions(t *testing.T) {
	const text = `extern void reach_error(void); extern void exit(int); extern int other(int *); extern void *malloc(unsigned long);
int main(void) { int x = other((int *)malloc(4)), y = other(0); if (x + y > 1) exit(1); if (x < 0) reach_error(); return 0; }`
	for _, test := range []struct {
		opt  Options
		want []string
	}{
		{Options{}, []string{"extern-call", "model", "model", "signed-overflow"}},
		{Options{Wrap: true}, []string{"extern-call", "model", "model"}},
		{Options{Wrap: true, Logical: true}, []string{"extern-call", "logical-memory", "model", "model"}},
		{Options{Wrap: true, InitGlobals: true}, []string{"extern-call", "model", "model"}},
	} {
		p, q := prepared(t, text, test.opt)
		var got []string
		for _, a := range p.semanticAssumptions(test.opt, q) {
			got = append(got, a.Code)
		}
		slices.Sort(got)
		if !slices.Equal(got, test.want) {
			t.Errorf("%+v: %v, expected %v", test.opt, got, test.want)
		}
	}
}

// TestDoubt has paths through values that are made up.
func TestDoubt(t *testing.T) {
	builtin := &cil.Func{Name: "__builtin_unheard_of", Type: &cil.FuncType{Ret: cil.Void}}
	other := &cil.Func{Name: "other", Type: &cil.FuncType{Ret: cil.Void}}
	x := cil.VarLval(&cil.Var{Name: "x"})
	call := func(f *cil.Func, ret *cil.Lval) cil.Instr {
		return &cil.Call{Ret: ret, Fn: &cil.FuncAddr{F: f, T: &cil.PtrType{Elem: f.Type}}}
	}
	p, _ := prepared(t, "extern void reach_error(void); int main(void) { reach_error(); return 0; }", Options{})
	for _, test := range []struct {
		in   cil.Instr
		code string
	}{
		{&cil.Havoc{L: x, Why: "uninitialised"}, ""},
		{&cil.Havoc{L: x, Why: "inline assembly"}, ""},
		{&cil.Havoc{L: x, Why: "va_arg"}, "unsupported"},
		{call(builtin, x), "unsupported"},
		{call(builtin, nil), ""},
		{call(other, x), ""},
	} {
		code := ""
		if d := p.doubt(&path.Path{Steps: []path.Step{{Node: &cil.Node{Instr: test.in}}}}); d != nil {
			code = d.Code
		}
		if code != test.code {
			t.Errorf("%s: doubt %q, expected %q", cil.InstrString(test.in), code, test.code)
		}
	}
}

// TestKeepReason reports why the first run ended where the last has no answer either.
func TestKeepReason(t *testing.T) {
	first := &cegar.Outcome{Verdict: result.Unknown, Reason: &result.Reason{Code: "bits-infeasible", Text: "first"}}
	for _, test := range []struct {
		last *cegar.Outcome
		want string
	}{
		{&cegar.Outcome{Verdict: result.Safe}, ""},
		{&cegar.Outcome{Verdict: result.Unknown, Reason: &result.Reason{Code: "bits-infeasible", Text: "last"}}, "bits-infeasible last"},
		{&cegar.Outcome{Verdict: result.Unknown, Reason: &result.Reason{Code: "no-progress", Text: "last"}}, "bits-infeasible first; with bit vectors: last"},
	} {
		got := ""
		if out := keepReason(first, test.last); out.Reason != nil {
			got = out.Reason.Code + " " + out.Reason.Text
		}
		if got != test.want {
			t.Errorf("%q, expected %q", got, test.want)
		}
	}
	if first.Reason.Text != "first" {
		t.Error("the first reason was changed")
	}
}

// sessions is a prover that counts the sessions that it is asked for.
type sessions struct{ n int }

func (s *sessions) Session([]cil.Expr) c2bp.Session              { s.n++; return s }
func (s *sessions) Group() c2bp.Group                            { panic("no large blocks here") }
func (s *sessions) Cover(*lbe.Query, *boolprog.Expr) []*cil.Node { panic("no large blocks here") }
func (s *sessions) Way(*lbe.Query, func(string) bool) ([]*cil.Node, []int, bool) {
	panic("no large blocks here")
}
func (s *sessions) Check([]c2bp.Literal) (bool, []interval.Truth) { return false, nil }
func (s *sessions) Exclude([]c2bp.Literal)                        {}
func (s *sessions) Close()                                        {}

// TestTwoProvers asks bits where an operation is involved that math only bounds.
func TestTwoProvers(t *testing.T) {
	model, err := cil.NewDataModel("LP64", true)
	if err != nil {
		t.Fatal(err)
	}
	it := model.Int(cil.Int)
	v := cil.LoadVar(&cil.Var{Name: "v", Type: it})
	op := func(o cil.BinOp) cil.Expr { return &cil.Binary{Op: o, X: v, Y: v, T: it} }
	for _, test := range []struct {
		conds []cil.Expr
		bits  int
	}{
		{nil, 0},
		{[]cil.Expr{op(cil.Add), op(cil.Lt)}, 0},
		{[]cil.Expr{op(cil.Add), op(cil.BitXor)}, 1},
		{[]cil.Expr{&cil.Unary{Op: cil.LogNot, X: op(cil.Shl), T: it}}, 1},
		{[]cil.Expr{op(cil.Mul)}, 1},
	} {
		math, bits := &sessions{}, &sessions{}
		twoProvers{math, bits}.Session(test.conds).Close()
		if bits.n != test.bits || math.n != 1-test.bits {
			t.Errorf("%v: %d sessions with bits, %d with math", test.conds, bits.n, math.n)
		}
	}
}

// TestCancelled runs with a context that is done: the answer is UNKNOWN.
func TestCancelled(t *testing.T) {
	lib, err := z3.Open()
	if err != nil {
		t.Fatal(err)
	}
	f := files(t, map[string]string{"t.c": "extern void reach_error(void); int main(void) { int x; if (x > 3 && x < 2) reach_error(); return 0; }"})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	n := 0
	err = Run(ctx, Options{Files: []string{f["t.c"]}, Property: "reach"}, lib.Opener(z3.Options{}), nil, func(r *result.Result, _ Stats) {
		n++
		if r.Verdict != result.Unknown {
			t.Errorf("verdict %s", r.Verdict)
		}
	})
	if err != nil || n != 1 {
		t.Errorf("error %v, %d results", err, n)
	}
}
