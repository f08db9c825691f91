package main

import (
	"context"
	"io"
	"testing"

	"hardbop/internal/check"
)

// TestNothingWrongIsCertified tries to certify some of the programs in testdata/verdicts; make soak
// tries all.
func TestNothingWrongIsCertified(t *testing.T) { nothingWrongIsCertified(t, 8) }

// nothingWrongIsCertified tries to certify every k-th program, whatever its verdict is: what is
// UNSAFE must not be.
func nothingWrongIsCertified(t *testing.T, k int) {
	n, certified, safe := 0, 0, 0
	eachVerdict(t, func(t *testing.T, want string, args []string) {
		if n++; n%k != 0 {
			return
		}
		if want == "SAFE" {
			safe++
		}
		for _, why := range attempts(t, args) {
			switch {
			case why == nil && want == "UNSAFE":
				t.Error("certified, and is UNSAFE")
			case why == nil && want == "SAFE":
				certified++
			case want == "SAFE":
				t.Logf("not certified: %v", why)
			}
		}
	})
	t.Logf("certified %d of %d that are SAFE", certified, safe)
	if certified == 0 {
		t.Error("nothing is certified")
	}
}

// attempts tries to have each question certified that the arguments of check ask.
func attempts(t *testing.T, args []string) []error {
	silent := streams{out: io.Discard, err: io.Discard}
	f, code := parseCheck(args[1:], silent)
	if code >= 0 {
		t.Fatalf("exit code %d", code)
	}
	if err := f.settle("check", silent); err != nil {
		t.Fatal(err)
	}
	whys, err := check.Attempt(context.Background(), f.opt, openProver)
	if err != nil {
		t.Fatal(err)
	}
	return whys
}
