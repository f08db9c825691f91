package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"hardbop/internal/check"
	"hardbop/internal/need"
)

// hardProgram keeps the prover busy for minutes with its error path.
const hardProgram = `extern void reach_error(void);
extern long __VERIFIER_nondet_long(void);
int main(void) {
  long x = __VERIFIER_nondet_long(), y = __VERIFIER_nondet_long(), z = __VERIFIER_nondet_long();
  if (x > 1 && y > 1 && z > 1 && x < 100000 && y < 100000 && z < 100000 && x*x*x + y*y*y == z*z*z) reach_error();
  return 0;
}
`

const easyProgram = `extern void reach_error(void);
int main(void) { int x = 0; if (x) reach_error(); return 0; }
`

// A signal that ends the child is an internal error with the stage.
func TestChildSignals(t *testing.T) {
	for _, sig := range []syscall.Signal{syscall.SIGKILL, syscall.SIGSEGV, syscall.SIGABRT} {
		t.Run(sig.String(), func(t *testing.T) {
			t.Parallel()
			p := startTool(t, "", "check", "--property", "reach", writeC(t, hardProgram))
			p.working()
			if err := syscall.Kill(p.child, sig); err != nil {
				t.Fatal(err)
			}
			p.ends(exitInternal)
			p.has(p.err.String(), "internal error in stage \"")
		})
	}
}

// A child that crashes by itself is an internal error with the stage, and what it had
// found is printed.
func TestChildFaults(t *testing.T) {
	for fault, says := range map[string]string{
		"panic in a goroutine": "panic: a worker gave up",
		"stack overflow":       "stack exceeds",
		"silent exit":          "exit status 1",
		"no answer":            "1 answers for 2 questions",
	} {
		t.Run(fault, func(t *testing.T) {
			t.Parallel()
			p := startTool(t, fault, "check", "--rule", "first.slic", "--property", "reach", "t.c")
			p.ends(exitInternal)
			p.has(p.err.String(), "internal error in stage \"the work\"", says)
			p.has(p.out.String(), "SAFE  first")
		})
	}
}

// An interrupt ends everything, and what was found is printed.
func TestInterrupt(t *testing.T) {
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		t.Run(sig.String(), func(t *testing.T) {
			t.Parallel()
			p := startTool(t, "hang", "check", "--rule", "first.slic", "--property", "reach", "t.c")
			p.working()
			if err := p.cmd.Process.Signal(sig); err != nil {
				t.Fatal(err)
			}
			p.ends(exitInterrupted)
			p.has(p.out.String(), "SAFE  first", "UNKNOWN  reach", "[interrupted]")
		})
	}
}

// A parent that is killed takes its child with it.
func TestParentKilled(t *testing.T) {
	p := startTool(t, "hang", "check", "--rule", "first.slic", "--property", "reach", "t.c")
	p.working()
	if err := p.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	p.cmd.Wait()
	p.childGone()
}

// The time limit is kept within 2 seconds, and what was found is printed.
func TestTimeLimit(t *testing.T) {
	for fault, task := range map[string][]string{
		"":     {"--property", "reach", writeC(t, hardProgram)},
		"hang": {"--rule", "first.slic", "--property", "reach", "t.c"},
	} {
		start := time.Now()
		p := startTool(t, fault, append([]string{"check", "--timeout", "1"}, task...)...)
		p.working()
		p.ends(exitUnknown)
		if took := time.Since(start); took > 3*time.Second {
			t.Errorf("took %s with a limit of 1 s", took)
		}
		p.has(p.out.String(), "UNKNOWN", "the time limit of 1s was reached in stage", "[timeout]")
		if fault != "" {
			p.has(p.out.String(), "SAFE  first")
		}
	}
}

