package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hardbop/internal/need"
	"hardbop/internal/obs"
	"hardbop/internal/result"
	"hardbop/internal/suite"
)

// sample are 25 tasks of all the suites that take well under a second each.
var sample = []string{
	"boolprog/Arguments1", "boolprog/Constrain1", "boolprog-satabs/locks__test_locks_5__1",
	"boolprog-satabs/locks__test_locks_5__4",
	"ldv-regression/1_3_c-unsafe", "ldv-regression/alias_of_return_c-safe", "ldv-regression/callfpointer_c-unsafe",
	"ldv-regression/fo_test_c-unsafe", "ldv-regression/nested_structure_noptr_c-safe", "ldv-regression/rule57_ebda_blast_c-unsafe",
	"ldv-regression/rule60_list_c-safe", "ldv-regression/structure_assignment_c-safe", "ldv-regression/test_cut_trace_c-safe",
	"ldv-regression/test_union_c-safe",
	"locks/test_locks_14_BUG", "locks/test_locks_5", "locks/test_locks_8",
	"ntdrivers-simplified/kbfiltr_simpl1", "ntdrivers-simplified/kbfiltr_simpl2", "ntdrivers-simplified/kbfiltr_simpl2_BUG",
	"ssh-simplified/s3_clnt_1", "ssh-simplified/s3_clnt_2_BUG", "ssh-simplified/s3_srvr_1_BUG",
	"ssh-simplified/s3_srvr_1a", "ssh-simplified/s3_srvr_2",
}

// sampled returns the tasks of the sample, of the suites that are there.
func sampled(t *testing.T) map[string]*suite.Task {
	t.Helper()
	dir := need.Suites(t)
	tasks := map[string]*suite.Task{}
	for _, name := range sample {
		folder := filepath.Join(dir, strings.Split(name, "/")[0])
		if _, err := os.Stat(folder); err != nil {
			t.Logf("skipped: no suite %s", folder)
			continue
		}
		all, err := suite.Load([]string{folder}, "")
		if err != nil {
			t.Fatal(err)
		}
		for _, task := range all {
			if task.Suite+"/"+task.Name == name {
				tasks[name] = task
			}
		}
		if tasks[name] == nil {
			t.Errorf("no task %s", name)
		}
	}
	return tasks
}

// TestSample compares the verdicts on the sample with the expected ones. C programs that
// are UNSAFE are replayed.
func TestSample(t *testing.T) {
	for name, task := range sampled(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			args := append([]string{task.Args[0], "-q", "--timeout", "10", "--memory", "2G", "--format", "json"}, task.Args[1:]...)
			out, errs, code := tool(args...)
			var r result.Result
			if err := json.Unmarshal([]byte(out), &r); err != nil {
				t.Fatalf("exit %d: %v\n%s%s", code, err, out, errs)
			}
			if string(r.Verdict) != task.Expected {
				t.Errorf("%s, expected %s\n%s%s", r.Verdict, task.Expected, out, errs)
			}
			if task.Args[0] == "check" && r.Verdict == result.Unsafe && (r.Replay == nil || !r.Replay.Replayed) {
				t.Errorf("not replayed: %+v", r.Replay)
			}
		})
	}
}

// TestBebopInOneProcess checks all Boolean programs of a suite in one run of bebop.
func TestBebopInOneProcess(t *testing.T) {
	tasks, err := suite.Load([]string{need.Suite(t, "boolprog-satabs")}, "")
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"bebop", "-q", "--dialect", "boppo"}
	var want strings.Builder
	for _, task := range tasks {
		args = append(args, task.Files[0])
		fmt.Fprintf(&want, "%s: %s\n", task.Files[0], task.Expected)
	}
	watch := obs.Start()
	out, errs, code := tool(args...)
	took := watch.Seconds()
	if out != want.String() || code != exitUnsafe {
		t.Errorf("exit %d\n%swant\n%s%s", code, out, want.String(), errs)
	}
	if took > 5 {
		t.Errorf("%d programs took %.1f s, more than 5", len(tasks), took)
	}
	t.Logf("%d programs in %.1f s", len(tasks), took)
}
