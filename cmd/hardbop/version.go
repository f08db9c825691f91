package main

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"

	"github.com/spf13/pflag"

	"hardbop/internal/smt/z3"
)

// version is the tool's version.
const version = "0.1.0"

const versionUsage = `usage: hardbop version

Prints the versions of the tool and of its solver. Exit code: 0.

`

// runVersion is the command version.
func runVersion(args []string, std streams) int {
	fs := newFlagSet("version", versionUsage, std)
	switch err := parseArgs(fs, args); {
	case err == pflag.ErrHelp:
		return exitOK
	case err == nil && fs.NArg() > 0:
		err = fmt.Errorf("unexpected argument %q", fs.Arg(0))
		fallthrough
	case err != nil:
		return complainUsage(std, "version", err)
	}
	return output(std, "version", "", writeVersion)
}

// writeVersion writes a line each about the tool, where it comes from, and its solver.
func writeVersion(w io.Writer) error {
	solver := "z3 "
	if lib, err := z3.Open(); err != nil {
		solver = "none: " + err.Error()
	} else {
		solver += lib.Version()
		lib.Close()
	}
	_, err := fmt.Fprintf(w, "hardbop %s (%s, %s/%s)\ncommit: %s\nsolver: %s\n",
		version, runtime.Version(), runtime.GOOS, runtime.GOARCH, commit(), solver)
	return err
}

// builtFrom is the commit that the Makefile tells the linker; nothing changes it.
var builtFrom string

// commit names the commit that the tool was built from: as the Makefile says, or the Go tool.
func commit() string {
	if builtFrom != "" {
		return builtFrom
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	name, changed := "unknown", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			name = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = "-changed"
		}
	}
	return name + changed
}
