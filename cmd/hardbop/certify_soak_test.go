//go:build soak

package main

import "testing"

// TestNothingAtAllWrongIsCertified tries to certify all programs in testdata/verdicts.
func TestNothingAtAllWrongIsCertified(t *testing.T) { nothingWrongIsCertified(t, 1) }
