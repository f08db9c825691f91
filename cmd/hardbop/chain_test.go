package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// tool runs hardbop and returns what it printed and its exit code.
func tool(args ...string) (stdout, stderr string, code int) {
	var out, err bytes.Buffer
	code = run(args, streams{in: strings.NewReader(""), out: &out, err: &err})
	return out.String(), err.String(), code
}

// chainTasks are checked in memory and by hand through files.
func chainTasks(t *testing.T) map[string][]string {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	lecture := filepath.Join(root, "testdata", "papers", "lecture")
	tasks := map[string][]string{
		"lecture":     {"--rule", filepath.Join(lecture, "lock.slic"), "--entry", "example", filepath.Join(lecture, "driver.c")},
		"lecture bug": {"--rule", filepath.Join(lecture, "lock.slic"), "--entry", "example", filepath.Join(lecture, "driver_bug.c")},
		"in place":    {"--rule", filepath.Join(lecture, "lock.slic"), "--entry", "example", "--inline", "100", filepath.Join(lecture, "driver_bug.c")},
		"recursion":   {"--property", "reach", filepath.Join(root, "testdata", "safe", "recursion.c")},
	}
	bench := filepath.Join(root, "..", "shared", "bench")
	if _, err := os.Stat(bench); err != nil {
		t.Log("the benchmark suites are not here: only the project's own tasks are run")
		return tasks
	}
	for _, c := range []string{"locks/test_locks_5", "ntdrivers-simplified/kbfiltr_simpl1", "ssh-simplified/s3_srvr_1a", "ssh-simplified/s3_clnt_1_BUG"} {
		tasks[c] = []string{"--spec", filepath.Join(bench, "properties", "unreach-label.prp"), "--data-model", "ILP32", filepath.Join(bench, c+".c")}
	}
	return tasks
}

// TestChain compares the loop in memory with the chain of commands through files: each
// iteration's Boolean program from its predicate file, the verdict of bebop on it, and
// newton on the path that bebop leaves.
func TestChain(t *testing.T) {
	for name, task := range chainTasks(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			chain(t, task)
		})
	}
}

func chain(t *testing.T, task []string) {
	dir := t.TempDir()
	_, errs, verdict := tool(append([]string{"check", "-q", "--dump", dir}, task...)...)
	if verdict != exitOK && verdict != exitUnsafe {
		t.Fatalf("check: exit %d\n%s", verdict, errs)
	}
	programs, err := filepath.Glob(filepath.Join(dir, "iter*.bp"))
	if err != nil || len(programs) == 0 {
		t.Fatalf("no dumps: %v", err)
	}
	for i, bp := range programs {
		last := i == len(programs)-1
		base := strings.TrimSuffix(bp, ".bp")
		own := base + ".own.bp"
		flags := task[:len(task)-1]
		args := append(append([]string{"c2bp", "-o", own}, flags...), task[len(task)-1], base+".preds")
		if _, errs, code := tool(args...); code != exitOK {
			t.Fatalf("c2bp: exit %d\n%s", code, errs)
		}
		if !same(t, bp, own) {
			t.Fatalf("%s: c2bp makes another program than the loop", filepath.Base(bp))
		}
		want := exitUnsafe
		if last {
			want = verdict
		}
		way := base + ".way.json"
		if out, errs, code := tool("bebop", "-q", "--path-out", way, own); code != want {
			t.Fatalf("bebop %s: exit %d, want %d\n%s%s", filepath.Base(own), code, want, out, errs)
		}
		if last && verdict == exitOK {
			continue
		}
		args = append(append([]string{"newton"}, flags...), task[len(task)-1], way)
		out, errs, code := tool(args...)
		if want := map[bool]int{true: exitUnsafe, false: exitOK}[last]; code != want {
			t.Fatalf("newton on the path of %s: exit %d, want %d\n%s%s", filepath.Base(own), code, want, out, errs)
		}
	}
}

func same(t *testing.T, a, b string) bool {
	x, err := os.ReadFile(a)
	if err != nil {
		t.Fatal(err)
	}
	y, err := os.ReadFile(b)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Equal(x, y)
}

// TestLecture is the lecture's example: the first Boolean program is the control
// skeleton, and the loop finds a predicate over nPackets and nPacketsOld.
func TestLecture(t *testing.T) {
	lecture, err := filepath.Abs("../../testdata/papers/lecture")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	out, errs, code := tool("check", "-q", "--dump", dir, "--rule", filepath.Join(lecture, "lock.slic"), "--entry", "example", filepath.Join(lecture, "driver.c"))
	if code != exitOK {
		t.Fatalf("exit %d\n%s%s", code, out, errs)
	}
	first, err := os.ReadFile(filepath.Join(dir, "iter001.bp"))
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(first), "decl") || !strings.Contains(string(first), "SLIC_KeAcquireSpinLock_return()") {
		t.Errorf("the first Boolean program is not the control skeleton:\n%s", first)
	}
	if !strings.Contains(finalPreds(t, dir), "nPackets == nPacketsOld") {
		t.Errorf("the predicate over nPackets and nPacketsOld is missing:\n%s", finalPreds(t, dir))
	}
	out, _, code = tool("check", "-q", "--rule", filepath.Join(lecture, "lock.slic"), "--entry", "example", filepath.Join(lecture, "driver_bug.c"))
	if code != exitUnsafe {
		t.Fatalf("with the release removed: exit %d\n%s", code, out)
	}
}

func finalPreds(t *testing.T, dir string) string {
	files, _ := filepath.Glob(filepath.Join(dir, "iter*.preds"))
	if len(files) == 0 {
		t.Fatal("no predicate files")
	}
	b, err := os.ReadFile(files[len(files)-1])
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
