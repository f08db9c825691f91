package sandbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"sync"
	"syscall"
	"time"
)

// Limits bound a run. All are needed.
type Limits struct {
	Wall   time.Duration
	CPU    time.Duration // in whole seconds, rounded up
	Memory int64         // bytes of address space
	Output int64         // bytes of standard output
}

// Outcome is how a run ended.
type Outcome struct {
	Status   int            // exit status, -1 if a signal ended it
	Signal   syscall.Signal // that ended it; 0 if none
	Output   []byte         // at most as long as the limit
	TimedOut bool           // a limit of time was reached
	TooLoud  bool           // the limit of output was reached
	// Missing names the protections that the system doesn't allow.
	Missing []string
}

// Protections that may be missing.
const (
	Namespaces = "namespaces"
	EmptyRoot  = "empty root"
	CallFilter = "filter of system calls"
)

// ErrUnprotected says that the system allows neither namespaces nor the filter.
var ErrUnprotected = errors.New("the system allows neither namespaces nor a filter of system calls")

// namespaceSets are the sets of namespaces to try, the best first.
func namespaceSets() []uintptr {
	const all = syscall.CLONE_NEWNS | syscall.CLONE_NEWPID | syscall.CLONE_NEWNET | syscall.CLONE_NEWIPC | syscall.CLONE_NEWUTS
	return []uintptr{all | syscall.CLONE_NEWUSER, all, 0}
}

// Run runs program, a static executable, without arguments. When ctx is done the program
// is killed. An error says that it could not be started.
func Run(ctx context.Context, program string, lim Limits) (*Outcome, error) {
	file, err := os.Open(program)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	root, err := os.MkdirTemp("", "hardbop-empty-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(root)
	for _, flags := range namespaceSets() {
		var out *Outcome
		if out, err = start(ctx, file, root, flags, lim); err == nil {
			if flags == 0 {
				out.Missing = append([]string{Namespaces}, out.Missing...)
			}
			return out, nil
		}
		if errors.Is(err, ErrUnprotected) {
			return nil, err
		}
	}
	return nil, err
}

// report is what the launcher says before it becomes the program.
type report struct {
	Missing []string
	Failed  string
}

// start runs the launcher in new namespaces.
func start(ctx context.Context, program *os.File, root string, flags uintptr, lim Limits) (*Outcome, error) {
	said, says, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer said.Close()
	output, writes, err := os.Pipe()
	if err != nil {
		says.Close()
		return nil, err
	}
	defer output.Close()
	cmd, err := launcher(flags, root, lim)
	if err == nil {
		cmd.Stdout, cmd.ExtraFiles = writes, []*os.File{program, says}
		err = orUnmounted(cmd.Start(), self)
	}
	says.Close()
	writes.Close()
	if err != nil {
		return nil, err
	}
	return watch(ctx, cmd, said, output, lim)
}

// self is the program that runs, as the system shows it.
const self = "/proc/self/exe"

// Unmounted is the error that the file system is missing in which programs see themselves: as in a chroot.
type Unmounted struct{ Cause error }

func (u *Unmounted) Error() string { return "/proc isn't mounted" }

func (u *Unmounted) Unwrap() error { return u.Cause }

// Fix is the command that mends it.
func (u *Unmounted) Fix() string { return "mount -t proc proc /proc" }

// orUnmounted is err, or what it comes from if the program that was to be started doesn't see itself by the name.
func orUnmounted(err error, name string) error {
	if _, missing := os.Lstat(name); err != nil && errors.Is(missing, os.ErrNotExist) {
		return &Unmounted{err}
	}
	return err
}

// launcher prepares the command of the launcher.
func launcher(flags uintptr, root string, lim Limits) (*exec.Cmd, error) {
	order, err := json.Marshal(job{CPU: uint64((lim.CPU + time.Second - 1) / time.Second), Memory: uint64(lim.Memory), Filter: flags != 0})
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(self)
	cmd.Dir = root
	cmd.Env = []string{envLauncher + "=" + string(order), "GODEBUG=asyncpreemptoff=1", "GOGC=off", "GOMAXPROCS=1"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: flags, Pdeathsig: syscall.SIGKILL}
	if flags&syscall.CLONE_NEWUSER != 0 {
		cmd.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}}
		cmd.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}}
	}
	return cmd, nil
}

// watch reads what the program says until it ends, or a limit ends it.
func watch(ctx context.Context, cmd *exec.Cmd, said, output io.Reader, lim Limits) (*Outcome, error) {
	out := &Outcome{}
	var mu sync.Mutex
	stop := func(why *bool) {
		mu.Lock()
		defer mu.Unlock()
		*why = true
		cmd.Process.Kill()
	}
	timer := time.AfterFunc(lim.Wall, func() { stop(&out.TimedOut) })
	defer timer.Stop()
	defer context.AfterFunc(ctx, func() { stop(&out.TimedOut) })()
	var rep report
	heard := json.NewDecoder(said).Decode(&rep)
	out.Output, _ = io.ReadAll(io.LimitReader(output, lim.Output+1))
	if int64(len(out.Output)) > lim.Output {
		out.Output = out.Output[:lim.Output]
		stop(&out.TooLoud)
	}
	cmd.Wait()
	mu.Lock()
	defer mu.Unlock()
	switch {
	case heard != nil && !out.TimedOut:
		return nil, fmt.Errorf("the launcher of the sandbox said nothing: %w", heard)
	case rep.Failed == ErrUnprotected.Error():
		return nil, ErrUnprotected
	case rep.Failed != "":
		return nil, errors.New(rep.Failed)
	}
	out.Missing = slices.Clone(rep.Missing)
	out.ended(cmd.ProcessState)
	return out, nil
}

// ended fills in how the process ended.
func (o *Outcome) ended(state *os.ProcessState) {
	o.Status = state.ExitCode()
	if ws, ok := state.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
		o.Signal = ws.Signal()
	}
	if o.Signal == syscall.SIGXCPU || o.Signal == syscall.SIGKILL && !o.TooLoud {
		o.TimedOut = true // the limit of processor time: nobody else sends these
	}
}
