package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"hardbop/internal/need"
)

// process is a running hardbop.
type process struct {
	t        *testing.T
	cmd      *exec.Cmd
	out, err syncBuffer
	child    int // its child's process id
}

// syncBuffer is a buffer that is read while it is written.
type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *syncBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *syncBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

// startTool starts hardbop in a process of its own, with a fault in its child or none.
func startTool(t *testing.T, fault string, args ...string) *process {
	t.Helper()
	p := &process{t: t, cmd: exec.Command("hardbop", args...)}
	p.cmd.Stdout, p.cmd.Stderr = &p.out, &p.err
	p.cmd.Env = append(os.Environ(), faultEnv+"="+fault)
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.cmd.Process.Kill() })
	return p
}

// working waits until the child has reported its first iteration.
func (p *process) working() {
	p.t.Helper()
	p.until(20*time.Second, "a progress line", func() bool { return strings.Contains(p.err.String(), "seconds\n    1 ") })
	p.child = childOf(p.t, p.cmd.Process.Pid)
}

func (p *process) until(limit time.Duration, what string, cond func() bool) {
	p.t.Helper()
	for end := time.Now().Add(limit); !cond(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			p.t.Fatalf("no %s after %s\n%s%s", what, limit, p.out.String(), p.err.String())
		}
	}
}

// ends waits for the end of the process and checks what holds of every end: the exit
// code, no stack trace, no process left.
func (p *process) ends(code int) {
	p.t.Helper()
	err := p.cmd.Wait()
	var ee *exec.ExitError
	if err != nil && !errors.As(err, &ee) {
		p.t.Fatal(err)
	}
	if got := p.cmd.ProcessState.ExitCode(); got != code {
		p.t.Errorf("exit %d, want %d\n%s%s", got, code, p.out.String(), p.err.String())
	}
	if stackTrace.MatchString(p.err.String()) {
		p.t.Errorf("a stack trace:\n%s", p.err.String())
	}
	p.childGone()
}

// stackTrace matches the heading of a goroutine in a stack trace.
var stackTrace = regexp.MustCompile(`goroutine \d+ `)

func (p *process) childGone() {
	p.t.Helper()
	if p.child != 0 {
		p.until(5*time.Second, "end of the child", func() bool { return ended(p.child) })
	}
}

// ended reports whether a process runs no more. One that is an orphan stays in the table until the first process of the
// system asks for it, which may do so once in two seconds.
func ended(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return syscall.Kill(pid, 0) == syscall.ESRCH
	}
	return strings.HasPrefix(string(stat[bytes.LastIndexByte(stat, ')')+1:]), " Z")
}

// has checks that text has all parts.
func (p *process) has(text string, parts ...string) {
	p.t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			p.t.Errorf("%q is missing in:\n%s", part, text)
		}
	}
}

// childOf returns the only child of a process.
func childOf(t *testing.T, pid int) int {
	t.Helper()
	lists, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	if err != nil || len(lists) == 0 {
		need.Missing(t, fmt.Errorf("no list of child processes in /proc: %v", err))
	}
	var ids []string
	for _, list := range lists {
		b, err := os.ReadFile(list)
		if err == nil {
			ids = append(ids, strings.Fields(string(b))...)
		}
	}
	if len(ids) != 1 {
		t.Fatalf("process %d has the children %v, expected one", pid, ids)
	}
	child, err := strconv.Atoi(ids[0])
	if err != nil {
		t.Fatal(err)
	}
	return child
}

// writeC writes a C file into a new folder.
func writeC(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "t.c")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// descendants lists the processes below a process.
func descendants(pid int) []int {
	lists, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	var all []int
	for _, list := range lists {
		b, _ := os.ReadFile(list)
		for _, f := range strings.Fields(string(b)) {
			if id, err := strconv.Atoi(f); err == nil {
				all = append(append(all, id), descendants(id)...)
			}
		}
	}
	return all
}
