package supervise

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Job is what the child shall do.
type Job struct {
	Args   []string // command-line arguments of this program
	Stdin  io.Reader
	Stdout io.Writer
	Env    []string // NAME=VALUE, besides the environment of this process
	// Timeout bounds the wall time; 0 is no limit.
	Timeout time.Duration
	// Laps says that a part of the work begins, and bounds its wall time in the place of the part before; 0 is
	// no limit. nil if nothing but the whole is bounded.
	Laps <-chan time.Duration
	// Memory bounds the resident memory in bytes; 0 is no limit.
	Memory int64
	// Stop ends the child as a signal to this process does, once it is closed; nil for never.
	Stop <-chan struct{}
	// OnEvent gets the child's events, one at a time.
	OnEvent func(kind string, data json.RawMessage)
	// OnStage gets the stages that the child tells, between its events; nil for nobody.
	OnStage func(name string)
}

// Cause says how a child ended.
type Cause int

// The ends of a child. Exited is any exit status; Crashed is a signal that nobody sent
// on purpose, or a Go crash.
const (
	Exited Cause = iota
	Crashed
	TimedOut
	LapTimedOut
	OutOfMemory
	Interrupted
)

// Outcome is how a child ended.
type Outcome struct {
	Cause  Cause
	Status int    // exit status, of Exited
	Stage  string // the last stage that it told
	Detail string // of Crashed: what is known, one line
	Stderr string // the end of what it printed on standard error
	PeakMB float64
	CPU    time.Duration
}

// How often the child's memory is looked at: more often when half of what it may have is
// used, so that it can't get far beyond the limit between two looks.
const (
	pollInterval = 20 * time.Millisecond
	pollNear     = 2 * time.Millisecond
)

// Run starts the child and waits for its end. An error means that it could not be started.
func Run(job Job) (*Outcome, error) {
	// The death signal of the child is tied to the thread that starts it.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	events, theirs, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer events.Close()
	cmd, tail := command(job, theirs)
	signals := make(chan os.Signal, 4)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer signal.Stop(signals)
	if err := cmd.Start(); err != nil {
		theirs.Close()
		return nil, err
	}
	theirs.Close()
	out := &Outcome{}
	var reading sync.WaitGroup
	reading.Add(1)
	go func() {
		defer reading.Done()
		out.Stage = listen(events, job.OnEvent, job.OnStage)
	}()
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	cause := watch(cmd, job, signals, done, out)
	syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	reading.Wait()
	out.finish(cmd, cause, tail.String())
	return out, nil
}

// collectAt has the child collect garbage when there is twice as much of it as of the rest: half as
// often as Go does, which is worth a twentieth of the time for a little memory.
const collectAt = "GOGC=200"

// hugePages has glibc ask for huge pages for what the libraries of the child allocate: a context of Z3
// begins with 17 MB, and without them a page fault for every 4 kB of it. Other C libraries, and kernels
// without huge pages, pass over it.
const (
	envTunables = "GLIBC_TUNABLES"
	hugePages   = "glibc.malloc.hugetlb=1"
)

