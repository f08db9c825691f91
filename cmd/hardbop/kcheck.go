package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"hardbop/internal/check"
	"hardbop/internal/config"
	"hardbop/internal/source"
)

const kcheckUsage = `usage: hardbop kcheck [options] [COMPILER-ARGUMENT...] FILE.c

Checks a file while Linux is built: make C=1 CHECK="hardbop kcheck". It gets what the
compiler gets, checks the file against the library's rules for Linux as a kernel would
call it, and prints what isn't right as a compiler prints warnings. The options are those
of check, before the compiler's arguments.
Exit code: 0, whatever is found, so that the build goes on; with --fail-on as of check;
3 for a wrong command line or wrong settings, 130 if interrupted.

`

// kcheckDefaults are the values of check's options that nobody has set. A kernel has thousands of files: each has a
// limit.
func kcheckDefaults() map[string]string {
	return map[string]string{"rule": "linux", "entry": check.AutoEntry, "format": "gcc", "fail-on": "never", "timeout": "60s", "memory": "2G", "quiet": "true"}
}

// runKcheck is the command kcheck.
func runKcheck(args []string, std streams) int {
	fs, f := checkCommandFlags("kcheck", kcheckUsage, std)
	own, compiler := splitKcheck(fs, args)
	err := parseArgs(fs, own)
	if err == pflag.ErrHelp {
		return exitOK
	}
	if err == nil && len(compiler) == 0 {
		err = fmt.Errorf("expected the compiler's arguments and a C file")
	}
	if err != nil {
		return complainUsage(std, "kcheck", err)
	}
	return f.kcheck(fs, compiler, std)
}

// splitKcheck parts the tool's own options from the compiler's arguments: they are in front, with long names that check
// has, or -q or -v.
func splitKcheck(fs *pflag.FlagSet, args []string) (own, compiler []string) {
	i := 0
	for i < len(args) {
		name, _, joined := strings.Cut(strings.TrimPrefix(args[i], "--"), "=")
		f := fs.Lookup(name)
		switch {
		case args[i] == "--":
			return args[:i], args[i+1:]
		case args[i] == "-q" || args[i] == "-v" || args[i] == "-h" || args[i] == "--help":
			i++
			continue
		case !strings.HasPrefix(args[i], "--") || f == nil:
			return args[:i], args[i:]
		case !joined && f.Value.Type() != "bool":
			i++
		}
		i++
	}
	return args[:min(i, len(args))], nil
}

// kcheck checks the file that stands last. Its settings are those of the folder that it is in, or of one above.
func (f *checkFlags) kcheck(fs *pflag.FlagSet, compiler []string, std streams) int {
	file := compiler[len(compiler)-1]
	if strings.HasPrefix(file, "-") || filepath.Ext(file) != ".c" {
		return complainUsage(std, "kcheck", fmt.Errorf("%q: expected a C file behind the compiler's arguments", file))
	}
	dir, err := os.MkdirTemp("", "hardbop-kcheck-")
	if err != nil {
		return failed(std, "kcheck", err)
	}
	defer os.RemoveAll(dir)
	if f.config, err = f.kcheckConfig(file); err == nil {
		f.noConfig = f.noConfig || f.config == ""
		err = f.configure(fs, func(option string) bool { return option != "database" })
	}
	if err != nil {
		return failed(std, "kcheck", err)
	}
	lenient := !fs.Changed("fail-on")
	f.setDefaults(fs)
	for _, name := range slices.Sorted(maps.Keys(refusedKeys())) {
		if g := fs.Lookup(name); g != nil && g.Changed && g.Value.Type() == "string" && !slices.Contains([]string{"config", "cc", "replay-cc"}, name) {
			return complainUsage(std, "kcheck", fmt.Errorf("--%s is an output of one run; there are as many as rules here: use hardbop check -p", name))
		}
	}
	database := filepath.Join(dir, "compile_commands.json")
	if err = writeCommand(database, file, compiler); err == nil {
		err = fs.Set("database", database)
	}
	if err != nil {
		return failed(std, "kcheck", err)
	}
	asked, err := f.kcheckRules(file)
	if err != nil {
		return failed(std, "kcheck", err)
	}
	code := f.kcheckFile(fs, file, asked, std)
	if lenient && code != exitInterrupted {
		return exitOK
	}
	return code
}

// kcheckConfig is the file of settings: the one that is named, or the one for the file's folder.
func (f *checkFlags) kcheckConfig(file string) (string, error) {
	if f.config != "" || f.noConfig {
		return f.config, nil
	}
	name, err := config.Find(filepath.Dir(file))
	if err != nil || name == "" {
		return "", err
	}
	return filepath.Join(filepath.Dir(file), name), nil
}

