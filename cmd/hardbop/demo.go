package main

import (
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/pflag"

	"hardbop/examples"
)

const demoUsage = `usage: hardbop demo [DIR]

Writes a small driver with a fault, the same driver mended, and a rule into the new folder
DIR (default hardbop-demo), checks both, and says how to read what is printed.
Exit code: 0, 1 if a verdict isn't the expected one, 3 for wrong input, 4 for an internal
error.

`

// runDemo is the command demo.
func runDemo(args []string, std streams) int {
	fs := newFlagSet("demo", demoUsage, std)
	err := parseArgs(fs, args)
	switch {
	case err == pflag.ErrHelp:
		return exitOK
	case err == nil && fs.NArg() > 1:
		err = fmt.Errorf("expected one folder")
	}
	if err != nil {
		return complainUsage(std, "demo", err)
	}
	dir := "hardbop-demo"
	if fs.NArg() == 1 {
		dir = fs.Arg(0)
	}
	if err := writeDemo(dir, std.out); err != nil {
		return failed(std, "demo", err)
	}
	return showDemo(dir, std)
}

// writeDemo writes the files of the demo into a new folder.
func writeDemo(dir string, w io.Writer) error {
	files, err := examples.Demo()
	if err != nil {
		return err
	}
	if err := os.Mkdir(dir, 0o777); err != nil {
		return fmt.Errorf("%w: name a folder that doesn't exist yet", err)
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if err := os.WriteFile(filepath.Join(dir, name), files[name], 0o666); err != nil {
			return err
		}
		fmt.Fprintf(w, "wrote %s\n", filepath.Join(dir, name))
	}
	return nil
}

// demoStep is one check of the demo.
type demoStep struct {
	file, before, after string
	want                int // exit code
}

func demoSteps() []demoStep {
	return []demoStep{
		{file: "driver_bug.c", want: exitUnsafe, before: `
The rule says that the queue's lock is taken and given back in turn, and is free at the
end. In driver_bug.c the loop of dispatch ends too early when a packet is empty:
`, after: `
UNSAFE is the verdict: some run breaks the rule, at the line below it. "checked" and
"replayed" say why that is believed: the run is possible bit by bit, and a compiled
program has gone the same way. The trace is how it happens, from top to bottom: the
statements that matter, in brackets the side of a branch or a new value; a star marks an
event of the rule and what the rule's state becomes. The state is FREE when the lock is
given back once more. "assuming" lists what the verdict takes for granted
(hardbop explain entry-pointer says what one of these means).
`},
		{file: "driver.c", want: exitOK, before: `
In driver.c each packet counts, so that the loop only ends with the lock held:
`, after: `
SAFE is a proof: no run breaks the rule, however long it is, under the assumptions that
are listed. The lines before it are the rounds of the search: with no predicate an
impossible run was found, with the one that it brought none is left.
`},
	}
}

// showDemo runs the checks and explains them.
func showDemo(dir string, std streams) int {
	for _, s := range demoSteps() {
		args := []string{"check", "--no-config", "--rule", filepath.Join(dir, "lock.slic"), "--entry", "dispatch", filepath.Join(dir, s.file)}
		fmt.Fprintf(std.out, "%s\n$ hardbop check --rule %s --entry dispatch %s\n", s.before, args[3], args[6])
		code := run(args, std)
		switch {
		case code == exitInput || code == exitInternal || code == exitInterrupted:
			fmt.Fprintln(std.err, `hardbop demo: the check didn't work; "hardbop doctor" says what is missing`)
			return code
		case code != s.want:
			fmt.Fprintf(std.err, "hardbop demo: exit code %d, expected %d\n", code, s.want)
			return exitUnsafe
		}
		fmt.Fprintf(std.out, "(exit code %d)\n%s", code, s.after)
	}
	fmt.Fprintf(std.out, `
Go on with
  hardbop check --rule %s --entry dispatch %s --html trace.html    the trace beside the source, in a browser
  hardbop rules list        the rules that come with the tool
  hardbop check --help      all options
`, filepath.Join(dir, "lock.slic"), filepath.Join(dir, "driver_bug.c"))
	return exitOK
}
