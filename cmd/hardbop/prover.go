package main

import (
	"sync"

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
