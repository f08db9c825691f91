package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hardbop/internal/compdb"
	"hardbop/internal/need"
)

// TestKernelEntries compares what the environments of ten drivers of Linux call with
// lists made by hand, and counts the functions that they reach.
func TestKernelEntries(t *testing.T) {
	tree := need.Kernel(t)
	text, err := os.ReadFile("../../testdata/entries/kernel.txt")
	if err != nil {
		t.Fatal(err)
	}
	var shares []float64
	for _, paragraph := range strings.Split(string(text), "\n\n")[1:] {
		words := strings.Fields(paragraph)
		driver, want := words[0], words[1:]
		t.Run(filepath.Base(driver), func(t *testing.T) {
			got, share := kernelEntries(t, tree, driver)
			slices.Sort(want)
			slices.Sort(got)
			if !slices.Equal(got, want) {
				t.Errorf("got  %v\nwant %v", got, want)
			}
			shares = append(shares, share)
		})
	}
	slices.Sort(shares)
	if n := len(shares); n == 0 || shares[n/2] < 0.8 {
		t.Errorf("the environments reach %v of the functions", shares)
	}
}

// kernelEntries returns what the environment of a driver calls, and which share of the
// driver's functions it reaches.
func kernelEntries(t *testing.T, tree, driver string) ([]string, float64) {
	out, errs, code := tool("entries", "-p", tree, filepath.Join(tree, driver), "--format", "json", "--coverage")
	var l entriesJSON
	if err := json.Unmarshal([]byte(out), &l); err != nil || code != 0 {
		t.Fatalf("exit %d: %v\n%s", code, err, errs)
	}
	var called []string
	for _, e := range l.Entries {
		if e.Called {
			called = append(called, e.Function)
		}
	}
	t.Logf("%s: reaches %d of %d functions", driver, l.Coverage.Reached, l.Coverage.Functions)
	return called, float64(l.Coverage.Reached) / float64(l.Coverage.Functions)
}

// TestKernelCheck checks a driver of Linux as make C=2 would, and the same with a fault.
func TestKernelCheck(t *testing.T) {
	tree := need.Kernel(t)
	const driver = "drivers/platform/x86/ibm_rtl.c"
	db, err := compdb.Open(filepath.Join(tree, "compile_commands.json"))
	if err != nil {
		t.Fatal(err)
	}
	c, err := db.Command(filepath.Join(tree, driver))
	if err != nil {
		t.Skip(err) // another part of the tree was built
	}
	text, err := os.ReadFile(filepath.Join(tree, driver))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	save(t, filepath.Join(dir, "good.c"), string(text))
	save(t, filepath.Join(dir, "bad.c"), strings.Replace(string(text), "mutex_lock(&rtl_lock);", "mutex_lock(&rtl_lock); mutex_lock(&rtl_lock);", 1))
	for name, says := range map[string]string{"good.c": "", "bad.c": "warning: ibm_rtl_write locks a mutex that is locked already [linux/mutex]"} {
		args := []string{"kcheck", "--no-config", "--rule=linux/mutex", "-D__linux__", "-Wbitwise", "--arch=x86", "-m64"}
		for _, a := range c.Args[1:] {
			if a == "-c" {
				break
			}
			args = append(args, a)
		}
		cmd := exec.Command("hardbop", append(args, filepath.Join(dir, name))...)
		cmd.Dir = tree
		out, err := cmd.CombinedOutput()
		if err != nil || !strings.Contains(string(out), says) || says == "" && len(out) > 0 {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
}
