package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"hardbop/internal/cgen"
	"hardbop/internal/need"
	"hardbop/internal/suite"
)

// slurmSuite writes a suite of n tasks: locks, of which every fourth program has an error, every seventh
// task expects the wrong verdict, and one has no file. Some of the second half take longer, so that
// a node is seen at work.
func slurmSuite(t *testing.T, n int) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "suite")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	for i := range n {
		bug, locks := i%4 == 0, 6+i%9
		if i > n/2 && i%4 == 1 {
			locks = longLocks
		}
		expected := map[bool]string{true: "UNSAFE", false: "SAFE"}[bug != (i%7 == 6)]
		files := map[string]string{
			fmt.Sprintf("t%03d.yml", i): fmt.Sprintf("files: t%03d.c\nproperty: label:ERROR\nexpected: {'label:ERROR': %s}\n", i, expected),
			fmt.Sprintf("t%03d.c", i):   fmt.Sprintf("/* %d */\n", i) + cgen.Locks(locks, bug),
		}
		if i == 5 {
			delete(files, "t005.c")
		}
		for name, text := range files {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	return dir
}

// longLocks is the number of locks of the tasks that take longer: about a second.
const longLocks = 200

// outcomes are what the records in a file say, without times, in the order of the tasks.
func outcomes(t *testing.T, file string) []string {
	t.Helper()
	recs, err := suite.ReadRecords(file)
	if err != nil {
		t.Fatal(err)
	}
	suite.Sort(recs)
	var list []string
	for _, r := range recs {
		list = append(list, fmt.Sprintf("%s %s %s %s line %d, %d iterations, %d predicates", r.ID(), r.Verdict, r.Status, r.Reason, r.Line, r.Iterations, r.Predicates))
	}
	return list
}

// table is what a run printed, without times and memory.
func table(out string) string {
	var rows []string
	for line := range strings.Lines(out) {
		if words := strings.Fields(line); len(words) > 8 {
			rows = append(rows, strings.Join(words[:8], " "))
		}
	}
	return strings.Join(rows, "\n")
}

// lines counts the lines of a file that may not be there yet.
func lines(file string) int {
	text, _ := os.ReadFile(file)
	return strings.Count(string(text), "\n")
}

// until waits for something to happen while p runs.
func until(t *testing.T, cluster *need.Slurm, p *process, what string, happened func() bool) {
	t.Helper()
	for range 1200 {
		if happened() {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatalf("not %s\n%s\n%s\n%s", what, p.err.String(), cluster.Says("sinfo", "-N", "-o", "%N %T %E"), cluster.Says("squeue", "-r", "-t", "all", "-o", "%A %F %K %T %r"))
}

// TestSlurm runs a suite on two nodes. The run is killed and started again; the controller goes and
// comes back; one node is killed half-way and stays away. What comes of it is what a local run gives,
// and nothing is lost.
func TestSlurm(t *testing.T) {
	cluster := need.NewSlurm(t)
	dir := slurmSuite(t, slurmTasks)
	here := filepath.Join(t.TempDir(), "local.jsonl")
	local := startTool(t, "", "suite", "run", dir, "-j", "2", "--out", here)
	local.wait(t, exitInput) // one task has no file

	there := filepath.Join(t.TempDir(), "slurm.jsonl")
	args := []string{"suite", "run", dir, "--engine", "slurm", "--memory", "500M", "--out", there, "--slurm-dir", filepath.Join(t.TempDir(), "shared")}
	first := startTool(t, "", args...)
	until(t, cluster, first, "a task finished", func() bool { return lines(there) >= slurmTasks/10 })
	first.cmd.Process.Kill()
	first.cmd.Wait()
	if got := cluster.Says("squeue", "-h"); got == "" {
		t.Error("the jobs of a run that was killed are gone")
	}
	again := startTool(t, "", append(args, "--resume", there)...)
	until(t, cluster, again, "more tasks finished", func() bool { return lines(there) >= slurmTasks/4 })
	cluster.StopController()
	until(t, cluster, again, "the controller missed", func() bool { return strings.Contains(again.err.String(), "waiting for it") })
	cluster.StartController()
	until(t, cluster, again, "half of the tasks finished", func() bool { return lines(there) >= slurmTasks/2 })
	until(t, cluster, again, "a task on one node", func() bool { return cluster.KillNode("n1") })
	again.wait(t, exitInput)
	if text := again.err.String(); !strings.Contains(text, "Slurm answers again") || !strings.Contains(text, "is lost") {
		t.Errorf("nothing was lost, or it isn't told:\n%s", text)
	}
	t.Logf("%d tasks, %d lost and run again", slurmTasks, strings.Count(again.err.String(), "is lost"))
	want, got := outcomes(t, here), outcomes(t, there)
	if !slices.Equal(got, want) {
		t.Errorf("%d tasks on the cluster:\n%s\n%d here:\n%s", len(got), strings.Join(got, "\n"), len(want), strings.Join(want, "\n"))
	}
	if got, want := table(again.out.String()), table(local.out.String()); got != want {
		t.Errorf("the table of the cluster is\n%s\nthe one from here\n%s", got, want)
	}
}

// TestSlurmInterrupt interrupts a run: its jobs are cancelled.
func TestSlurmInterrupt(t *testing.T) {
	cluster := need.NewSlurm(t)
	p := startTool(t, "", "suite", "run", slurmSuite(t, 40), "--engine", "slurm", "-j", "1", "--memory", "500M", "--out", filepath.Join(t.TempDir(), "o.jsonl"))
	until(t, cluster, p, "a job queued", func() bool { return cluster.Says("squeue", "-h") != "" })
	p.cmd.Process.Signal(syscall.SIGINT)
	p.wait(t, exitInterrupted)
	until(t, cluster, p, "the queue empty", func() bool { return cluster.Says("sinfo", "-h") != "" && cluster.Says("squeue", "-h") == "" })
}

// wait waits for the end of a process and looks at its exit code.
func (p *process) wait(t *testing.T, want int) {
	t.Helper()
	_ = p.cmd.Wait()
	if got := p.cmd.ProcessState.ExitCode(); got != want {
		t.Fatalf("exit code %d, want %d\n%s%s", got, want, p.out.String(), p.err.String())
	}
}
