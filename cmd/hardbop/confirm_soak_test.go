//go:build soak

package main

import (
	"path/filepath"
	"testing"

	"hardbop/internal/need"
	"hardbop/internal/suite"
)

// TestSafeIsConfirmed has every SAFE of the C suites confirmed through files: c2bp makes
// the last Boolean program again from the dumped predicates, and bebop finds it safe.
func TestSafeIsConfirmed(t *testing.T) {
	confirmed := 0
	for _, name := range []string{"locks", "ntdrivers-simplified", "ssh-simplified", "ldv-regression", "ntdrivers"} {
		tasks, err := suite.Load([]string{need.Suite(t, name)}, "")
		if err != nil {
			t.Logf("skipped: %v", err)
			continue
		}
		for _, task := range tasks {
			t.Run(name+"/"+task.Name, func(t *testing.T) {
				if confirm(t, task.Args[1:]) {
					confirmed++
				}
			})
		}
	}
	t.Logf("%d SAFE verdicts confirmed", confirmed)
}

// confirm runs check with the arguments of a task. It reports whether the verdict was
// SAFE and confirmed.
func confirm(t *testing.T, args []string) bool {
	dir := t.TempDir()
	if _, _, code := tool(append([]string{"check", "-q", "--timeout", "60", "--memory", "2G", "--dump", dir}, args...)...); code != exitOK {
		return false
	}
	programs, err := filepath.Glob(filepath.Join(dir, "iter*.bp"))
	if err != nil {
		t.Fatal(err)
	}
	if len(programs) == 0 {
		return false // nothing in the program is an error
	}
	last := programs[len(programs)-1]
	own := filepath.Join(dir, "own.bp")
	preds := last[:len(last)-len(".bp")] + ".preds"
	if _, errs, code := tool(append(append([]string{"c2bp", "-o", own}, args...), preds)...); code != exitOK {
		t.Fatalf("c2bp: exit %d\n%s", code, errs)
	}
	if !same(t, last, own) {
		t.Error("c2bp makes another program than the loop")
	}
	if out, errs, code := tool("bebop", "-q", last); code != exitOK {
		t.Errorf("bebop: exit %d\n%s%s", code, out, errs)
	}
	return !t.Failed()
}
