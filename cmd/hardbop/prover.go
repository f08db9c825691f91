package main

import (
	"fmt"
	"runtime"
	"sync"

	"github.com/spf13/pflag"

	"hardbop/internal/smt"
	"hardbop/internal/smt/z3"
)

// openProver opens libz3. It is missing only when a command needs it: the others work
// without.
func openProver(f *smt.Factory) (smt.Backend, error) {
	lib, err := z3.Open()
	if err != nil {
		return nil, err
	}
	return lib.Opener(z3.Options{})(f)
}

// openProverEarly returns an opener of provers that loads libz3 beside what comes first: that takes
// as long as reading a small program.
func openProverEarly() smt.Opener {
	load := sync.OnceValues(func() (*z3.Library, error) {
		lib, err := z3.Open()
		if err == nil {
			lib.Prepare()
		}
		return lib, err
	})
	go load()
	return func(f *smt.Factory) (smt.Backend, error) {
		lib, err := load()
		if err != nil {
			return nil, err
		}
		return lib.Opener(z3.Options{})(f)
	}
}

// solverVersion is that of libz3; "" if there is none.
func solverVersion() string {
	lib, err := z3.Open()
	if err != nil {
		return ""
	}
	defer lib.Close()
	return lib.Version()
}

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
	fmt.Fprintf(std.out, "hardbop %s (%s, %s/%s)\n", version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	lib, err := z3.Open()
	if err != nil {
		fmt.Fprintf(std.out, "solver: none: %v\n", err)
		return exitOK
	}
	defer lib.Close()
	fmt.Fprintf(std.out, "solver: z3 %s\n", lib.Version())
	return exitOK
}
