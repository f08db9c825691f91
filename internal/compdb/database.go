package compdb

import (
	"path/filepath"
	"strings"
)

// entry is one object of a compilation database.
type entry struct {
	at                       int // offset of the object
	directory, file, command jsonString
	arguments                []jsonString
	hasArgs                  bool
}

// readEntries reads the text of a compilation database.
func readEntries(name, text string) ([]entry, error) {
	r := &jsonReader{name: name, text: text}
	var list []entry
	err := r.items('[', ']', func() error {
		e, err := r.entry()
		list = append(list, e)
		return err
	})
	if err == nil && r.peek() != 0 {
		err = r.errorAt(r.at, "expected the end of the file")
	}
	if err != nil {
		return nil, err
	}
	return list, nil
}

// entry reads one object of the database.
func (r *jsonReader) entry() (entry, error) {
	r.peek()
	e := entry{at: r.at}
	err := r.members(func(key jsonString) error {
		var err error
		switch key.val {
		case "directory":
			e.directory, err = r.str("the directory as a string")
		case "file":
			e.file, err = r.str("the file's name as a string")
		case "command":
			e.command, err = r.str("the command as a string")
		case "arguments":
			e.arguments, err = r.strings()
			e.hasArgs = true
		default:
			err = r.skip(0)
		}
		return err
	})
	switch {
	case err != nil:
	case e.file.val == "":
		err = r.errorAt(e.at, "the entry has no file")
	case !e.hasArgs && e.command.val == "":
		err = r.errorAt(e.at, "the entry has neither command nor arguments")
	case e.hasArgs && len(e.arguments) == 0:
		err = r.errorAt(e.at, "the entry's arguments are empty: expected a compiler")
	}
	if isCL(e.tool()) {
		e.file.val, e.directory.val = slashes(e.file.val), slashes(e.directory.val)
	}
	return e, err
}

// tool is the name of the entry's compiler, as far as that is known without splitting
// the command as a shell does.
func (e entry) tool() string {
	if len(e.arguments) > 0 {
		return e.arguments[0].val
	}
	if words := windowsWords(e.command.val); len(words) > 0 {
		return words[0].text
	}
	return ""
}

// strings reads an array of strings.
func (r *jsonReader) strings() ([]jsonString, error) {
	var list []jsonString
	err := r.items('[', ']', func() error {
		s, err := r.str("an argument as a string")
		list = append(list, s)
		return err
	})
	return list, err
}

// commandOf turns an entry into a command; base is the directory of the database.
func (db *Database) commandOf(e entry) (*Command, error) {
	r := &jsonReader{name: db.name, text: db.text}
	c := &Command{Pos: posAt(db.name, db.text, e.at), Dir: e.dir(db.dir), File: e.file.val}
	if e.hasArgs {
		for _, a := range e.arguments {
			c.Args = append(c.Args, a.val)
		}
		return c, nil
	}
	words, err := splitCommand(e.command.val)
	if err != nil {
		return nil, r.errorAt(e.command.at, "the command has %v", err)
	}
	c.Args = compilation(words, e.file.val)
	if len(c.Args) == 0 {
		return nil, r.errorAt(e.command.at, "the command is empty: expected a compiler and its arguments")
	}
	return c, nil
}

// dir is the directory of an entry: a relative one starts at the database's.
func (e entry) dir(base string) string {
	if filepath.IsAbs(e.directory.val) {
		return filepath.Clean(e.directory.val)
	}
	return filepath.Join(base, e.directory.val)
}

// splitCommand splits a command into words: as Windows does if the compiler is one of
// Windows, else as a shell does.
func splitCommand(s string) ([]word, error) {
	if words := windowsWords(s); len(words) > 0 && isWindowsTool(words[0].text) {
		return words, nil
	}
	return shellWords(s)
}

// isWindowsTool reports whether the name of a compiler is one of Windows: cl, clang-cl or
// a name that ends in .exe.
func isWindowsTool(name string) bool {
	return isCL(name) || strings.HasSuffix(strings.ToLower(name), ".exe")
}

// compilation returns the arguments of that command in a sequence of commands that
// compiles file: the first that names it, else the first.
func compilation(words []word, file string) []string {
	var all [][]string
	var now []string
	for _, w := range append(words, word{op: true}) {
		if !w.op {
			now = append(now, w.text)
		} else if len(now) > 0 {
			all = append(all, now)
			now = nil
		}
	}
	for _, args := range all {
		for _, a := range args[1:] {
			if a == file || filepath.Base(a) == filepath.Base(file) {
				return args
			}
		}
	}
	if len(all) == 0 {
		return nil
	}
	return all[0]
}
