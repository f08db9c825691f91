package main

import (
	"fmt"
	"runtime"

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

// runVersion is the command version.
func runVersion(_ []string, std streams) int {
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
