package replay

import (
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"strconv"
	"time"

	"hardbop/internal/result"
	"hardbop/internal/sandbox"
)

// Limits are those of a harness's run: a path is short.
func Limits() sandbox.Limits {
	return sandbox.Limits{Wall: 10 * time.Second, CPU: 2 * time.Second, Memory: 256 << 20, Output: 4096}
}

// Exit statuses of a harness.
const (
	statusError    = 77
	statusDiverged = 78
	statusUnmapped = 79
)

// Outcome is how a replay went: Reason is nil if the harness got to the error.
type Outcome struct {
	Reason error // a [Reason], or what kept the tools from working
	// Missing names protections that the system didn't allow.
	Missing []string
}

// Run compiles the harness with cc, which [FindCompiler] found, and runs it. If m isn't nil, it is
// asked first how that ended before.
func (h *Harness) Run(ctx context.Context, cc string, m Memory) *Outcome {
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		return &Outcome{Reason: Reason{Code: NoHost}}
	}
	dir, err := os.MkdirTemp("", "hardbop-replay-")
	if err != nil {
		return &Outcome{Reason: Reason{Stopped, "no temporary folder can be made"}}
	}
	defer os.RemoveAll(dir)
	out, err := h.recalled(ctx, m, cc, dir)
	if err != nil {
		return &Outcome{Reason: err}
	}
	return &Outcome{Reason: h.judge(out), Missing: out.Missing}
}

// run compiles the harness in dir and runs it. An error is a [Reason].
func (h *Harness) run(ctx context.Context, cc, dir string) (*sandbox.Outcome, error) {
	program, err := h.compile(ctx, cc, dir)
	if err != nil {
		return nil, err
	}
	out, err := sandbox.Run(ctx, program, Limits())
	switch {
	case errors.Is(err, sandbox.ErrUnprotected):
		return nil, Reason{Stopped, err.Error()}
	case err != nil:
		return nil, Reason{Stopped, "the harness can't be started"}
	}
	return out, nil
}

var lastLine = regexp.MustCompile(`\Ahardbop-replay (error|diverged|blocked|returned|unmapped) (\d{1,9})\n\z`)

// judge says why the run was no replay; nil if it was one.
func (h *Harness) judge(out *sandbox.Outcome) error {
	m := lastLine.FindSubmatch(out.Output)
	switch {
	case out.TimedOut:
		return Reason{Code: TimeLimit}
	case out.TooLoud:
		return Reason{Stopped, "the harness wrote more than it may"}
	case out.Signal != 0:
		return signalled(out)
	case m == nil:
		return Reason{Crashed, fmt.Sprintf("the harness ended with status %d and no word", out.Status)}
	}
	n, _ := strconv.Atoi(string(m[2]))
	switch word := string(m[1]); {
	case word == "error" && out.Status == statusError && n == h.Number:
		return nil
	case word == "unmapped" && out.Status == statusUnmapped:
		return Reason{Code: NoMemory}
	case word == "error":
		return Reason{Diverged, fmt.Sprintf("the run got to error point %d with status %d", n, out.Status)}
	default:
		return Reason{Diverged, "the run left the path" + h.near(n)}
	}
}

// signalled explains a harness that a signal ended.
func signalled(out *sandbox.Outcome) error {
	switch name := out.Signal.String(); name {
	case "bad system call":
		return Reason{Stopped, "the harness made a system call that is not allowed"}
	case "killed":
		return Reason{Code: TimeLimit}
	default:
		return Reason{Crashed, "the harness crashed: " + name}
	}
}

// near says where in the program event n is.
func (h *Harness) near(n int) string {
	switch {
	case n < len(h.events):
		return " before " + result.At(h.events[n].Pos).String()
	case n > 0 && n-1 < len(h.events):
		return " after " + result.At(h.events[n-1].Pos).String()
	}
	return ""
}
