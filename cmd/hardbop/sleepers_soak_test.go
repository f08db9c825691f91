//go:build soak

package main

import (
	"path/filepath"
	"strings"
	"testing"

	"hardbop/internal/need"
)

// TestSleepersFound sees that each call of the list is a defect of its own where it mustn't be.
func TestSleepersFound(t *testing.T) {
	dir, build := asleep(t), need.ModuleBuild(t)
	_, calls := sleepers(t)
	for name, flags := range sleepRules {
		want := len(flagged(calls, flags))
		out, _, _ := tool("check", "-q", "--no-trace", "--all-defects", "--max-defects", "1000", "--replay", "off",
			"--rule", name, "-p", build, "--entry", "locked", filepath.Join(dir, "sleepers.c"))
		if got := strings.Count("\n"+out, "\nUNSAFE  "+name); got != want {
			t.Errorf("%s: %d defects, want %d", name, got, want)
		}
	}
}
