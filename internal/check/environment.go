package check

import (
	"errors"
	"fmt"
	"os"

	"hardbop/internal/cfront"
	"hardbop/internal/cil"
	"hardbop/internal/entries"
	"hardbop/internal/entries/environ"
	"hardbop/internal/entries/find"
	"hardbop/internal/entries/kinds"
)

// NothingRegistered is in the error about files that no kernel calls into.
const NothingRegistered = environ.NothingRegistered

// AutoEntry is the entry that stands for a generated environment.
const AutoEntry = "auto"

// Units reads each C file alone, with all that it defines itself.
func Units(opt Options) ([]find.Unit, error) {
	var units []find.Unit
	for i, f := range opt.sources() {
		prog, err := cfront.Load([]cfront.File{f}, opt.frontConfig(cfront.Config{Own: true}))
		if err != nil {
			return nil, err
		}
		units = append(units, find.Unit{Name: opt.Files[i], Prog: prog})
	}
	return units, nil
}

// frontConfig adds to cfg how the files are to be read.
func (opt Options) frontConfig(cfg cfront.Config) cfront.Config {
	cfg.Trees, cfg.Flags.Read = opt.trees, opt.reader()
	if opt.Inputs != nil || opt.reads != nil {
		cfg.Seen = func(name, path string, text []byte) {
			opt.Inputs.Add(name, path, text)
			opt.reads.see(name, path, text)
		}
	}
	cfg.Model, cfg.UnsignedChar, cfg.ShortEnums, cfg.ShortWchar = opt.Model, opt.UnsignedChar, opt.ShortEnums, opt.ShortWchar
	return cfg
}

// Environment makes the environment of the files.
func Environment(opt Options) (*environ.Environment, error) {
	units, err := Units(opt)
	if err != nil {
		return nil, err
	}
	list := opt.candidates(units)
	e, err := environ.Make(units, list, kinds.Known())
	if err == nil {
		e.Uncalled, e.Whole = uncalledIn(list)
	}
	return e, err
}

// withEnvironment makes or reads the environment if the entry asks for one, and writes it
// to where it is wanted.
func (opt Options) withEnvironment() (Options, error) {
	if opt.Env == "" && opt.Entry != AutoEntry {
		return opt, nil
	}
	var err error
	switch {
	case opt.environment != nil:
	case opt.Env != "":
		opt.environment, err = readEnvironment(opt)
	default:
		opt.environment, err = opt.keptEnvironment()
	}
	if errors.Is(err, environ.ErrMain) {
		opt.Entry = ""
		return opt, nil
	}
	if err != nil {
		return opt, err
	}
	if opt.EnvOut != "" {
		if err := os.WriteFile(opt.EnvOut, []byte(opt.environment.Text), 0o666); err != nil {
			return opt, fmt.Errorf("--env-out: %w", err)
		}
	}
	return opt, nil
}

func readEnvironment(opt Options) (*environ.Environment, error) {
	read := opt.Inputs.Read
	if opt.readFile != nil {
		read = opt.readFile
	}
	text, err := read(opt.Env)
	if err != nil {
		return nil, fmt.Errorf("environment %s: %w", opt.Env, err)
	}
	e, err := environ.Read(opt.Env, string(text), opt.Files)
	if err != nil {
		return nil, fmt.Errorf("environment %s: %w", opt.Env, err)
	}
	return e, nil
}

// environmentFile is what positions in the environment name; "" without one.
func (opt Options) environmentFile() string {
	switch {
	case opt.environment == nil:
		return ""
	case opt.Env != "":
		return opt.Env
	}
	return environ.File
}

// entryPoints returns the functions from which the program must be read.
func (opt Options) entryPoints() []string {
	if opt.environment != nil {
		return opt.environment.Entries()
	}
	return []string{opt.entry()}
}

// files returns the C files with the environment's parts behind them.
func (opt Options) files() []cfront.File {
	files := opt.sources()
	for i := range files {
		if opt.environment != nil {
			files[i].Behind = []byte(opt.environment.Parts[i])
		}
	}
	return files
}

// start makes the harness around the entry.
func (opt Options) start(prog *cil.Program, entry *cil.Func) *entries.Harness {
	if opt.environment != nil {
		environ.Weave(prog)
	}
	return entries.New(prog, entry, entries.Options{InitGlobals: opt.initialised()})
}

// initialised reports whether globals start from their initialisers.
func (opt Options) initialised() bool {
	return opt.InitGlobals || opt.environment != nil || opt.entry() == "main"
}
