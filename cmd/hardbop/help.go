package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/pflag"

	"hardbop/internal/source"
)

// newFlagSet returns an empty set of options for a command. --help prints the usage and
// the options on the standard output.
func newFlagSet(name, usage string, std streams) *pflag.FlagSet {
	fs := pflag.NewFlagSet(name, pflag.ContinueOnError)
	fs.SetOutput(std.err)
	fs.SortFlags = false
	fs.Usage = func() {
		if std.describe != nil {
			std.describe(usage, fs)
			return
		}
		fmt.Fprint(std.out, usage, optionTables(fs))
	}
	return fs
}

// parseArgs parses the arguments of a command. An unknown option comes with those that
// have a similar name.
func parseArgs(fs *pflag.FlagSet, args []string) error {
	err := fs.Parse(args)
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) || len(unknown.GetSpecifiedName()) < 2 {
		return err
	}
	var names []string
	fs.VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	near := source.Nearest(unknown.GetSpecifiedName(), names)
	if len(near) == 0 {
		return err
	}
	return fmt.Errorf("%w; did you mean --%s?", err, strings.Join(near, " or --"))
}

// helpWidth is the length of the lines of --help.
const helpWidth = 100

// checkTopics are the options of check by what they are for, in the order in which one comes to need them; those that stand
// nowhere here are for experts.
func checkTopics() []group {
	return []group{
		{"What is checked", []string{"rule", "entry", "all-entries", "property", "spec", "rules-dir", "env", "env-out", "changed-since", "all-defects", "max-defects"}},
		{"How sources are read", []string{"database", "define", "undefine", "include", "isystem", "force-include", "cc", "nostdinc", "data-model",
			"unsigned-char", "short-enums", "model", "no-models"}},
		{"What comes out", []string{"format", "html", "sarif", "json", "full", "witness", "bug-report", "stats", "quiet", "verbose", "progress", "color"}},
		{"In builds", []string{"fail-on", "timeout", "timeout-each", "memory", "jobs", "cache", "cache-size", "baseline", "waivers", "config", "no-config"}},
		{"How sure a verdict is", []string{"replay", "replay-out", "replay-cc", "certify", "certificate", "strict"}},
		{"What C means", []string{"ints", "overflow", "memory-model", "globals"}},
	}
}

// optionTables lists the options: those of check by topic, as they are many.
func optionTables(fs *pflag.FlagSet) string {
	if fs.Lookup("fail-on") == nil {
		return optionTable(fs)
	}
	var b strings.Builder
	told := map[string]bool{}
	topic := func(title string, names []string) {
		part := pflag.NewFlagSet("", pflag.ContinueOnError)
		part.SortFlags = false
		for _, name := range names {
			if f := fs.Lookup(name); f != nil {
				part.AddFlag(f)
				told[name] = true
			}
		}
		fmt.Fprintf(&b, "%s:\n%s\n", title, optionTable(part))
	}
	for _, g := range checkTopics() {
		topic(g.title, g.names)
	}
	var rest []string
	fs.VisitAll(func(f *pflag.Flag) {
		if !told[f.Name] {
			rest = append(rest, f.Name)
		}
	})
	topic("For experts", rest)
	return strings.TrimSuffix(b.String(), "\n")
}

// optionTable lists the options, each with its placeholder, its meaning and its default.
func optionTable(fs *pflag.FlagSet) string {
	var left, right []string
	width := 0
	fs.VisitAll(func(f *pflag.Flag) {
		name, meaning := optionHead(f), optionMeaning(f)
		left, right = append(left, name), append(right, meaning)
		width = max(width, len(name))
	})
	var b strings.Builder
	for i, name := range left {
		for k, line := range wrap(right[i], helpWidth-width-2) {
			if k > 0 {
				name = ""
			}
			fmt.Fprintf(&b, "%-*s  %s\n", width, name, line)
		}
	}
	return b.String()
}

// optionHead returns the option as it is typed.
func optionHead(f *pflag.Flag) string {
	head := "      --" + f.Name
	if f.Shorthand != "" {
		head = "  -" + f.Shorthand + ", --" + f.Name
	}
	if f.Value.Type() == "bool" {
		return head
	}
	placeholder, _ := pflag.UnquoteUsage(f)
	return head + " " + placeholder
}

// optionMeaning returns what an option means, and its default. A meaning that begins with
// the placeholder and a colon is what follows.
func optionMeaning(f *pflag.Flag) string {
	placeholder, meaning := pflag.UnquoteUsage(f)
	meaning = strings.TrimPrefix(meaning, placeholder+": ")
	if f.DefValue == "" || f.DefValue == "[]" || f.Value.Type() == "bool" || strings.Contains(meaning, "default") {
		return meaning
	}
	return meaning + " (default " + f.DefValue + ")"
}

// wrap breaks text into lines of up to width bytes, between words.
func wrap(text string, width int) []string {
	var lines []string
	for _, word := range strings.Fields(text) {
		if n := len(lines) - 1; n >= 0 && len(lines[n])+1+len(word) <= width {
			lines[n] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}

// runHelp is the command help: the list of commands, or what one of them explains.
func runHelp(args []string, std streams) int {
	switch len(args) {
	case 0:
		usage(std.out)
		return exitOK
	case 1:
		if args[0] != "help" {
			return run([]string{args[0], "--help"}, std)
		}
	}
	fmt.Fprintln(std.err, "usage: hardbop help [COMMAND]")
	return exitInput
}

// groups are the commands by what they are for, in the order in which they are told.
func groups() []group {
	return []group{
		{"Begin here", []string{"demo", "doctor"}},
		{"Check drivers", []string{"check", "kcheck", "entries", "rules", "explain", "config"}},
		{"Check what was found", []string{"certify", "replay", "validate"}},
		{"Many tasks", []string{"suite", "report"}},
		{"The steps of check, and other questions", []string{"slic", "c2bp", "bebop", "newton", "lbe", "paq", "conform", "lts"}},
		{"About the tool", []string{"completion", "man", "version"}},
	}
}

// group is a heading of the list of commands.
type group struct {
	title string
	names []string
}

func usage(w io.Writer) {
	fmt.Fprint(w, `hardbop checks C driver code against interface rules, along all paths.

  hardbop demo                                           see it find and prove, in a minute
  hardbop rules list                                     the rules that come with it
  hardbop check --rule linux/mutex --entry auto drv.c    a driver as a kernel calls it
  hardbop check --rule lock.slic --entry dispatch drv.c  a rule and an entry of your own
`)
	brief := map[string]string{}
	for _, c := range commands() {
		brief[c.name] = c.brief
	}
	for _, g := range groups() {
		fmt.Fprintf(w, "\n%s:\n", g.title)
		for _, name := range g.names {
			fmt.Fprintf(w, "  %-10s  %s\n", name, brief[name])
		}
	}
	fmt.Fprint(w, `
"hardbop COMMAND --help" explains a command. Exit codes of check: 0 SAFE, 1 UNSAFE,
2 UNKNOWN, 3 wrong input or command line, 4 internal error, 130 interrupted.
`)
}
