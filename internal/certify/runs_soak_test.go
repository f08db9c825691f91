//go:build soak

package certify_test

import "testing"

// TestMoreRunsAreNotCertified runs generated programs.
func TestMoreRunsAreNotCertified(t *testing.T) { runsAreNotCertified(t, 12, 150) }

// TestMoreRunsWithAllocationsAreNotCertified runs generated programs that allocate.
func TestMoreRunsWithAllocationsAreNotCertified(t *testing.T) { heapRuns(t, 6, 100) }
