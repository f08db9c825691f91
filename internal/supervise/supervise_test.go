package supervise

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestMain lets the test binary be the child: its first argument says what it does.
func TestMain(m *testing.M) {
	if IsChild() {
		behave(InChild(), os.Args[1])
		return
	}
	os.Exit(m.Run())
}

// behave is the child of the tests.
func behave(c *Child, what string) {
	c.Stage("first")
	c.Stage("second")
	switch what {
	case "events":
		for i := range 100 {
			c.Send("number", i)
		}
		c.Send("text", "line\nbreak")
	case "copy":
		io.Copy(os.Stdout, os.Stdin)
	case "status 2":
		fmt.Fprintln(os.Stderr, "nothing went wrong")
		os.Exit(2)
	case "panic":
		go func() { panic("on purpose") }()
		select {}
	case "killed":
		syscall.Kill(os.Getpid(), syscall.SIGKILL)
	case "loud":
		os.Stderr.WriteString("begin\n" + strings.Repeat("x", 1<<20) + "\nend\n")
	case "environment":
		c.Send("added", os.Getenv("HARDBOP_TEST_ADDED"))
	case "sleep":
		time.Sleep(time.Minute)
	case "wait":
		c.Send("ready", true)
		time.Sleep(time.Minute)
	case "group":
		// A process of the child's group dies with it.
		attr := &os.ProcAttr{Files: []*os.File{nil, nil, nil}, Env: []string{envChild + "=no", "PATH=" + os.Getenv("PATH")}}
		p, err := os.StartProcess("/bin/sleep", []string{"sleep", "60"}, attr)
		if err != nil {
			os.Exit(9)
		}
		c.Send("pid", p.Pid)
		time.Sleep(time.Minute)
	}
}

// start runs a child and returns its outcome.
func start(t *testing.T, job Job, what string) *Outcome {
	t.Helper()
	job.Args = []string{what}
	out, err := Run(job)
	if err != nil {
		t.Fatal(err)
	}
	if out.Stage != "second" {
		t.Errorf("the stage is %q", out.Stage)
	}
	return out
}

func TestEvents(t *testing.T) {
	var kinds []string
	var numbers []int
	var text string
	out := start(t, Job{OnEvent: func(kind string, data json.RawMessage) {
		kinds = append(kinds, kind)
		if kind == "text" {
			json.Unmarshal(data, &text)
			return
		}
		var n int
		json.Unmarshal(data, &n)
		numbers = append(numbers, n)
	}}, "events")
	if out.Cause != Exited || out.Status != 0 || len(kinds) != 101 || text != "line\nbreak" {
		t.Errorf("got %+v, %d events, %q", out, len(kinds), text)
	}
	for i, n := range numbers {
		if i != n {
			t.Fatalf("event %d is %d", i, n)
		}
	}
}

func TestStreams(t *testing.T) {
	var stdout bytes.Buffer
	text := strings.Repeat("some text\n", 10000)
	out := start(t, Job{Stdin: strings.NewReader(text), Stdout: &stdout}, "copy")
	if out.Cause != Exited || stdout.String() != text {
		t.Errorf("got %+v, %d bytes", out, stdout.Len())
	}
}

func TestEnds(t *testing.T) {
	for what, want := range map[string]Outcome{
		"status 2": {Cause: Exited, Status: 2},
		"panic":    {Cause: Crashed, Status: 2, Detail: "panic: on purpose"},
		"killed":   {Cause: Crashed, Status: -1, Detail: "ended by killed"},
	} {
		out := start(t, Job{}, what)
		if out.Cause != want.Cause || out.Status != want.Status || out.Detail != want.Detail {
			t.Errorf("%s: got %+v", what, out)
		}
	}
}

func TestTimeout(t *testing.T) {
	begin := time.Now()
	out := start(t, Job{Timeout: 200 * time.Millisecond}, "sleep")
	if took := time.Since(begin); out.Cause != TimedOut || took < 200*time.Millisecond || took > 2*time.Second {
		t.Errorf("got %+v after %s", out, took)
	}
}

