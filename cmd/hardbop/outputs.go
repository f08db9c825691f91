package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"syscall"

	"github.com/spf13/pflag"

	"hardbop/internal/report"
	"hardbop/internal/source"
)

// stdinName is the name of a program that comes from the standard input, as compilers have it.
const stdinName = "<stdin>"

// outputFlags adds the options for results in files beside what is printed.
func (f *checkFlags) outputFlags(fs *pflag.FlagSet) {
	fs.StringVar(&f.sarif, "sarif", "", "write the results as SARIF to `FILE` too")
	fs.StringVar(&f.json, "json", "", "write the results as JSON to `FILE` too")
}

// writeTo writes to a file, or to the standard output if its name is "-".
func writeTo(std streams, name string, write func(io.Writer) error) error {
	if name == "-" {
		return unlessUnread(write(std.out))
	}
	return writeFile(name, write)
}

// unlessUnread is err, unless a reader has gone away: that one has read enough.
func unlessUnread(err error) error {
	if errors.Is(err, syscall.EPIPE) {
		return nil
	}
	return err
}

// outputs are the files that the parent writes, by option.
func (f *checkFlags) outputs() map[string]string {
	return map[string]string{"html": f.html, "witness": f.witness, "sarif": f.sarif, "json": f.json, "stats": f.stats}
}

// checkOutputs sees that one output at most goes to the standard output, and none of those that have to be files.
func (f *checkFlags) checkOutputs() error {
	n := 0
	for _, name := range f.outputs() {
		if name == "-" {
			n++
		}
	}
	if n > 1 {
		return errors.New("more than one output is to go to the standard output")
	}
	o := &f.opt
	if slices.Contains([]string{o.EnvOut, o.ReplayOut, o.Certificate, o.Dump, o.Env, o.Preds, o.Spec, f.baseline, f.waivers, f.bugReport}, "-") {
		return errors.New(`"-": only --html, --witness, --sarif, --json and --stats go to the standard output, and only a C file comes from the standard input`)
	}
	if err := f.checkWritable(); err != nil {
		return err
	}
	return f.checkOverwriting()
}

// written are the files that the run writes besides its cache, by option.
func (f *checkFlags) written() map[string]string {
	o := &f.opt
	files := f.outputs()
	for option, name := range map[string]string{"bug-report": f.bugReport, "env-out": o.EnvOut, "replay-out": o.ReplayOut, "certificate": o.Certificate} {
		files[option] = name
	}
	return files
}

// checkWritable sees before the check that what comes out of it can be written.
func (f *checkFlags) checkWritable() error {
	files := f.written()
	for _, option := range slices.Sorted(maps.Keys(files)) {
		if err := writable(option, files[option]); err != nil {
			return err
		}
	}
	if f.opt.Dump == "" {
		return nil
	}
	return writableFolder("dump", f.opt.Dump)
}

// writable complains if an option's file can't be written, so that this is known before the work is done.
func writable(option, name string) error {
	if name == "" || name == "-" {
		return nil
	}
	info, err := os.Stat(name)
	switch {
	case err == nil && info.IsDir():
		return fmt.Errorf("--%s %s: a folder, expected the name of a file", option, source.Printable(name))
	case err == nil && syscall.Access(name, mayWrite) != nil:
		return fmt.Errorf("--%s %s: the file can't be written: %w", option, source.Printable(name), syscall.Access(name, mayWrite))
	case err == nil:
		return nil
	}
	dir := filepath.Dir(name)
	if _, err := os.Stat(dir); err != nil {
		return fmt.Errorf("--%s %s: there is no folder %s", option, source.Printable(name), source.Printable(dir))
	}
	return writableFolder(option, dir)
}

// mayWrite asks access(2) whether something may be written.
const mayWrite = 2

// writableFolder complains if a folder can't be made, or nothing can be put into it.
func writableFolder(option, dir string) error {
	for {
		info, err := os.Stat(dir)
		if up := filepath.Dir(dir); err != nil && up != dir {
			dir = up
			continue
		}
		if err == nil && !info.IsDir() {
			err = syscall.ENOTDIR
		} else if err == nil {
			err = syscall.Access(dir, mayWrite)
		}
		if err != nil {
			return fmt.Errorf("--%s: the folder %s can't be written: %w", option, source.Printable(dir), err)
		}
		return nil
	}
}

