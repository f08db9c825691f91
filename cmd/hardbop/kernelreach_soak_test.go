//go:build soak

package main

import (
	"os"
	"slices"
	"strings"
	"testing"

	"hardbop/internal/need"
)

// TestKernelReach sees that the environments of the fifty drivers of Linux reach most of
// their functions.
func TestKernelReach(t *testing.T) {
	tree := need.Kernel(t)
	text, err := os.ReadFile("../../testdata/kernel/drivers.txt")
	if err != nil {
		t.Fatal(err)
	}
	var shares []float64
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		_, share := kernelEntries(t, tree, strings.Fields(line)[0])
		shares = append(shares, share)
	}
	slices.Sort(shares)
	if n := len(shares); n != 50 || shares[n/2] < 0.8 {
		t.Errorf("the environments of %d drivers reach %v of the functions", n, shares)
	}
}