// A rule that isn't decided doesn't keep those behind it waiting, and each verdict is there as soon as it is known.
func TestTimeLimitEach(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	args := []string{"check", "-q", "--timeout-each=4s"}
	for name, text := range map[string]string{"easy": "state { int n = 0; }\nstart.call { n = 1; }\nprogram.end { if (n == 0) abort \"never\"; }\n", "hard": "reach_error.call { abort \"solved\"; }\n"} {
		for _, n := range []string{"1", "2"} {
			save(t, filepath.Join(dir, name+n+".slic"), text)
		}
	}
	for _, name := range []string{"easy1", "hard1", "easy2"} {
		args = append(args, "--rule", filepath.Join(dir, name+".slic"))
	}
	p := startTool(t, "", append(args, writeC(t, strings.Replace(hardProgram, "int main(void) {", "extern void start(void);\nint main(void) {\n  start();", 1)))...)
	p.until(20*time.Second, "the first verdict", func() bool { return strings.HasPrefix(p.out.String(), "SAFE  easy1 (entry main)\n") })
	if strings.Contains(p.out.String(), "UNKNOWN") {
		t.Error("the first verdict came with the second")
	}
	p.ends(exitUnknown)
	if got := regexp.MustCompile(`(?m)^[A-Z]+  \w+`).FindAllString(p.out.String(), -1); fmt.Sprint(got) != "[SAFE  easy1 UNKNOWN  hard1 SAFE  easy2]" {
		t.Errorf("got %v\n%s", got, p.out.String())
	}
	p.has(p.out.String(), "the time limit of 4s for each question was reached", "summary:\n", "  1 UNKNOWN, 2 SAFE\n")
}

// So it is in each format, and where the whole run has a limit.
func TestTimeLimitInTurn(t *testing.T) {
	for name, c := range map[string]struct{ limit, format, first, says string }{
		"text":  {"--timeout-each=2s", "text", "SAFE  first", "the time limit of 2s for each question was reached in stage \"the work\""},
		"json":  {"--timeout-each=2s", "json", "\"verdict\": \"SAFE\"", "the time limit of 2s for each question was reached in stage \\\"the work\\\""},
		"gcc":   {"--timeout-each=2s", "gcc", "", "warning: not decided: the time limit of 2s"},
		"whole": {"--timeout=5s", "text", "SAFE  first", "half of what was left of the time limit of 5s, which others wait for, was reached"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := startTool(t, "hang in turn", "check", "-q", "--format", c.format, c.limit, "--rule", "first.slic", "--rule", "second.slic", "--property", "reach", "t.c")
			p.until(20*time.Second, "the first verdict", func() bool { return strings.Contains(p.out.String(), c.first) })
			p.ends(exitUnknown)
			p.has(p.out.String(), c.says)
			if safe := strings.Count(p.out.String(), "SAFE  ") + strings.Count(p.out.String(), `"SAFE"`); c.format != "gcc" && c.format != "text" && safe != 2 {
				t.Errorf("%d are SAFE\n%s", safe, p.out.String())
			}
			if c.format == "text" {
				p.has(p.out.String(), "UNKNOWN  second", "SAFE  reach", "  1 UNKNOWN, 2 SAFE\n")
			}
		})
	}
}

// What nobody has bounded is bounded where there are several questions.
func TestLaps(t *testing.T) {
	for _, c := range []struct {
		timeout, each string
		questions     int
		want          time.Duration // of the first question
		least         time.Duration
	}{
		{"", "", 1, 0, 0},
		{"", "", 2, 5 * time.Minute, 5 * time.Minute},
		{"", "none", 2, 0, 0},
		{"", "7", 1, 7 * time.Second, 7 * time.Second},
		{"1h", "7s", 3, 7 * time.Second, 7 * time.Second},
		{"1h", "", 3, 30 * time.Minute, 29 * time.Minute},
		{"1h", "none", 3, 0, 0},
		{"1h", "", 1, 0, 0},
		{"", "", 0, 0, 0},
	} {
		clock, err := (&checkFlags{timeout: c.timeout, each: c.each}).newClock()
		if err != nil {
			t.Fatal(err)
		}
		s := &session{questions: make([]check.Asked, c.questions)}
		clock.lap(s)
		clock.lap(s)
		if got := <-clock.laps; got > c.want || got < c.least || len(clock.laps) > 0 {
			t.Errorf("%+v: got %s", c, got)
		}
	}
	for _, wrong := range []string{"0", "never", "-1"} {
		if _, err := (&checkFlags{each: wrong}).newClock(); err == nil || !strings.Contains(err.Error(), "--timeout-each") {
			t.Errorf("%q: %v", wrong, err)
		}
	}
}