// setDefaults sets what nobody has.
func (f *checkFlags) setDefaults(fs *pflag.FlagSet) {
	given := map[string]bool{}
	fs.Visit(func(g *pflag.Flag) { given[g.Name] = true })
	for name, value := range kcheckDefaults() {
		if !given[name] && !excluded(name, given) && !(name == "quiet" && f.verbose) {
			_ = fs.Set(name, value) // a value that the option takes
		}
	}
}

// writeCommand writes a compilation database with the one command.
func writeCommand(name, file string, args []string) error {
	here, err := os.Getwd()
	if err != nil {
		return err
	}
	type entry struct {
		Directory string   `json:"directory"`
		File      string   `json:"file"`
		Arguments []string `json:"arguments"`
	}
	b, err := json.Marshal([]entry{{here, file, slices.Concat([]string{"cc", "-c"}, args)}})
	if err != nil {
		return err
	}
	return os.WriteFile(name, b, 0o600)
}

// kcheckFile checks the file against each rule by itself, so that each has the time limit for itself. What is said besides
// is for those who ask for it, and of inputs that are wrong.
func (f *checkFlags) kcheckFile(fs *pflag.FlagSet, file string, asked [][]string, std streams) int {
	common := []string{"--no-config"}
	for _, o := range allOptions(fs) {
		if o.name != "rule" {
			common = append(common, o.String())
		}
	}
	worst, before := exitOK, ""
	for _, question := range asked {
		code, said := kcheckOne(slices.Concat(common, question, []string{"--", file}), f.verbose, std)
		switch {
		case strings.Contains(said, check.NothingRegistered):
			return worst // a file that registers nothing has nothing to check
		case (code == exitInput || code == exitInternal) && said != "" && said == before:
			return graver(worst, code) // it is about the file: the others have the same to say
		case code == exitInput && said != "" || code == exitInternal:
			fmt.Fprint(std.err, said)
			worst, before = graver(worst, code), said
		case code == exitInterrupted:
			return code
		case code != exitInput: // else the rule doesn't apply
			worst = graver(worst, code)
		}
	}
	return worst
}

// kcheckOne is a check of which only what isn't right is printed. What it says besides is returned, unless that is
// printed as well.
func kcheckOne(args []string, verbose bool, std streams) (int, string) {
	var said bytes.Buffer
	if !verbose {
		std.err = &said
	}
	f, code := parseCheck(args, std)
	if code < 0 {
		f.terse = true
		code = checkSupervised(append([]string{"check"}, args...), f, std)
	}
	return code, said.String()
}

// kcheckRules are the questions, each as options: the rules that were asked for, or else those of the library's for
// Linux that apply.
func (f *checkFlags) kcheckRules(file string) ([][]string, error) {
	if f.opt.Property+f.opt.Spec != "" {
		return [][]string{nil}, nil
	}
	all := slices.Equal(f.opt.Rules, []string{kcheckDefaults()["rule"]})
	list, err := f.opt.FindRules()
	if err != nil {
		return nil, err
	}
	words := map[string]bool{}
	if all {
		collectWords(file, words, map[string]bool{})
	}
	var asked [][]string
	for _, r := range list {
		if all && !slices.ContainsFunc(r.Watched(), func(name string) bool { return words[name] }) {
			continue
		}
		name := r.Name
		if !r.Spec.Library {
			name = r.File
		}
		asked = append(asked, []string{"--rule=" + name})
	}
	return asked, nil
}

var (
	identifier = regexp.MustCompile(`[A-Za-z_]\w*`)
	ownHeader  = regexp.MustCompile(`(?m)^\s*#\s*include\s*"([^"\n]+)"`)
)

// collectWords collects the identifiers of a file and of the headers beside it that it includes. Headers of the kernel don't
// count: they name every function that there is a rule about.
func collectWords(file string, words, seen map[string]bool) {
	if seen[file] {
		return
	}
	seen[file] = true
	text, err := source.ReadRegular(file)
	if err != nil {
		return // check says it
	}
	for _, w := range identifier.FindAllString(string(text), -1) {
		words[w] = true
	}
	for _, m := range ownHeader.FindAllStringSubmatch(string(text), -1) {
		collectWords(filepath.Join(filepath.Dir(file), m[1]), words, seen)
	}
}

// allOptions are the options that were set, once for each value, but not those about settings.
func allOptions(fs *pflag.FlagSet) []option {
	var list []option
	fs.Visit(func(f *pflag.Flag) {
		values := []string{f.Value.String()}
		if s, ok := f.Value.(pflag.SliceValue); ok {
			values = s.GetSlice()
		}
		for _, v := range values {
			if f.Name != "config" && f.Name != "no-config" {
				list = append(list, option{f.Name, v})
			}
		}
	})
	return list
}
