package z3_test

import (
	"errors"
	"testing"

	"hardbop/internal/need"
	"hardbop/internal/smt"
	"hardbop/internal/smt/smttest"
	"hardbop/internal/smt/z3"
)

func open(tb testing.TB) smt.Opener { return need.Z3(tb).Opener(z3.Options{}) }

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
