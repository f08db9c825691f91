package main

import (
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

// Every command explains itself on the standard output, in lines that fit a terminal, and
// says what its exit codes are.
func TestHelp(t *testing.T) {
	for _, c := range commands() {
		for _, args := range [][]string{{c.name, "--help"}, {c.name, "-h"}, {"help", c.name}} {
			out, errs, code := tool(args...)
			if code != exitOK || errs != "" || !strings.HasPrefix(out, "usage: hardbop "+c.name) {
				t.Errorf("%q: exit %d\n%s%s", args, code, out, errs)
			}
			for line := range strings.Lines(out) {
				if len(line) > helpWidth+1 {
					t.Errorf("%q: a line of %d bytes: %s", args, len(line), line)
				}
			}
			if !strings.Contains(out, "xit code") {
				t.Errorf("%q doesn't say what the exit codes are", args)
			}
		}
	}
	for _, args := range [][]string{{"help"}, {"--help"}, {"-h"}} {
		if out, errs, code := tool(args...); code != exitOK || errs != "" || !strings.HasPrefix(out, "hardbop checks") {
			t.Errorf("%q: exit %d\n%s%s", args, code, out, errs)
		}
	}
}

// What is no command is an error, with exit code 3 and nothing on the standard output: a
// script in which the arguments got lost must not take it for SAFE.
func TestNoCommand(t *testing.T) {
	for says, args := range map[string][]string{
		"hardbop checks":                                         {},
		"chek\"; did you mean check?":                            {"chek"},
		"driver.c\"; there are: check, ":                         {"driver.c"},
		`unknown command "nothing"`:                              {"help", "nothing"},
		"usage: hardbop help [COMMAND]":                          {"help", "check", "slic"},
		"expected run, diff, merge, table, task or plant":        {"suite"},
		`"dif": expected run, diff, merge, table, task or plant`: {"suite", "dif"},
		"expected two files":                                     {"suite", "diff", "old.jsonl"},
		"--rul; did you mean --rule?":                            {"check", "--rul", "lock.slic"},
		"--outptu; did you mean --outp":                          {"slic", "--outptu", "x.c", "lock.slic", "driver.c"},
		"unknown flag: --frobnicate\n":                           {"suite", "run", "--frobnicate"},
		"unknown shorthand flag: 'x'":                            {"bebop", "-x", "a.bp"},
		"--jobs 0: expected a positive":                          {"c2bp", "-j", "0", "a.c", "a.preds"},
	} {
		out, errs, code := tool(args...)
		if code != exitInput || out != "" || !strings.Contains(errs, says) {
			t.Errorf("%q: exit %d, expected 3 and %q\n%s%s", args, code, says, out, errs)
		}
	}
}

// A placeholder stands behind the option, and a default behind the meaning.
func TestOptionTable(t *testing.T) {
	fs := newFlagSet("x", "", streams{})
	fs.IntP("jobs", "j", 1, "run `N` tasks")
	fs.String("ints", "math", "`math|bits`: how integers are meant")
	fs.BoolP("quiet", "q", false, "say nothing")
	fs.StringArray("rule", nil, strings.TrimSpace(strings.Repeat("word ", 30))+" `FILE`")
	want := `  -j, --jobs N          run N tasks (default 1)
      --ints math|bits  how integers are meant (default math)
  -q, --quiet           say nothing
      --rule FILE       word word word word word word word word word word word word word word word
                        word word word word word word word word word word word word word word word
                        FILE
`
	if got := optionTable(fs); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// The help of check has each option once, under a topic.
func TestOptionTopics(t *testing.T) {
	fs, _ := checkCommandFlags("check", "", streams{})
	text := optionTables(fs)
	fs.VisitAll(func(f *pflag.Flag) {
		if n := strings.Count(text, optionHead(f)+" ") + strings.Count(text, optionHead(f)+"\n"); n != 1 {
			t.Errorf("--%s stands there %d times", f.Name, n)
		}
	})
	for _, g := range checkTopics() {
		if !strings.Contains(text, g.title+":\n") {
			t.Errorf("no topic %s", g.title)
		}
		for _, name := range g.names {
			if fs.Lookup(name) == nil {
				t.Errorf("there is no option --%s", name)
			}
		}
	}
}
