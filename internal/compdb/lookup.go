package compdb

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"hardbop/internal/source"
)

// fileName is what a compilation database is called.
const fileName = "compile_commands.json"

// MaxDatabase is the size of the largest database that is read, in bytes: one of a whole
// Linux kernel has about 100 MB.
const MaxDatabase = 1 << 30

// Database finds how files are compiled.
type Database struct {
	// dir is the folder of the database, or that of a Kbuild tree; absolute.
	dir string
	// name and text are those of compile_commands.json, or of a .cmd file.
	name, text string
	entries    []entry
	isCmd      bool
}

// Open opens what -p names: a compilation database, a .cmd file of Kbuild, or a folder
// that has a compile_commands.json or was built by Kbuild.
func Open(name string) (*Database, error) {
	dir, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(name)
	if err != nil {
		return nil, fileProblem(name, "no such file or folder")
	}
	if !info.IsDir() {
		return openFile(name, filepath.Dir(dir))
	}
	db := &Database{dir: dir}
	inside := filepath.Join(name, fileName)
	if _, err := os.Stat(inside); err == nil {
		return openFile(inside, dir)
	}
	return db, nil
}

// openFile opens a database or a .cmd file in the folder dir.
func openFile(name, dir string) (*Database, error) {
	data, err := source.ReadRegularUpTo(name, MaxDatabase)
	if err != nil {
		return nil, fileProblem(name, err.Error())
	}
	db := &Database{dir: dir, name: name, text: string(data), isCmd: strings.HasSuffix(name, ".cmd")}
	if !db.isCmd {
		db.entries, err = readEntries(name, db.text)
	}
	return db, err
}

// fileProblem is an error about a file as a whole.
func fileProblem(name, msg string) error {
	return source.ErrorList{{Pos: source.Pos{File: name}, Msg: msg}}
}

// Find returns how a file is compiled, and how many other commands the database has for
// it. The file's name is relative to the current directory or to the database's.
func (db *Database) Find(file string) (u *Unit, others int, err error) {
	c, others, err := db.find(file)
	if err != nil {
		return nil, 0, err
	}
	u, err = c.Unit()
	return u, others, err
}

// Command returns the command that compiles a file, as it stands in the database.
func (db *Database) Command(file string) (*Command, error) {
	c, _, err := db.find(file)
	return c, err
}

func (db *Database) find(file string) (*Command, int, error) {
	if db.isCmd {
		c, err := db.kbuild(db.name, db.text, "")
		return c, 0, orOther(err, c, file)
	}
	for _, path := range db.candidates(file) {
		found := slices.DeleteFunc(slices.Clone(db.entries), func(e entry) bool { return e.path(db.dir) != path })
		if len(found) > 0 {
			c, err := db.commandOf(found[0])
			return c, len(found) - 1, orOther(err, c, file)
		}
	}
	for _, path := range db.candidates(file) {
		name := cmdFileFor(path)
		if _, err := os.Stat(name); err != nil {
			continue
		}
		data, err := source.ReadRegular(name)
		if err != nil {
			return nil, 0, fileProblem(name, err.Error())
		}
		c, err := db.kbuild(name, string(data), db.dir)
		if err == nil {
			err = orOther(orOther(nil, c, file), c, path)
		}
		return c, 0, err
	}
	return nil, 0, db.missing(file)
}

// orOther is err, or an error if c compiles another file than the one that is there by the name file: a folder was copied or moved with
// what a build has left in it. The other one would be read in its place.
func orOther(err error, c *Command, file string) error {
	asked, absent := os.Stat(file)
	if err != nil || absent != nil || !asked.Mode().IsRegular() {
		return err
	}
	name := c.File
	if !filepath.IsAbs(name) {
		name = filepath.Join(c.Dir, name)
	}
	var what string
	switch info, err := os.Stat(name); {
	case err != nil:
		what = fmt.Sprintf("this says how %s is compiled, which isn't there; build %s where it is", name, file)
	case !os.SameFile(info, asked):
		what = fmt.Sprintf("this says how %s is compiled, and %s is another file; build that one too", name, file)
	default:
		return nil
	}
	return source.ErrorList{{Pos: c.Pos, Msg: what}}
}

// kbuild reads the .cmd file called name.
func (db *Database) kbuild(name, text, root string) (*Command, error) {
	k, err := parseKbuild(name, text)
	if err != nil {
		return nil, err
	}
	return k.commandOf(name, text, root)
}

// path is the file that the entry is about.
func (e entry) path(base string) string {
	if filepath.IsAbs(e.file.val) {
		return filepath.Clean(e.file.val)
	}
	return filepath.Join(e.dir(base), e.file.val)
}

// candidates are the files that a name may mean, the likelier first, absolute; then the
// same with symbolic links resolved.
func (db *Database) candidates(file string) []string {
	var list []string
	if abs, err := filepath.Abs(file); err == nil {
		list = append(list, abs)
	}
	if !filepath.IsAbs(file) {
		list = append(list, filepath.Join(db.dir, file))
	}
	for _, f := range slices.Clone(list) {
		if real, err := filepath.EvalSymlinks(f); err == nil && real != f {
			list = append(list, real)
		}
	}
	return list
}

// missing is the error that nothing says how a file is compiled.
func (db *Database) missing(file string) error {
	if what := notCompiled(file); what != "" {
		return fileProblem(file, what)
	}
	if db.name == "" {
		return fileProblem(file, fmt.Sprintf("%s has no %s, and there is no %s beside the file%s", db.dir, fileName, filepath.Base(cmdFileFor(file)), cmp.Or(db.unlessThere(file), ": it is written when the file is compiled (make -C KERNEL M=FOLDER modules)")))
	}
	var names, bases []string
	byBase := map[string]string{}
	for _, e := range db.entries {
		name := e.path(db.dir)
		if rel, err := filepath.Rel(db.dir, name); err == nil && !strings.HasPrefix(rel, "..") {
			name = rel
		}
		if base := filepath.Base(name); byBase[base] == "" {
			byBase[base] = name
			bases = append(bases, base)
		}
		if filepath.Base(name) == filepath.Base(file) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		for _, b := range source.Nearest(filepath.Base(file), bases) {
			names = append(names, byBase[b])
		}
	}
	msg := fmt.Sprintf("%s doesn't say how the file is compiled", db.name)
	if len(names) > 0 {
		msg += "; did you mean " + strings.Join(names[:min(3, len(names))], " or ") + "?"
	} else {
		msg += db.unlessThere(file)
	}
	return fileProblem(file, msg)
}
