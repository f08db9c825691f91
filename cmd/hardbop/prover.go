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

// earlyProver is libz3, loaded beside what comes first: that takes as long as reading a small program.
type earlyProver struct{ load func() (*z3.Library, error) }

// loadProver begins to load it, and to make what the first question needs if one is likely to come.
func loadProver(likely bool) earlyProver {
	p := earlyProver{sync.OnceValues(func() (*z3.Library, error) {
		lib, err := z3.Open()
		if err == nil && likely {
			lib.Prepare()
		}
		return lib, err
	})}
	go p.load()
	return p
}

// open returns a prover over f, as [openProver] does.
func (p earlyProver) open(f *smt.Factory) (smt.Backend, error) {
	lib, err := p.load()
	if err != nil {
		return nil, err
	}
	return lib.Opener(z3.Options{})(f)
}

// version names the solver and its version; "" if there is none.
func (p earlyProver) version() string {
	lib, err := p.load()
	if err != nil {
		return ""
	}
	return "z3 " + lib.Version()
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
