package suite

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"hardbop/internal/source"
)

// Task is one question with a known answer.
type Task struct {
	Suite    string // the folder that it comes from
	Name     string // unique in the suite
	Property string // what is asked: a property file's name, a rule, or "boolprog"
	Expected string // SAFE, UNSAFE, UNKNOWN or "" if it isn't known
	// ExpectedLine is the line of the violation, 0 if any will do.
	ExpectedLine int
	Args         []string // arguments for hardbop: the subcommand and all that the task asks for
	Files        []string // what the answer depends on
	Tags         []string
}

// ID names a task over runs.
func (t *Task) ID() string { return t.Suite + "/" + t.Name + "/" + t.Property }

// Hash identifies the inputs by content, headers too (see hashHeaders), and the arguments.
func (t *Task) Hash() string {
	h := sha256.New()
	for _, a := range t.Args {
		fmt.Fprintf(h, "%q\n", filepath.Base(a))
	}
	for _, f := range t.Files {
		b, err := source.ReadRegular(f)
		fmt.Fprintf(h, "%q %d %v\n", filepath.Base(f), len(b), err != nil)
		h.Write(b)
	}
	t.hashHeaders(h)
	return hex.EncodeToString(h.Sum(nil)[:12])
}

// Load collects the tasks of the arguments: a folder (searched through), a .set file
// with a glob pattern a line, a task file, or a .txt list of drivers, whose files are in
// the folder database. The order is by suite and name.
func Load(args []string, database string) ([]*Task, error) {
	var tasks []*Task
	for _, a := range args {
		ts, err := loadAny(a, database)
		if err != nil {
			return nil, err
		}
		if len(ts) == 0 {
			return nil, fmt.Errorf("%s: no tasks: expected .yml task definitions, a tasks.tsv of Boolean programs or a list of drivers", a)
		}
		tasks = append(tasks, ts...)
	}
	sort.SliceStable(tasks, func(i, j int) bool { return tasks[i].ID() < tasks[j].ID() })
	return tasks, nil
}

func loadAny(arg, database string) ([]*Task, error) {
	if strings.HasSuffix(arg, ".txt") {
		return loadList(arg, database)
	}
	return load(arg)
}

func load(arg string) ([]*Task, error) {
	info, err := os.Stat(arg)
	if err != nil {
		return nil, fmt.Errorf("%s: no such file or folder", arg)
	}
	switch {
	case info.IsDir():
		return loadDir(arg)
	case strings.HasSuffix(arg, ".set"):
		return loadSet(arg)
	case strings.HasSuffix(arg, ".yml") || strings.HasSuffix(arg, ".yaml"):
		return loadYAML(arg)
	}
	return nil, fmt.Errorf("%s: expected a folder, a .set file, a .yml task definition or a .txt list of drivers", arg)
}

func loadDir(dir string) ([]*Task, error) {
	var tasks []*Task
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		var ts []*Task
		switch {
		case strings.HasSuffix(path, ".yml"):
			if !isTaskFile(path) {
				return nil
			}
			ts, err = loadYAML(path)
		case d.Name() == "tasks.tsv":
			ts, err = loadTSV(path)
		}
		tasks = append(tasks, ts...)
		return err
	})
	return tasks, err
}

// loadSet reads a .set file: a glob pattern a line, relative to the file.
func loadSet(name string) ([]*Task, error) {
	b, err := source.ReadText(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	var tasks []*Task
	for i, line := range strings.Split(string(b), "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		paths, err := source.Glob(filepath.Dir(name), line)
		if err != nil || len(paths) == 0 {
			var list source.ErrorList
			list.Add(source.Pos{File: name, Line: i + 1, Col: 1}, string(b), "pattern %q matches no file", line)
			return nil, list.Err()
		}
		for _, p := range paths {
			ts, err := load(p)
			if err != nil {
				return nil, err
			}
			tasks = append(tasks, ts...)
		}
	}
	return tasks, nil
}

// loadTSV reads a table of Boolean programs: a heading, then task, expected verdict and
// options, separated by tabs. A table of other things gives no tasks.
func loadTSV(name string) ([]*Task, error) {
	b, err := source.ReadText(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	dir := filepath.Dir(name)
	lines := strings.Split(strings.TrimRight(string(b), "\n"), "\n")
	if !strings.HasPrefix(lines[0], "task\texpected") {
		return nil, nil
	}
	var tasks []*Task
	for i, line := range lines[1:] {
		col := strings.Split(line, "\t")
		file := filepath.Join(dir, col[0]+".bp")
		if len(col) < 2 || verdictOf(col[1]) == "" {
			var list source.ErrorList
			list.Add(source.Pos{File: name, Line: i + 2, Col: 1}, string(b), "expected a task, a tab, and true or false")
			return nil, list.Err()
		}
		t := &Task{Suite: filepath.Base(dir), Name: col[0], Property: "boolprog", Expected: verdictOf(col[1]),
			Args: []string{"bebop", "--dialect", "boppo", file}, Files: []string{file}}
		if len(col) > 2 {
			t.Args = append(t.Args, bebopOptions(strings.Fields(col[2]))...)
		}
		tasks = append(tasks, t)
	}
	return tasks, nil
}

// bebopOptions translates the options of other checkers that the tables name.
func bebopOptions(opts []string) []string {
	var out []string
	for i := 0; i < len(opts); i++ {
		switch opts[i] {
		case "-l", "--label":
			if i+1 < len(opts) {
				i++
				out = append(out, "--label", opts[i])
			}
		}
	}
	return out
}

func verdictOf(s string) string {
	switch strings.TrimSpace(s) {
	case "true", "SAFE":
		return "SAFE"
	case "false", "UNSAFE":
		return "UNSAFE"
	case "unknown", "UNKNOWN":
		return "UNKNOWN"
	case "NOT-APPLICABLE":
		return "NOT-APPLICABLE"
	}
	return ""
}
