package z3_test

import (
	"errors"
	"os"
	"testing"

	"hardbop/internal/smt"
	"hardbop/internal/smt/smttest"
	"hardbop/internal/smt/z3"
)

// library opens Z3, or skips the test; where REQUIRE_TOOLS is set it fails instead.
func library(tb testing.TB) *z3.Library {
	tb.Helper()
	lib, err := z3.Open()
	if err != nil {
		if os.Getenv("REQUIRE_TOOLS") != "" {
			tb.Fatal(err)
		}
		tb.Skip(err)
	}
	tb.Cleanup(lib.Close)
	return lib
}

func open(tb testing.TB) smt.Opener { return library(tb).Opener(z3.Options{}) }

func TestBattery(t *testing.T) { smttest.Battery(t, open(t)) }

func TestMissingLibrary(t *testing.T) {
	_, err := z3.Open("libz3-that-does-not-exist.so")
	var missing *z3.MissingError
	if !errors.As(err, &missing) || missing.Reason == "" {
		t.Fatalf("got %v", err)
	}
	t.Log(err)
}

// TestWrongLibrary opens a library that isn't Z3.
func TestWrongLibrary(t *testing.T) {
	if _, err := z3.Open("libc.so.6"); err == nil {
		t.Fatal("opened the C library as Z3")
	} else {
		t.Log(err)
	}
}