// command prepares the child: a process group of its own, a death signal, the event pipe.
func command(job Job, events *os.File) (*exec.Cmd, *tailBuffer) {
	self, err := os.Executable()
	if err != nil {
		self = os.Args[0]
	}
	tail := &tailBuffer{}
	cmd := exec.Command(self, job.Args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = job.Stdin, job.Stdout, tail
	cmd.ExtraFiles = []*os.File{events}
	cmd.Env = append(append(os.Environ(), job.Env...), envChild+"=3")
	if os.Getenv("GOGC") == "" {
		cmd.Env = append(cmd.Env, collectAt)
	}
	if os.Getenv(envTunables) == "" {
		cmd.Env = append(cmd.Env, envTunables+"="+hugePages)
	}
	if job.Memory > 0 {
		cmd.Env = append(cmd.Env, fmt.Sprintf("GOMEMLIMIT=%d", job.Memory/10*8))
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	return cmd, tail
}

// listen reads events until the pipe closes and returns the last stage.
func listen(r io.Reader, on func(string, json.RawMessage), onStage func(string)) string {
	stage := "start"
	in := bufio.NewReader(r)
	for {
		line, err := in.ReadBytes('\n')
		var e event
		if json.Unmarshal(line, &e) == nil {
			if e.Kind == kindStage {
				json.Unmarshal(e.Data, &stage)
				if onStage != nil {
					onStage(stage)
				}
			} else if on != nil {
				on(e.Kind, e.Data)
			}
		}
		if err != nil {
			return stage
		}
	}
}

// watch waits for the child's end, a limit or a signal; in the latter cases it kills the
// child and waits.
func watch(cmd *exec.Cmd, job Job, signals <-chan os.Signal, done <-chan error, out *Outcome) Cause {
	deadline, lap := after(job.Timeout), after(0)
	poll := time.NewTimer(pollInterval)
	defer poll.Stop()
	kill := func(c Cause) Cause {
		syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		<-done
		return c
	}
	for {
		select {
		case <-done:
			return Exited
		case <-deadline:
			return kill(TimedOut)
		case limit := <-job.Laps:
			lap = after(limit)
		case <-lap:
			return kill(LapTimedOut)
		case <-signals:
			return kill(Interrupted)
		case <-job.Stop:
			return kill(Interrupted)
		case <-poll.C:
			rss := residentBytes(cmd.Process.Pid)
			out.PeakMB = max(out.PeakMB, float64(rss)/1e6)
			if job.Memory > 0 && rss > job.Memory {
				return kill(OutOfMemory)
			}
			if job.Memory > 0 && rss > job.Memory/2 {
				poll.Reset(pollNear)
			} else {
				poll.Reset(pollInterval)
			}
		}
	}
}

// after is a channel that gets something after a time; nil for 0.
func after(d time.Duration) <-chan time.Time {
	if d <= 0 {
		return nil
	}
	return time.After(d)
}

// residentBytes returns the resident memory of a process, 0 if it is gone.
func residentBytes(pid int) int64 {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return 0
	}
	f := strings.Fields(string(b))
	if len(f) < 2 {
		return 0
	}
	pages, _ := strconv.ParseInt(f[1], 10, 64)
	return pages * int64(os.Getpagesize())
}

// goCrashStatus is the status with which the Go runtime ends a crashed program. The
// child's own statuses avoid it except where it has told the parent so.
const goCrashStatus = 2

// finish fills in how the child ended.
func (o *Outcome) finish(cmd *exec.Cmd, cause Cause, stderr string) {
	o.Cause, o.Stderr = cause, stderr
	state := cmd.ProcessState
	if state == nil {
		return
	}
	o.CPU = state.UserTime() + state.SystemTime()
	if ru, ok := state.SysUsage().(*syscall.Rusage); ok {
		o.PeakMB = max(o.PeakMB, float64(ru.Maxrss)/1e3)
	}
	if cause != Exited {
		return
	}
	o.Status = state.ExitCode()
	ws, ok := state.Sys().(syscall.WaitStatus)
	switch {
	case ok && ws.Signaled():
		o.Cause, o.Detail = Crashed, "ended by "+ws.Signal().String()
	case o.Status == goCrashStatus && crashLine(stderr) != "":
		o.Cause, o.Detail = Crashed, crashLine(stderr)
	}
}

// crashLine finds the line with which the Go runtime announces a crash.
func crashLine(stderr string) string {
	for _, line := range strings.Split(stderr, "\n") {
		for _, start := range []string{"panic: ", "fatal error: ", "runtime: ", "SIGSEGV", "SIGABRT", "unexpected fault"} {
			if strings.HasPrefix(line, start) {
				return line
			}
		}
	}
	return ""
}

// tailBuffer keeps the beginning and the end of what is written to it.
type tailBuffer struct {
	mu         sync.Mutex
	head, tail []byte
}

const tailSize = 32 << 10

func (b *tailBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	n := len(p)
	if room := tailSize - len(b.head); room > 0 {
		k := min(room, len(p))
		b.head = append(b.head, p[:k]...)
		p = p[k:]
	}
	b.tail = append(b.tail, p...)
	if len(b.tail) > 2*tailSize {
		b.tail = append([]byte(nil), b.tail[len(b.tail)-tailSize:]...)
	}
	return n, nil
}

func (b *tailBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return string(b.head) + string(b.tail)
}
