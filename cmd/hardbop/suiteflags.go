package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/pflag"

	"hardbop/internal/revision"
	"hardbop/internal/source"
	"hardbop/internal/suite"
	"hardbop/internal/supervise"
)

// suiteFlags are the options of suite run.
type suiteFlags struct {
	jobs                        int
	timeout, memory             string
	out, resume, csv, markdown  string
	database, pages, table      string
	extra                       []string
	noDomain                    bool
	shard, totalMemory, changed string
	part                        suite.Shard
	engine, slurmDir            string
	slurmArgs                   []string
	retries                     int
	atOnce                      bool // -j was given
}

func newSuiteFlags(std streams) (*pflag.FlagSet, *suiteFlags) {
	fs, f := newFlagSet("suite run", suiteUsage, std), &suiteFlags{}
	fs.IntVarP(&f.jobs, "jobs", "j", 1, "run `N` tasks side by side")
	fs.StringVar(&f.timeout, "timeout", "60s", "`T`: wall time for each task")
	fs.StringVar(&f.memory, "memory", "2G", "`M`: memory for each task")
	fs.StringVar(&f.totalMemory, "total-memory", "", "`M`: what the tasks that run side by side may need together, by their limits (default what the machine has)")
	fs.StringVar(&f.out, "out", "", "write a JSON line for each finished task to `FILE`")
	fs.StringVar(&f.resume, "resume", "", "take over the finished tasks of `FILE` that have the same inputs, options and version")
	fs.StringVar(&f.csv, "csv", "", "write a table of all tasks as CSV to `FILE`")
	fs.StringVar(&f.markdown, "markdown", "", "write a table of all tasks as Markdown to `FILE`")
	fs.StringVarP(&f.database, "database", "p", "", "the drivers of lists are in the folder `DIR`, which says how they are compiled")
	fs.StringVar(&f.pages, "pages", "", "write a page for a browser about each C task to the folder `DIR`, for hardbop report")
	fs.StringArrayVar(&f.extra, "arg", nil, "give each C task the argument `OPTION` too")
	fs.StringVar(&f.shard, "shard", "", "`PART/OF`: run this part of the tasks alone, such as 2/5")
	fs.StringVar(&f.changed, "changed-since", "", "run what isn't as it was at the revision `REV` of the files' git repository: the others are NOT-CHECKED")
	fs.StringVar(&f.engine, "engine", "local", "`local|slurm`: run the tasks on this machine, or as job arrays of Slurm")
	fs.StringVar(&f.slurmDir, "slurm-dir", "", "with --engine=slurm, the folder `DIR` that all nodes share (default that of --out with .slurm behind it)")
	fs.StringArrayVar(&f.slurmArgs, "slurm-arg", nil, "with --engine=slurm, give sbatch the argument `OPTION` too")
	fs.IntVar(&f.retries, "retries", 3, "with --engine=slurm, submit a task that was lost up to `N` times again")
	fs.StringVar(&f.table, "table", "suites", "`suites|figure7`: print a table of the suites, or run each C task with each strategy of --minimize and print them side by side")
	fs.BoolVar(&f.noDomain, "no-finite-domain", false, "give each C task the argument --no-finite-domain too")
	return fs, f
}

// check looks at the values that pflag doesn't.
func (f *suiteFlags) check() error {
	if f.noDomain {
		f.extra = append(f.extra, "--no-finite-domain")
	}
	f.part = suite.Shard{Part: 1, Of: 1}
	var err error
	if f.shard != "" {
		f.part, err = suite.ParseShard(f.shard)
	}
	_, total := parseSize("total-memory", f.totalMemory)
	if f.table != "suites" && f.table != "figure7" {
		err = errors.Join(err, fmt.Errorf("--table %q: expected suites or figure7", f.table))
	}
	return errors.Join(f.checkSlurm(), checkLimits(f.timeout, f.memory, f.jobs), total, err)
}

// checkLimits complains about limits that no task would take.
func checkLimits(timeout, memory string, jobs int) error {
	if _, err := parseDuration(timeout); err != nil {
		return err
	}
	if _, err := parseBytes(memory); err != nil {
		return err
	}
	return checkJobs(jobs)
}

// tasks reads those of the command line and takes the part of them that is wanted.
func (f *suiteFlags) tasks(args []string) ([]*suite.Task, error) {
	if len(args) == 0 {
		return nil, fmt.Errorf("no tasks given: expected folders, .set files, .yml files or lists of drivers")
	}
	tasks, err := suite.Load(args, f.database)
	if err != nil {
		return nil, err
	}
	return f.part.Tasks(tasks), nil
}

// options are those of the run.
func (f *suiteFlags) options(std streams) (suite.Options, error) {
	build, err := buildID()
	opt := suite.Options{Jobs: f.jobs, Out: f.out, Resume: f.resume, Version: build,
		Args: append([]string{"--timeout", f.timeout, "--memory", f.memory}, f.extra...)}
	if f.changed != "" {
		opt.Args = append(opt.Args, sinceOption, f.changed)
	}
	if f.engine == slurmEngine && err == nil {
		opt.Engine, err = f.slurm(build, std)
		return opt, err
	}
	total, _ := parseSize("total-memory", f.totalMemory)
	if total == 0 {
		total = supervise.MachineMemory()
	}
	if total > 0 {
		opt.Room = suite.NewRoom(total, jobMemory, func(s string) { fmt.Fprintf(std.err, "hardbop suite: %s\n", source.Printable(s)) })
	}
	return opt, err
}

// sinceOption is the option of check that leaves out what hasn't changed.
const sinceOption = "--changed-since"

// unchangedFiles reports whether a task that isn't for check is left out because its files are what
// they were.
func unchangedFiles(ctx context.Context, t *suite.Task, args []string) (bool, error) {
	at := slices.Index(args, sinceOption)
	if at < 0 || len(t.Files) == 0 {
		return false, nil
	}
	tree, err := revision.Open(ctx, t.Files[0], args[at+1])
	if err != nil {
		return false, fmt.Errorf("%s: %w", sinceOption, err)
	}
	defer tree.Close()
	changed := slices.ContainsFunc(t.Files, tree.Differs)
	return !changed && tree.Err() == nil, nil
}

// unlooked is the answer to a task that nobody looked at: it hasn't changed, or that can't be told.
func unlooked(err error) suite.Answer {
	if err != nil {
		return suite.Answer{Error: err.Error(), Exit: exitInput}
	}
	return suite.Answer{Verdict: suite.Unlooked}
}

// suiteMerge is suite merge.
func suiteMerge(args []string, std streams) int {
	fs := newFlagSet("suite merge", suiteUsage, std)
	out := fs.StringP("output", "o", "", "write the JSON lines of all to `FILE`")
	csvFile := fs.String("csv", "", "write a table of all tasks as CSV to `FILE`")
	mdFile := fs.String("markdown", "", "write a table of all tasks as Markdown to `FILE`")
	err := parseArgs(fs, args)
	switch {
	case err == pflag.ErrHelp:
		return exitOK
	case err == nil && fs.NArg() == 0:
		err = fmt.Errorf("merge: expected files of JSON lines")
	}
	if err != nil {
		return complainUsage(std, "suite", err)
	}
	recs, err := suite.Merge(fs.Args())
	if err == nil && *out != "" {
		err = suite.WriteRecords(*out, recs)
	}
	if err == nil {
		err = unlessUnread(suite.WriteSummary(std.out, recs))
	}
	if err != nil {
		return failed(std, "suite", err)
	}
	return suiteReport(context.Background(), recs, *csvFile, *mdFile, std)
}