// Each part of the work has a limit of its own.
func TestLaps(t *testing.T) {
	for _, c := range []struct {
		laps []time.Duration
		want Cause
	}{
		{[]time.Duration{100 * time.Millisecond}, LapTimedOut},
		{[]time.Duration{100 * time.Millisecond, 10 * time.Second}, TimedOut},
		{[]time.Duration{10 * time.Second, 100 * time.Millisecond}, LapTimedOut},
		{[]time.Duration{100 * time.Millisecond, 0}, TimedOut},
	} {
		laps := make(chan time.Duration, len(c.laps))
		for _, l := range c.laps {
			laps <- l
		}
		out := start(t, Job{Timeout: time.Second, Laps: laps}, "sleep")
		if out.Cause != c.want {
			t.Errorf("%v: got %+v", c.laps, out)
		}
	}
}

// The child's environment is this one's and what is added.
func TestEnvironment(t *testing.T) {
	var got string
	start(t, Job{Env: []string{"HARDBOP_TEST_ADDED=yes"}, OnEvent: func(_ string, data json.RawMessage) { json.Unmarshal(data, &got) }}, "environment")
	if got != "yes" {
		t.Errorf("got %q", got)
	}
}

// A caller that gives up ends the child as a signal does.
func TestStop(t *testing.T) {
	stop := make(chan struct{})
	out := start(t, Job{Stop: stop, Timeout: 10 * time.Second, OnEvent: func(string, json.RawMessage) { close(stop) }}, "wait")
	if out.Cause != Interrupted {
		t.Errorf("got %+v", out)
	}
}

// The memory of a child is more than nothing, so the smallest limit is reached.
func TestMemory(t *testing.T) {
	out, err := Run(Job{Args: []string{"sleep"}, Memory: 1, Timeout: 10 * time.Second})
	if err != nil || out.Cause != OutOfMemory || out.PeakMB <= 0 {
		t.Errorf("got %+v, %v", out, err)
	}
}

// What the child started dies with it.
func TestGroup(t *testing.T) {
	pid := 0
	out := start(t, Job{Timeout: 500 * time.Millisecond, OnEvent: func(_ string, data json.RawMessage) { json.Unmarshal(data, &pid) }}, "group")
	if out.Cause != TimedOut || pid == 0 {
		t.Fatalf("got %+v, pid %d", out, pid)
	}
	for end := time.Now().Add(2 * time.Second); alive(pid); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("process %d is left", pid)
		}
	}
}

// alive reports whether a process runs; one that is dead and not yet waited for doesn't.
func alive(pid int) bool {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return false
	}
	_, state, _ := strings.Cut(string(b), ") ")
	return !strings.HasPrefix(state, "Z")
}

// Of a long standard error the beginning and the end are kept.
func TestLoud(t *testing.T) {
	out := start(t, Job{}, "loud")
	if len(out.Stderr) > 4*tailSize || !strings.HasPrefix(out.Stderr, "begin\n") || !strings.HasSuffix(out.Stderr, "\nend\n") {
		t.Errorf("%d bytes are kept", len(out.Stderr))
	}
}

func TestTailBuffer(t *testing.T) {
	for _, size := range []int{0, 1, tailSize - 1, tailSize, tailSize + 1, 2*tailSize + 3, 5 * tailSize} {
		for _, step := range []int{1000, tailSize, 3 * tailSize} {
			b := &tailBuffer{}
			text := make([]byte, size)
			for i := range text {
				text[i] = byte('a' + i%23)
			}
			for i := 0; i < size; i += step {
				b.Write(text[i:min(i+step, size)])
			}
			got := b.String()
			k := min(size, tailSize)
			if size <= 2*tailSize && got != string(text) || !strings.HasPrefix(got, string(text[:k])) || !strings.HasSuffix(got, string(text[size-k:])) {
				t.Errorf("%d bytes in steps of %d: %d are kept, not the right ones", size, step, len(got))
			}
		}
	}
}

func TestCrashLine(t *testing.T) {
	for text, want := range map[string]string{
		"":                                     "",
		"warning\nmore\n":                      "",
		"x\npanic: it\n\ngoroutine 1":          "panic: it",
		"fatal error: stack overflow\n":        "fatal error: stack overflow",
		"SIGSEGV: segmentation violation\nPC=": "SIGSEGV: segmentation violation",
		"no panic: here":                       "",
	} {
		if got := crashLine(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
