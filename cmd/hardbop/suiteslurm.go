package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"hardbop/internal/source"
	"hardbop/internal/suite"
	"hardbop/internal/suite/slurm"
)

// slurmEngine is the value of --engine for Slurm.
const slurmEngine = "slurm"

// How often Slurm is asked, and how long a run that is interrupted tries to cancel its jobs.
const (
	slurmInterval = time.Second
	cancelTime    = 10 * time.Second
)

// checkSlurm looks at the options of --engine.
func (f *suiteFlags) checkSlurm() error {
	switch {
	case f.engine != "local" && f.engine != slurmEngine:
		return fmt.Errorf("--engine %q: expected local or slurm", f.engine)
	case f.retries < 0:
		return fmt.Errorf("--retries %d: expected 0 or more", f.retries)
	case f.engine == slurmEngine && f.slurmDir+f.out == "":
		return fmt.Errorf("--engine slurm: no folder that the nodes share: expected --slurm-dir DIR or --out FILE")
	}
	return nil
}

// slurm is the engine that runs the tasks on the cluster.
func (f *suiteFlags) slurm(build string, std streams) (suite.Engine, error) {
	if f.slurmDir == "" {
		f.slurmDir = f.out + ".slurm"
	}
	dir, err := filepath.Abs(f.slurmDir)
	if err != nil {
		return nil, err
	}
	here, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	opt := slurm.Options{Folder: slurm.Folder(dir), Cluster: slurm.System{Options: f.slurmArgs}, Command: []string{self, "suite", "task"}, Version: build,
		Pages: f.pages, Dir: here, Resume: f.resume != "", Retries: f.retries, Memory: jobMemory, Seconds: jobSeconds,
		Wait: func(ctx context.Context) {
			select {
			case <-ctx.Done():
			case <-time.After(slurmInterval):
			}
		},
		After: func(ctx context.Context) (context.Context, context.CancelFunc) {
			return context.WithTimeout(context.WithoutCancel(ctx), cancelTime)
		},
		Note: func(s string) { fmt.Fprintf(std.err, "hardbop suite: %s\n", source.Printable(s)) }}
	if f.atOnce {
		opt.AtOnce = f.jobs
	}
	return slurm.Engine(opt), nil
}

// jobMemory and jobSeconds are the limits of a job, which were checked before: bytes, and seconds, rounded up.
func jobMemory(j suite.Job) int64 {
	n, _ := limitOf("--memory", lastOption(tighter(j.Task.Args, j.Args), "--memory"))
	return n
}

func jobSeconds(j suite.Job) int64 {
	n, _ := limitOf("--timeout", lastOption(tighter(j.Task.Args, j.Args), "--timeout"))
	return (n + int64(time.Second) - 1) / int64(time.Second)
}

// suiteTask is suite task: it runs the task of a batch, and leaves the answer in the folder of the batch.
// A task that a signal ended has none.
func suiteTask(args []string, std streams) int {
	if len(args) != 2 {
		return complainUsage(std, "suite", fmt.Errorf("task: expected a batch and an index"))
	}
	b, err := slurm.ReadBatch(args[0])
	if err != nil {
		return failed(std, "suite", err)
	}
	n, err := strconv.Atoi(args[1])
	if err != nil || n < 0 || n >= len(b.Tasks) {
		return complainUsage(std, "suite", fmt.Errorf("task: %q is no index of the %d tasks of %s", args[1], len(b.Tasks), args[0]))
	}
	item := b.Tasks[n]
	if slurm.Has(args[0], item.Key) {
		return exitOK
	}
	build, err := buildID()
	if err == nil && build != b.Version {
		err = fmt.Errorf("this is %s, and the tasks are for %s", build, b.Version)
	}
	if err == nil && suite.Key(item.Task, item.Args, build) != item.Key {
		err = fmt.Errorf("the inputs of %s aren't what they were when it was submitted", item.Task.ID())
	}
	if err != nil {
		return failed(std, "suite", err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	a := runTask(ctx, item.Task, withPage(b.Pages, item.Task, item.Args))
	if ctx.Err() != nil || a.Reason == "interrupted" {
		return exitInterrupted
	}
	if err := slurm.Put(args[0], item.Key, a); err != nil {
		return failed(std, "suite", err)
	}
	fmt.Fprintf(std.out, "%s %s %s\n", source.Printable(item.Task.ID()), a.Verdict, source.Printable(a.Error))
	return exitOK
}
