//go:build soak

package certify_test

import "testing"

// TestMoreRunsAreNotCertified runs generated programs.
func TestMoreRunsAreNotCertified(t *testing.T) { runsAreNotCertified(t, 12, 150) }
