package plant

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"hardbop/internal/compdb"
	"hardbop/internal/source"
)

// ListName is the name of the list of drivers that [Write] leaves.
const ListName = "faults.txt"

// entry is how a copy is compiled.
type entry struct {
	Directory string   `json:"directory"`
	File      string   `json:"file"`
	Arguments []string `json:"arguments"`
}

// Write makes the copies in the folder dir, with a compilation database made from that of
// the tree, and a list of drivers that expects each to be UNSAFE. It returns a line about
// each fault.
func Write(faults []*Fault, tree, dir string) ([]string, error) {
	db, err := compdb.Open(tree)
	if err != nil {
		return nil, err
	}
	dir, err = filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	w := &writer{db: db, tree: tree, dir: dir}
	for _, f := range faults {
		if err := w.fault(f); err != nil {
			return nil, err
		}
	}
	text, err := json.MarshalIndent(w.entries, "", "\t")
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "compile_commands.json"), text, 0o666)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, ListName), []byte(strings.Join(w.list, "")), 0o666)
	}
	return w.lines, err
}

// writer collects what is written for all faults.
type writer struct {
	db        *compdb.Database
	tree, dir string
	entries   []entry
	list      []string // of drivers
	lines     []string // about the faults
}

// fault makes one copy.
func (w *writer) fault(f *Fault) error {
	original := filepath.Join(w.tree, f.File)
	text, err := source.ReadRegular(original)
	if err != nil {
		return source.ErrorList{{Pos: f.pos, Msg: err.Error()}}
	}
	changed, line, err := f.Changed(string(text))
	if err != nil {
		return source.ErrorList{{Pos: f.pos, Msg: err.Error()}}
	}
	c, err := w.db.Command(original)
	if err != nil {
		return err
	}
	copied := filepath.Join(w.dir, f.File)
	if slices.ContainsFunc(w.entries, func(e entry) bool { return e.File == copied }) {
		return source.ErrorList{{Pos: f.pos, Msg: f.File + " has a fault already: one is planted in each file"}}
	}
	if err := os.MkdirAll(filepath.Dir(copied), 0o777); err != nil {
		return err
	}
	if err := os.WriteFile(copied, []byte(changed), 0o666); err != nil {
		return err
	}
	w.entries = append(w.entries, entryFor(c, copied))
	w.list = append(w.list, f.File+" "+f.Rule+"=UNSAFE\n")
	w.lines = append(w.lines, fmt.Sprintf("%s:%d: %s without a call of %s", f.File, line, f.Rule, f.Function))
	if f.Twice {
		w.lines[len(w.lines)-1] = fmt.Sprintf("%s:%d: %s with a second call of %s", f.File, line, f.Rule, f.Function)
	}
	return nil
}

// entryFor returns how a copy is compiled if its original is compiled by the command: the
// headers beside the original are found too.
func entryFor(c *compdb.Command, copied string) entry {
	original := c.File
	if !filepath.IsAbs(original) {
		original = filepath.Join(c.Dir, original)
	}
	args := slices.Clone(c.Args)
	args = slices.DeleteFunc(args, func(a string) bool { return a == c.File })
	return entry{c.Dir, copied, append(args, "-iquote", filepath.Dir(original), copied)}
}