// The memory limit is kept within 10 %, and what was found is printed.
func TestMemoryLimit(t *testing.T) {
	stats := filepath.Join(t.TempDir(), "stats.json")
	p := startTool(t, "memory", "check", "--memory", "300", "--stats", stats, "--rule", "first.slic", "--property", "reach", "t.c")
	p.ends(exitUnknown)
	p.has(p.out.String(), "SAFE  first", "UNKNOWN  reach", "[memory]")
	b, err := os.ReadFile(stats)
	if err != nil {
		t.Fatal(err)
	}
	var s runStats
	if err := json.Unmarshal(b, &s); err != nil {
		t.Fatal(err)
	}
	if s.PeakMB < 270 || s.PeakMB > 330 {
		t.Errorf("the peak was %.0f MB with a limit of 300", s.PeakMB)
	}
}

// outputs are commands that print to the standard output.
func outputs(t *testing.T) [][]string {
	dir := t.TempDir()
	write := func(name, text string) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	c := write("t.c", easyProgram)
	rule := write("r.slic", "state { int n = 0; }\nreach_error.call { abort \"x\"; }\n")
	preds := write("p.preds", "hardbop-predicates 1\nmain { x == 0 }\n")
	bp := write("t.bp", "void main() begin skip; end\n")
	return [][]string{{"check", "-q", "--property", "reach", c}, {"slic", rule, c}, {"c2bp", c, preds}, {"bebop", bp}, {"rules", "list"}}
}

// A full disk behind the standard output is an error; a reader that goes away has read enough, and nothing is said of it.
func TestClosedOutput(t *testing.T) {
	for _, args := range outputs(t) {
		t.Run(args[0], func(t *testing.T) {
			r, w, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			r.Close()
			unread(t, w, args)
			full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
			if err != nil {
				need.Missing(t, err)
			}
			writesTo(t, full, "no space left on device", args)
		})
	}
}

// unread runs hardbop with a standard output that nobody reads.
func unread(t *testing.T, out *os.File, args []string) {
	t.Helper()
	defer out.Close()
	p := &process{t: t, cmd: exec.Command("hardbop", args...)}
	p.cmd.Stdout, p.cmd.Stderr = out, &p.err
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	p.ends(exitOK)
	if said := p.err.String(); said != "" {
		t.Errorf("%v says %q", args, said)
	}
}

// writesTo runs hardbop with a standard output that can't be written.
func writesTo(t *testing.T, out *os.File, says string, args []string) {
	t.Helper()
	defer out.Close()
	p := &process{t: t, cmd: exec.Command("hardbop", args...)}
	p.cmd.Stdout, p.cmd.Stderr = out, &p.err
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	p.ends(exitInternal)
	p.has(p.err.String(), says, "hardbop "+args[0])
	if args[0] == "slic" || args[0] == "c2bp" {
		p.has(p.err.String(), "ended in stage \"")
	}
}

// A full disk under the files that are written is an error with the stage.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"iter001.bp", "stats.json"} {
		if err := os.Symlink("/dev/full", filepath.Join(dir, name)); err != nil {
			need.Missing(t, err)
		}
	}
	c := writeC(t, easyProgram)
	p := startTool(t, "", "check", "--dump", dir, "--property", "reach", c)
	p.ends(exitInternal)
	p.has(p.err.String(), "--dump: write "+filepath.Join(dir, "iter001.bp")+": no space left on device", "ended in stage \"")
	p = startTool(t, "", "check", "--stats", filepath.Join(dir, "stats.json"), "--property", "reach", c)
	p.ends(exitInternal)
	p.has(p.out.String(), "SAFE")
	p.has(p.err.String(), "no space left on device")
}

