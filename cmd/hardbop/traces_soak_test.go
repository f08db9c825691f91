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
	t.Run("bench", func(t *testing.T) {
		var bench traces
		for _, name := range []string{"ldv-regression", "ldv-drivers", "locks", "ntdrivers-simplified", "ntdrivers", "ssh-simplified", "ssh"} {
			for _, task := range tasksOf(t, name) {
				bench.task(t, task)
			}
		}
		bench.median(t)
	})
	t.Run("rules", func(t *testing.T) {
		var lib traces
		for _, family := range []string{"linux", "wdm"} {
			for _, d := range violating(t, family, true) {
				lib.see(t, d.Name()+": "+d.Message, driverArgs(family, d)...)
			}
		}
		lib.median(t)
	})
}

// tasksOf returns the tasks of a suite, if it is there.
func tasksOf(t *testing.T, name string) []*suite.Task {
	t.Helper()
	folder := filepath.Join(need.Suites(t), name)
	if _, err := os.Stat(folder); err != nil {
		t.Logf("skipped: no suite %s", folder)
		return nil
	}
	tasks, err := suite.Load([]string{folder}, "")
	if err != nil {
		t.Fatal(err)
	}
	return tasks
}
