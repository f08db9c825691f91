package check

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hardbop/internal/need"
	"hardbop/internal/obs"
	"hardbop/internal/result"
	"hardbop/internal/smt"
	"hardbop/internal/smt/z3"
)

// certified answers the question of reach with a certificate.
func certified(t *testing.T, text string, opt Options) *result.Result {
	t.Helper()
	opt.Files = []string{files(t, map[string]string{"t.c": text})["t.c"]}
	opt.Property, opt.Certify, opt.Inline, opt.Jobs = "reach", true, InlineAuto, 1
	if opt.Encoding == "" {
		opt.Encoding = Auto
	}
	lib := need.Z3(t)
	open := func(f *smt.Factory) (smt.Backend, error) { return lib.Opener(z3.Options{})(f) }
	var got *result.Result
	if err := Run(context.Background(), opt, open, &obs.Env{}, func(r *result.Result, _ Stats) { got = r }); err != nil {
		t.Fatal(err)
	}
	return got
}

const certifyHead = "void reach_error(void); int nd(void);\n"

// wrong are programs that fail, which a planted fault makes SAFE, with predicates to start from.
var wrong = []struct{ name, text, preds string }{
	{"alias", `int main(void) { int x = 0, y = 0, *p = nd() ? &x : &y; *p = 1; if (x == 1) reach_error(); return 0; }`, "main { x == 1 }"},
	{"summary", `int g; void f(void) { if (nd()) g = 1; else g = 2; } int main(void) { g = 0; f(); g = 0; f(); if (g == 2) reach_error(); return 0; }`, ""},
	{"slice", `int main(void) { int x = 0, *p = &x; if (nd()) *p = 1; if (x) reach_error(); return 0; }`, ""},
}

// TestWrongSafeIsNotCertified answers programs that fail. It complains just where a fault, which
// TestMutants plants, has made the answer SAFE, and no certificate was accepted: that the answer
// is right without a fault is for other tests to see.
func TestWrongSafeIsNotCertified(t *testing.T) {
	for _, p := range wrong {
		t.Run(p.name, func(t *testing.T) {
			opt := Options{Encoding: Small}
			if p.preds != "" {
				opt.Preds = files(t, map[string]string{"t.preds": "hardbop-predicates 1\n" + p.preds + "\n"})["t.preds"]
			}
			switch r := certified(t, certifyHead+p.text, opt); {
			case r.Reason != nil && r.Reason.Code == "not-certified":
				t.Errorf("UNKNOWN: %s", r.Reason.Text)
			default:
				t.Logf("%s", r.Verdict)
			}
		})
	}
}

// TestCertify has programs that are proved by what propagation finds, by predicates of functions
// that are called, and by large blocks.
func TestCertify(t *testing.T) {
	for _, p := range []struct{ name, text string }{
		{"propagated", `int main(void) { int s = 1; while (nd()) { if (s == 3) reach_error(); if (s == 1) s = 2; else s = 1; } return 0; }`},
		{"predicates", `int main(void) { int n = nd(), held = 0; while (nd()) { if (n > 0) { if (held) reach_error(); held = 1; } n = nd(); if (held) held = 0; } return 0; }`},
		{"called", `int lock; void take(void) { if (lock) reach_error(); lock = 1; } void drop(void) { if (!lock) reach_error(); lock = 0; }
			int main(void) { int i, n = nd(); for (i = 0; i < n; i++) { take(); drop(); } return 0; }`},
		{"no loop", `int main(void) { int x = nd(); if (x > 0) { if (x < 0) reach_error(); } return 0; }`},
	} {
		for _, enc := range []Encoding{Small, Large, Auto} {
			r := certified(t, certifyHead+p.text, Options{Encoding: enc})
			if r.Verdict != result.Safe || r.Certified == nil {
				t.Errorf("%s, %s: %s %+v", p.name, enc, r.Verdict, r.Reason)
			}
		}
	}
}

// TestCertifyFile checks a certificate later, for the program that it is about, and for one that
// was changed since.
func TestCertifyFile(t *testing.T) {
	text := certifyHead + `int main(void) { int n = nd(), held = 0; while (nd()) { if (held) reach_error(); if (n > 0) held = 0; } return 0; }`
	name := filepath.Join(t.TempDir(), "c.json")
	if r := certified(t, text, Options{Certificate: name, Bits: true}); r.Certified == nil {
		t.Fatalf("%s %+v", r.Verdict, r.Reason)
	}
	lib := need.Z3(t)
	check := func(text string) *Certified {
		c, err := CertifyFile(context.Background(), Options{Files: []string{files(t, map[string]string{"t.c": text})["t.c"]}}, name, lib.Opener(z3.Options{}))
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	if c := check(text); c.Accepted == nil || c.Property != "reach" {
		t.Errorf("not accepted: %v", c.Failure)
	}
	if c := check(strings.Replace(text, "held = 0; }", "held = 1; }", 1)); c.Failure == nil || !strings.Contains(c.Failure.Error(), "another program") {
		t.Errorf("accepted for another program: %v", c.Failure)
	}
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{`"version": 1`, `"always"`, `"program": "`} {
		bad := strings.Replace(string(b), s, s+"x", 1)
		if err := os.WriteFile(name, []byte(bad), 0o666); err != nil {
			t.Fatal(err)
		}
		c, err := CertifyFile(context.Background(), Options{Files: []string{files(t, map[string]string{"t.c": text})["t.c"]}}, name, lib.Opener(z3.Options{}))
		if err == nil && c.Accepted != nil {
			t.Errorf("accepted with %sx", s)
		}
	}
}

// TestSuitesCertify has SAFE of the suites certified.
func TestSuitesCertify(t *testing.T) {
	for _, name := range []string{"locks/test_locks_15", "ssh-simplified/s3_srvr_1b", "ssh-simplified/s3_srvr_4", "ntdrivers-simplified/kbfiltr_simpl2", "ldv-regression/test_union_cast_c-safe"} {
		suite, task := filepath.Split(name)
		file := filepath.Join(need.Suite(t, suite), task+".c")
		lib := need.Z3(t)
		opt := Options{Files: []string{file}, Spec: filepath.Join(need.Suites(t), "properties", "unreach-label.prp"), Model: "ILP32", Certify: true, Inline: InlineAuto, Encoding: Auto}
		err := Run(context.Background(), opt, lib.Opener(z3.Options{}), &obs.Env{}, func(r *result.Result, _ Stats) {
			if r.Certified == nil {
				t.Errorf("%s: %s %+v", name, r.Verdict, r.Reason)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