// checkOverwriting sees that no output is a file that the run reads, or that another output is written to. A baseline may
// be written anew.
func (f *checkFlags) checkOverwriting() error {
	o := &f.opt
	written := f.written()
	read := slices.Concat(o.Files, o.Models, o.Rules, o.Forced, []string{o.Spec, o.Env, o.Preds, o.Database, f.waivers}, f.settingsFiles())
	seen := map[string]string{}
	for _, option := range slices.Sorted(maps.Keys(written)) {
		name := written[option]
		if name == "" || name == "-" {
			continue
		}
		info, err := os.Stat(name)
		overwrites := func(in string) bool {
			was, errIn := os.Stat(in)
			return err == nil && errIn == nil && info.Mode().IsRegular() && os.SameFile(info, was)
		}
		if i := slices.IndexFunc(read, overwrites); i >= 0 {
			return fmt.Errorf("--%s %s would overwrite a file that the run reads", option, source.Printable(name))
		}
		abs, _ := filepath.Abs(name)
		if other := seen[abs]; other != "" && (err != nil || info.Mode().IsRegular()) {
			return fmt.Errorf("--%s and --%s name the same file, %s", other, option, source.Printable(name))
		}
		seen[abs] = option
	}
	return nil
}

// printed is where the results are printed: where an output takes the standard output, to the standard error.
func (s *session) printed() io.Writer {
	for _, name := range s.f.outputs() {
		if name == "-" {
			return s.std.err
		}
	}
	return s.std.out
}

// also writes --sarif and --json.
func (s *session) also() error {
	if s.f.sarif != "" {
		if err := writeTo(s.std, s.f.sarif, func(w io.Writer) error { return report.SARIF(w, s.results, s.about()) }); err != nil {
			return fmt.Errorf("--sarif: %w", err)
		}
	}
	if s.f.json == "" {
		return nil
	}
	err := writeTo(s.std, s.f.json, func(w io.Writer) error {
		for _, r := range s.results {
			if err := report.JSON(w, r); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("--json: %w", err)
	}
	return nil
}

// about is what SARIF says of the tool and the rules that were checked.
func (s *session) about() report.Tool {
	tool := report.Tool{Version: version, Rules: map[string]report.RuleText{}}
	found, err := s.f.opt.FindRules()
	if err != nil {
		return tool // the run has told it
	}
	for _, r := range found {
		if r.Doc.Summary != "" {
			tool.Rules[r.Name] = report.RuleText{Summary: r.Doc.Summary, Meaning: r.Doc.Meaning, Help: r.Explain()}
		}
	}
	return tool
}

// takeStdin reads the program if a file is "-".
func (f *checkFlags) takeStdin(std streams) error {
	i := slices.Index(f.opt.Files, "-")
	if i < 0 {
		return nil
	}
	if slices.Contains(f.opt.Files[i+1:], "-") {
		return errors.New("the standard input is one file")
	}
	if f.witness != "" {
		return errors.New("--witness goes with a file, which it names by its hash")
	}
	_, text, err := readInput(std, "-")
	if err != nil {
		return fmt.Errorf("the standard input: %w", err)
	}
	f.stdin = append([]byte{}, text...)
	f.opt.Files = slices.Clone(f.opt.Files)
	f.opt.Files[i] = stdinName
	f.opt.SetText(stdinName, f.stdin)
	return nil
}

// readInput reads a file, or the standard input if its name is "-". The name comes back as messages have it.
func readInput(std streams, name string) (shown string, text []byte, err error) {
	if name != "-" {
		text, err = source.ReadText(name)
		return name, text, err
	}
	text, err = io.ReadAll(io.LimitReader(std.in, source.MaxFile+1))
	if err == nil && len(text) > source.MaxFile {
		err = fmt.Errorf("larger than %d MB", source.MaxFile>>20)
	}
	return stdinName, text, err
}

// sourceText reads a source file for those who show it.
func (f *checkFlags) sourceText(name string) ([]byte, error) {
	if name == stdinName && f.stdin != nil {
		return f.stdin, nil
	}
	return source.ReadRegular(name)
}
