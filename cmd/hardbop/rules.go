package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/pflag"

	"hardbop/internal/check"
	"hardbop/internal/rules"
)

const rulesUsage = `usage: hardbop rules list [FAMILY] [options]
       hardbop rules explain NAME [options]
       hardbop rules show NAME [options]
       hardbop rules check FILE.slic... [--against FILE.c...] [options]
       hardbop rules test DIR [options]

The rules that come with the tool, and those of the folders that --rules-dir names.
list names them, explain says what one means, show prints its text. check looks for
faults in rule files, and with --against for functions that the program doesn't have.
test runs the drivers NAME_good.c and NAME_bad.c of a folder, and the faults that marks in
the good ones describe, and says whether all verdicts are as expected.
Exit code: 0, 1 if check or test finds something wrong, 3 for wrong input.

`

// rulesFlags are the options of rules.
type rulesFlags struct {
	*checkFlags
	format  string
	against []string
	timeout string
	memory  string
	mutants bool
	// given are the options that say what the program is, as they were given.
	given []string
}

// rulesVerbs are what rules can do.
func rulesVerbs() map[string]func(*rulesFlags, []string, streams) int {
	return map[string]func(*rulesFlags, []string, streams) int{
		"list": rulesList, "explain": rulesExplain, "show": rulesShow, "check": rulesCheck, "test": rulesTest,
	}
}

// runRules is the command rules.
func runRules(args []string, std streams) int {
	f := &rulesFlags{checkFlags: &checkFlags{}}
	fs := newFlagSet("rules", rulesUsage, std)
	fs.StringVar(&f.format, "format", "text", "`text|json`: how list prints")
	fs.StringArrayVar(&f.against, "against", nil, "check: compare with what the program in `FILE.c` declares")
	fs.StringVar(&f.timeout, "timeout", "60s", "test: `T`, the wall time for each driver")
	fs.StringVar(&f.memory, "memory", "2G", "test: `M`, the memory for each driver")
	fs.BoolVar(&f.mutants, "mutants", true, "test: run the faults that marks describe too; --mutants=false leaves them out")
	jobsFlag(fs, &f.opt)
	rulesDirFlag(fs, &f.opt)
	f.programFlags(fs)
	if err := parseArgs(fs, args); err != nil {
		if err == pflag.ErrHelp {
			return exitOK
		}
		return complainUsage(std, "rules", err)
	}
	if err := f.check(); err != nil {
		return complainUsage(std, "rules", err)
	}
	rest := fs.Args()
	if len(rest) == 0 {
		return complainUsage(std, "rules", errors.New("expected list, explain, show, check or test"))
	}
	if rest[0] == "check" && std.child == nil {
		return runInChild(append([]string{"rules"}, args...), std)
	}
	f.given = given(fs)
	verb := rulesVerbs()[rest[0]]
	if verb == nil {
		return complainUsage(std, "rules", fmt.Errorf("%q: expected list, explain, show, check or test", rest[0]))
	}
	return verb(f, rest[1:], std)
}

func rulesDirFlag(fs *pflag.FlagSet, o *check.Options) {
	fs.StringArrayVar(&o.RuleDirs, "rules-dir", nil, "add the rules in `DIR` to the library")
}

// check checks the values that pflag doesn't.
func (f *rulesFlags) check() error {
	if f.format != "text" && f.format != "json" {
		return fmt.Errorf("--format %q: expected text or json", f.format)
	}
	if err := checkLimits(f.timeout, f.memory, f.opt.Jobs); err != nil {
		return err
	}
	return f.resolve()
}

// given returns the options that were given and that check knows too.
func given(fs *pflag.FlagSet) []string {
	var args []string
	fs.Visit(func(f *pflag.Flag) {
		switch f.Name {
		case "format", "against", "timeout", "memory", "mutants", "jobs":
			return
		}
		values := []string{f.Value.String()}
		if several, ok := f.Value.(pflag.SliceValue); ok {
			values = several.GetSlice()
		}
		for _, v := range values {
			args = append(args, "--"+f.Name+"="+v)
		}
	})
	return args
}

// rulesList is rules list: a line for each rule.
func rulesList(f *rulesFlags, args []string, std streams) int {
	if len(args) > 1 {
		return complainUsage(std, "rules", errors.New("list: expected at most one family"))
	}
	lib, err := rules.Load(f.opt.RuleDirs...)
	if err != nil {
		return failed(std, "rules", err)
	}
	list := lib.Rules
	if len(args) == 1 {
		if list, err = lib.Select(args[0]); err != nil {
			return failed(std, "rules", err)
		}
	}
	write := func(w io.Writer) error { return rules.WriteList(w, list) }
	if f.format == "json" {
		write = func(w io.Writer) error { return rules.WriteJSON(w, list) }
	}
	return output(std, "rules", "", write)
}

// oneRule returns the rule that the one argument names.
func oneRule(f *rulesFlags, verb string, args []string) (*rules.Rule, error) {
	if len(args) != 1 {
		return nil, fmt.Errorf("%s: expected one rule", verb)
	}
	lib, err := rules.Load(f.opt.RuleDirs...)
	if err != nil {
		return nil, err
	}
	found := lib.Named(args[0])
	if len(found) == 0 {
		if found, err = lib.Find(args[0]); err != nil {
			return nil, err
		}
	}
	if len(found) > 1 {
		var names []string
		for _, r := range found {
			names = append(names, r.Name)
		}
		return nil, fmt.Errorf("%s: %q means %d rules, expected one of %s", verb, args[0], len(found), strings.Join(names, ", "))
	}
	return found[0], nil
}

// rulesExplain is rules explain.
func rulesExplain(f *rulesFlags, args []string, std streams) int {
	r, err := oneRule(f, "explain", args)
	if err != nil {
		return failed(std, "rules", err)
	}
	return output(std, "rules", "", func(w io.Writer) error {
		_, err := io.WriteString(w, r.Explain())
		return err
	})
}

// rulesShow is rules show.
func rulesShow(f *rulesFlags, args []string, std streams) int {
	r, err := oneRule(f, "show", args)
	if err != nil {
		return failed(std, "rules", err)
	}
	return output(std, "rules", "", func(w io.Writer) error {
		_, err := io.WriteString(w, r.Text)
		return err
	})
}

// rulesCheck is rules check: it prints a line for each thing that is suspicious.
func rulesCheck(f *rulesFlags, args []string, std streams) int {
	if len(args) == 0 {
		return complainUsage(std, "rules", errors.New("check: expected a rule file"))
	}
	f.opt.Rules, f.opt.Files = args, f.against
	if len(f.against) > 0 {
		if err := f.settle("rules", std); err != nil {
			return failed(std, "rules", err)
		}
	}
	found, err := f.opt.FindRules()
	if err != nil {
		return failed(std, "rules", err)
	}
	var notes []string
	for _, r := range found {
		for _, n := range rules.Lint(r.Spec) {
			notes = append(notes, n.String())
		}
		if len(f.against) == 0 {
			continue
		}
		missing, err := check.Fit(f.opt, r.Spec)
		if err != nil {
			return failed(std, "rules", err)
		}
		for _, m := range missing {
			notes = append(notes, m.String())
		}
	}
	code := output(std, "rules", "", func(w io.Writer) error {
		for _, n := range notes {
			if _, err := fmt.Fprintln(w, n); err != nil {
				return err
			}
		}
		_, err := fmt.Fprintf(w, "%s, %s\n", plural(len(found), "rule"), plural(len(notes), "complaint"))
		return err
	})
	if code == exitOK && len(notes) > 0 {
		return exitUnsafe
	}
	return code
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
