package main

import (
	"io"
	"regexp"
	"slices"

	"github.com/spf13/pflag"
)

// described is what --help says of a command, as data: completions and manual pages are made from the
// tables of options that the commands themselves parse with.
type described struct {
	name, brief, usage string
	options            *pflag.FlagSet
	verbs              []*described // of suite and its like; their names are the words behind the command's
}

// describe asks a command for its help.
func describe(c command) *described {
	d := &described{name: c.name, brief: c.brief}
	d.ask(c, nil)
	for _, verb := range verbsOf(c.name, d.usage) {
		v := &described{name: verb}
		v.ask(c, []string{verb})
		d.verbs = append(d.verbs, v)
	}
	return d
}

func (d *described) ask(c command, args []string) {
	take := func(usage string, options *pflag.FlagSet) { d.usage, d.options = usage, options }
	c.run(append(args, "--help"), streams{out: io.Discard, err: io.Discard, describe: take})
}

// verbsOf returns the verbs of a command, as its usage has them.
func verbsOf(name, usage string) []string {
	var verbs []string
	for _, m := range regexp.MustCompile(`(?m)^(?:usage:)? +hardbop `+name+` ([a-z]+)\b`).FindAllStringSubmatch(usage, -1) {
		if !slices.Contains(verbs, m[1]) {
			verbs = append(verbs, m[1])
		}
	}
	return verbs
}
