package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"hardbop/internal/bugreport"
	"hardbop/internal/check"
	"hardbop/internal/report"
	"hardbop/internal/source"
	"hardbop/internal/witness"
)

// toolName names the tool in results.
func toolName() string { return "hardbop " + version + ", commit " + commit() }

// aside are the options that no result depends on: they say how it is shown, or what else is written.
var aside = []string{"quiet", "verbose", "progress", "format", "color", "full", "html", "json", "sarif", "witness", "stats", "dump",
	"replay-out", "certificate", "env-out", "jobs", "cache", "cache-size", "bug-report", "fail-on", "config", "no-config"}

// option is an option with a value that was given to it.
type option struct{ name, value string }

func (o option) String() string { return "--" + o.name + "=" + o.value }

// givenOptions lists the options that were set and that a result may depend on, once for each value.
func givenOptions(fs *pflag.FlagSet) []option {
	var list []option
	fs.Visit(func(f *pflag.Flag) {
		if slices.Contains(aside, f.Name) {
			return
		}
		values := []string{f.Value.String()}
		if s, ok := f.Value.(pflag.SliceValue); ok {
			values = s.GetSlice()
		}
		for _, v := range values {
			list = append(list, option{f.Name, v})
		}
	})
	return list
}

// recordOptions takes down the options as they were given, for results.
func (f *checkFlags) recordOptions(fs *pflag.FlagSet) {
	f.given, f.opt.Tool = givenOptions(fs), toolName()
	for _, o := range f.given {
		f.opt.Given = append(f.opt.Given, o.String())
	}
}

// paths are the options whose values are files or folders that are read.
var paths = []string{"rule", "rules-dir", "spec", "preds", "env", "include", "isystem", "force-include", "model", "waivers", "baseline"}

// readNow is what a bug report has to know of the child.
type readNow struct {
	Inputs   []check.Input
	Folders  []string
	Commands [][]string
}

// read is what the child has read.
func (f *checkFlags) read() readNow {
	absolute := func(name string) string {
		if abs, err := filepath.Abs(name); err == nil {
			return abs
		}
		return name
	}
	return readNow{f.opt.Inputs.List(), f.opt.SystemFolders(), f.opt.Commands(absolute)}
}

const bugReportUsage = "pack the files that were read, the options and what was said into `FILE.zip`, without absolute names"

// bugReport writes the archive, if that was asked for, and lists what is in it.
func (s *session) bugReport(code int) error {
	if s.f.bugReport == "" {
		return nil
	}
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	home, _ := os.UserHomeDir()
	r := &bugreport.Report{Names: bugreport.Names{Dir: dir, Home: home}, Log: s.log.String()}
	if r.Results, err = s.asJSON(); err != nil {
		return err
	}
	r.About = []string{"tool: " + toolName(), "solver: z3 " + solverVersion(), "system: " + runtime.GOOS + "/" + runtime.GOARCH + ", " + runtime.Version(),
		fmt.Sprintf("exit code: %d", code)}
	s.pack(r)
	r.About = append(r.About, "command: hardbop "+strings.Join(r.Args, " "))
	var names []string
	err = writeFile(s.f.bugReport, func(w io.Writer) error {
		names, err = bugreport.Write(w, r)
		return err
	})
	if err != nil {
		return err
	}
	s.listPacked(names)
	return nil
}

// maxPacked is how many files of an archive are listed without --verbose.
const maxPacked = 10

// listPacked says what is in the archive: all of it with --verbose, else how many files there are, and those of the current
// folder, which the reader wrote.
func (s *session) listPacked(names []string) {
	fmt.Fprintf(s.std.err, "hardbop check: %s holds the text of %s; look at it before you pass it on\n", source.Printable(s.f.bugReport), plural(len(names)-len(bugreport.Own), "file"))
	if !s.f.verbose {
		names = slices.DeleteFunc(names, func(n string) bool {
			rest, isFile := strings.CutPrefix(n, "files/")
			return !isFile || strings.HasPrefix(rest, "home/") || strings.HasPrefix(rest, "outside/") || rest == databaseName
		})
	}
	for i, n := range names {
		if left := len(names) - i; !s.f.verbose && i == maxPacked && left > 1 {
			fmt.Fprintf(s.std.err, "  and %d more of the current folder (-v lists all)\n", left)
			return
		}
		fmt.Fprintf(s.std.err, "  %s\n", source.Printable(n))
	}
}