// counter is a Boolean program that counts to 2^bits in a loop.
func counter(bits int) string {
	var names, zeros, next []string
	for i := range bits {
		b, carry := fmt.Sprintf("b%d", i), "T"
		if i > 0 {
			carry = strings.Join(names, " & ")
		}
		next = append(next, fmt.Sprintf("(%s & !(%s) | !%s & %s)", b, carry, b, carry))
		names, zeros = append(names, b), append(zeros, "F")
	}
	all := strings.Join(names, ", ")
	return fmt.Sprintf("decl %s;\nvoid main() begin\n  %s := %s;\n  L: %s := %s;\n  goto L;\nend\n", all, all, strings.Join(zeros, ", "), all, strings.Join(next, ", "))
}

// bebop that is cut short says what it doesn't know, for each file.
func TestBebopCutShort(t *testing.T) {
	dir := t.TempDir()
	files := []string{filepath.Join(dir, "a.bp"), filepath.Join(dir, "b.bp"), filepath.Join(dir, "c.bp")}
	for i, text := range []string{"void main() begin skip; end\n", counter(40), "void main() begin skip; end\n"} {
		if err := os.WriteFile(files[i], []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p := startTool(t, "", append([]string{"bebop", "--timeout", "1"}, files...)...)
	p.ends(exitUnknown)
	want := fmt.Sprintf("%s: SAFE\n%s: UNKNOWN [timeout]\n%s: UNKNOWN [timeout]\n", files[0], files[1], files[2])
	if p.out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", p.out.String(), want)
	}
	p = startTool(t, "", "bebop", files[0], files[1])
	p.until(5*time.Second, "first answer", func() bool { return strings.Contains(p.out.String(), "SAFE") })
	p.child = childOf(t, p.cmd.Process.Pid)
	if err := p.cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	p.ends(exitInterrupted)
	p.has(p.out.String(), files[0]+": SAFE\n"+files[1]+": UNKNOWN [interrupted]\n")
}

// A suite that is interrupted ends all its tasks, and what was finished is kept.
func TestSuiteInterrupted(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.c": easyProgram, "a.yml": "files: a.c\nproperty: reach\nexpected: {reach: SAFE}\n",
		"b.c": hardProgram, "b.yml": "files: b.c\nproperty: reach\n", "c.yml": "files: b.c\nproperty: reach\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	out := filepath.Join(dir, "out.jsonl")
	p := startTool(t, "", "suite", "run", "-j", "2", "--out", out, dir)
	p.until(20*time.Second, "finished task", func() bool { return strings.Contains(p.err.String(), "[1/3] correct") })
	var family []int
	p.until(20*time.Second, "child for each of two tasks", func() bool {
		family = descendants(p.cmd.Process.Pid)
		return len(family) == 2
	})
	if err := p.cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	p.ends(exitInterrupted)
	p.has(p.out.String(), "total                      1       1")
	for _, p.child = range family {
		p.childGone()
	}
	b, err := os.ReadFile(out)
	if err != nil || strings.Count(string(b), "\n") != 1 {
		t.Errorf("the file has %q, %v", b, err)
	}
}

// Runs that are killed at any moment leave a cache that later ones can use.
func TestKilledRunsLeaveTheCache(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "cache")
	file := writeC(t, `extern void reach_error(void); extern int nondet(void);
int main(void) {
  int x = nondet(), y = nondet(), z = nondet(), w;
  if (x >= y || y >= z) return 0;
  while (nondet()) {
    if (x + 2 < y) { x = x + 2; w = x; }
    else { z = z + y - x; }
  }
  if (x >= z) reach_error();
  return 0;
}
`)
	args := []string{"check", "-q", "--property", "reach", "--encoding=small", "--no-finite-domain", "--cache", dir, file}
	for k := range 20 {
		p := startTool(t, "", args...)
		time.Sleep(time.Duration(k*17) * time.Millisecond)
		p.cmd.Process.Kill()
		p.cmd.Wait()
	}
	for range 2 {
		p := startTool(t, "", args...)
		p.ends(exitOK)
		p.has(p.out.String(), "SAFE  reach")
	}
}
