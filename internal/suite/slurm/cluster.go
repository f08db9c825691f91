package slurm

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strconv"
	"strings"
)

// Array is what is asked of Slurm: the tasks of a batch.
type Array struct {
	Name    string // the batch's
	File    string
	Size    int
	Memory  int64 // bytes for each task
	Seconds int64 // for each task
	AtOnce  int   // tasks side by side; 0 for as many as there is place for
	Log     string
	Dir     string // where tasks run
	Command []string
}

// State is what Slurm says of a task of an array.
type State struct {
	ID    string // of the array
	Index int
	State string
	Name  string
}

// Cluster is Slurm, or what tests put in its place.
type Cluster interface {
	// MaxArray is the largest size of an array.
	MaxArray(ctx context.Context) (int, error)
	// Submit submits an array and returns its ID.
	Submit(ctx context.Context, a Array) (id string, err error)
	// States lists the tasks of arrays with these names that Slurm still knows of.
	States(ctx context.Context, names []string) ([]State, error)
	// Cancel ends the arrays with these IDs.
	Cancel(ctx context.Context, ids []string) error
}

// ErrBusy says that Slurm can't be asked now: it doesn't answer, or takes no more jobs for the time being.
var ErrBusy = errors.New("the cluster can't be asked now")

// System is the Slurm whose commands are on this machine. Options are for sbatch.
type System struct{ Options []string }

// run runs a command of Slurm.
func (s System) run(ctx context.Context, stdin, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	var stderr strings.Builder
	cmd.Stdin, cmd.Stderr = strings.NewReader(stdin), &stderr
	out, err := cmd.Output()
	switch {
	case err == nil:
		return string(out), nil
	case errors.Is(err, exec.ErrNotFound):
		return "", fmt.Errorf("there is no command %s: is Slurm installed on this machine?", name)
	}
	said := lastLine(stderr.String())
	if said == "" {
		said = err.Error()
	}
	err = fmt.Errorf("%s: %s", name, said)
	if slices.ContainsFunc(passing, func(p string) bool { return strings.Contains(stderr.String(), p) }) {
		err = fmt.Errorf("%w (%w)", err, ErrBusy)
	}
	return "", err
}

// passing are what the commands say when another try may do: the controller doesn't answer, or
// limits on how much one may submit are reached.
var passing = []string{"Unable to contact slurm controller", "Socket timed out", "Connection refused", "Zero Bytes were transmitted", "Communication connection failure",
	"Unexpected message received", "temporarily", "SubmitJobsLimit", "MaxSubmitJobs", "MaxJobCount", "job submit limit", "Slurm backup controller in standby"}

// lastLine is the last line of a text that isn't empty.
func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.TrimSpace(lines[len(lines)-1])
}

// MaxArray implements [Cluster]: indices have to be below what the configuration says.
func (s System) MaxArray(ctx context.Context) (int, error) {
	out, err := s.run(ctx, "", "scontrol", "show", "config")
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(out) {
		if name, value, ok := strings.Cut(line, "="); ok && strings.TrimSpace(name) == "MaxArraySize" {
			n, err := strconv.Atoi(strings.TrimSpace(value))
			if err != nil || n < 1 {
				return 0, fmt.Errorf("the cluster takes no job arrays: MaxArraySize is %s", strings.TrimSpace(value))
			}
			return n, nil
		}
	}
	return 0, errors.New("scontrol says no MaxArraySize")
}

// Submit implements [Cluster].
func (s System) Submit(ctx context.Context, a Array) (string, error) {
	indices := fmt.Sprintf("0-%d", a.Size-1)
	if a.AtOnce > 0 {
		indices += fmt.Sprintf("%%%d", a.AtOnce)
	}
	args := []string{"--parsable", "--array=" + indices, "--job-name=" + a.Name, "--no-requeue", "--ntasks=1", "--cpus-per-task=1",
		fmt.Sprintf("--mem=%dM", mebibytes(a.Memory)), fmt.Sprintf("--time=%d:%02d", a.Seconds/60, a.Seconds%60),
		"--output=" + a.Log, "--open-mode=append", "--chdir=" + a.Dir}
	out, err := s.run(ctx, script(a), "sbatch", append(args, s.Options...)...)
	id, _, _ := strings.Cut(strings.TrimSpace(out), ";") // a cluster's name may follow
	return id, err
}

func mebibytes(n int64) int64 { return (n + 1<<20 - 1) >> 20 }

// script runs the task of the array.
func script(a Array) string {
	var words []string
	for _, w := range append(slices.Clone(a.Command), a.File) {
		words = append(words, "'"+strings.ReplaceAll(w, "'", `'\''`)+"'")
	}
	return "#!/bin/sh\nexec " + strings.Join(words, " ") + " \"$SLURM_ARRAY_TASK_ID\"\n"
}

// States implements [Cluster].
func (s System) States(ctx context.Context, names []string) ([]State, error) {
	out, err := s.run(ctx, "", "squeue", "--noheader", "--array", "--states=all", "--name="+strings.Join(names, ","), "--format=%F|%K|%T|%j")
	if err != nil {
		return nil, err
	}
	var states []State
	for line := range strings.Lines(out) {
		words := strings.Split(strings.TrimSpace(line), "|")
		if len(words) != 4 {
			continue
		}
		if n, err := strconv.Atoi(words[1]); err == nil {
			states = append(states, State{words[0], n, words[2], words[3]})
		}
	}
	return states, nil
}

// Cancel implements [Cluster].
func (s System) Cancel(ctx context.Context, ids []string) error {
	if len(ids) == 0 {
		return nil
	}
	_, err := s.run(ctx, "", "scancel", append([]string{"--quiet"}, ids...)...)
	return err
}