// asJSON is the results as --format json prints them.
func (s *session) asJSON() (string, error) {
	var b strings.Builder
	for _, r := range s.results {
		if err := report.JSON(&b, r); err != nil {
			return "", err
		}
	}
	return b.String(), nil
}

// pack adds the files, and the options with their names in the archive.
func (s *session) pack(r *bugreport.Report) {
	packed := map[string]bool{}
	add := func(name, sum string) {
		if packed[name] {
			return
		}
		packed[name] = true
		f := bugreport.File{Path: name}
		text, err := s.f.sourceText(name)
		switch {
		case err != nil:
			f.Note = err.Error()
		case sum != "" && sum != witness.SHA256(text):
			f.Note = "changed since it was read"
		}
		f.Text = text
		r.Files = append(r.Files, f)
	}
	for _, in := range s.read.Inputs {
		if in.Path != "" {
			add(in.Path, in.Sum)
		}
	}
	for _, name := range slices.Concat(s.f.opt.Files, s.f.opt.Models, []string{s.f.opt.Spec, s.f.opt.Preds, s.f.opt.Env, s.f.waivers, s.f.baseline}) {
		if name != "" && len(s.read.Commands) == 0 { // with a database, the child knows where they are
			add(name, "")
		}
	}
	r.Args = s.again(r)
}

// again are the arguments that run the command in the archive's files/.
func (s *session) again(r *bugreport.Report) []string {
	args := []string{"check", "--no-config"}
	for _, o := range s.f.given {
		if slices.Contains(paths, o.name) {
			o.value = packedName(r, o.value)
		}
		if o.name != "database" {
			args = append(args, o.String())
		}
	}
	for _, dir := range s.read.Folders {
		if name := r.Names.Of(dir); slices.ContainsFunc(r.Files, func(f bugreport.File) bool { return strings.HasPrefix(r.Names.Of(f.Path), name+"/") }) {
			args = append(args, "--isystem="+name)
		}
	}
	if len(s.read.Commands) > 0 {
		args = append(args, "--database="+databaseName)
		r.Files = append(r.Files, bugreport.File{As: databaseName, Text: s.database(r)})
	}
	args = append(args, "--")
	for i, name := range s.f.opt.Files {
		if i < len(s.read.Commands) {
			words := s.read.Commands[i]
			name = words[len(words)-1]
		}
		args = append(args, r.Names.Of(name))
	}
	return args
}

// packedName is the name of a value of an option that may be a file: rules of the library stay what they are.
func packedName(r *bugreport.Report, v string) string {
	if _, err := os.Stat(v); err != nil {
		return v
	}
	return r.Names.Of(v)
}

// databaseName is the compilation database in the archive's files/.
const databaseName = "compile_commands.json"

// database is one with the commands of the files.
func (s *session) database(r *bugreport.Report) []byte {
	type entry struct {
		Directory string   `json:"directory"`
		File      string   `json:"file"`
		Arguments []string `json:"arguments"`
	}
	var list []entry
	for _, words := range s.read.Commands {
		e := entry{Directory: "."}
		for _, w := range words {
			if filepath.IsAbs(w) {
				w = r.Names.Of(w)
			}
			e.Arguments = append(e.Arguments, w)
		}
		e.File = e.Arguments[len(e.Arguments)-1]
		list = append(list, e)
	}
	b, err := json.MarshalIndent(list, "", "  ")
	if err != nil {
		panic(err) // strings always have a form
	}
	return append(b, '\n')
}
