//go:build soak

package main

import (
	"os"
	"path/filepath"
	"testing"

	"hardbop/internal/need"
	"hardbop/internal/suite"
)

// TestAllTracesSuffice looks at the traces of all UNSAFE tasks of the bench, and of all drivers of
// the library's rules, with the faults that are planted in them.
func TestAllTracesSuffice(t *testing.T) {
	var bench, lib traces
	for _, name := range []string{"ldv-regression", "ldv-drivers", "locks", "ntdrivers-simplified", "ntdrivers", "ssh-simplified", "ssh"} {
		folder := filepath.Join(need.Suites(t), name)
		if _, err := os.Stat(folder); err != nil {
			t.Logf("skipped: no suite %s", folder)
			continue
		}
		tasks, err := suite.Load([]string{folder}, "")
		if err != nil {
			t.Fatal(err)
		}
		for _, task := range tasks {
			bench.task(t, task)
		}
	}
	for _, family := range []string{"linux", "wdm"} {
		for _, d := range violating(t, family, true) {
			lib.see(t, d.Name()+": "+d.Message, driverArgs(family, d)...)
		}
	}
	bench.median(t)
	lib.median(t)
}
