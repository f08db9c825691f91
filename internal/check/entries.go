package check

import (
	"fmt"
	"os"

	"hardbop/internal/entries/environ"
	"hardbop/internal/entries/find"
	"hardbop/internal/entries/kinds"
)

// Entries are the entry points of some C files.
type Entries struct {
	Candidates []*find.Candidate
	// Called are those that the environment calls.
	Called   map[*find.Candidate]bool
	Coverage *Coverage // nil unless it was asked for
}

// Coverage counts the functions that the files define themselves, headers aside, and those
// that the environment may reach.
type Coverage struct {
	Functions int      `json:"functions"`
	Reached   int      `json:"reached"`
	Unreached []string `json:"unreached"`
}

// ListEntries finds the entry points of opt.Files. It writes the environment to opt.EnvOut
// if that is set, and with coverage counts what it reaches.
func ListEntries(opt Options, coverage bool) (*Entries, error) {
	if coverage {
		opt.trees = treesFor(nil)
	}
	units, err := Units(opt)
	if err != nil {
		return nil, err
	}
	l := &Entries{Candidates: opt.candidates(units), Called: map[*find.Candidate]bool{}}
	e, err := environ.Make(units, l.Candidates, kinds.Known())
	if err != nil {
		if coverage || opt.EnvOut != "" {
			return nil, err
		}
		return l, nil
	}
	for _, c := range e.Callbacks {
		l.Called[c] = true
	}
	if opt.EnvOut != "" {
		if err := os.WriteFile(opt.EnvOut, []byte(e.Text), 0o666); err != nil {
			return nil, fmt.Errorf("--env-out: %w", err)
		}
	}
	if coverage {
		opt.Entry, opt.EnvOut, opt.environment = AutoEntry, "", e
		l.Coverage, err = opt.coverage(units)
	}
	return l, err
}

// coverage counts what the environment of opt reaches.
func (opt Options) coverage(units []find.Unit) (*Coverage, error) {
	p, _, err := prepareAny(opt)
	if err != nil {
		return nil, err
	}
	reached := map[string]bool{}
	for _, w := range p.written() {
		reached[w.f.Pos.String()] = true
	}
	c := &Coverage{Unreached: []string{}}
	for _, u := range units {
		for _, f := range u.Prog.Funcs {
			switch {
			case !find.Own(f):
				continue
			case reached[f.Pos.String()]:
				c.Reached++
			default:
				c.Unreached = append(c.Unreached, find.SourceName(f))
			}
			c.Functions++
		}
	}
	return c, nil
}

// EntryNames returns the names of the candidates of opt.Files, in order.
func EntryNames(opt Options) ([]string, error) {
	units, err := Units(opt)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, c := range find.Candidates(units) {
		names = append(names, c.Name())
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("--all-entries: these files have no entry points")
	}
	return names, nil
}
