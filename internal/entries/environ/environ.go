package environ

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/entries/find"
	"hardbop/internal/entries/kinds"
)

// NothingRegistered is how the error about files begins that no kernel calls into.
const NothingRegistered = "nothing in these files is registered with a kernel"

// Environment is an environment of some C files.
type Environment struct {
	// Text is the whole, to be read and changed by people.
	Text string
	// Parts are what goes behind each of the files, with lines that say where it is from.
	Parts []string
	// Callbacks are the functions that are called, in order; nil for one that was read.
	Callbacks []*find.Candidate
	// Uncalled are functions that aren't called since no file of a module mentions them, and Whole the module whose files these are,
	// with what says so; of one that was read, none.
	Uncalled []string
	Whole    string
	// Kept are functions that aren't called though others have their addresses, as data; of an environment that was read, none.
	Kept []string
}

// outsiders matches what the text says of a function that is called as files that aren't known might call it.
var outsiders = regexp.MustCompile(`/\* (\w+) is exported, `)

// Outsiders are the functions that are called not since a kernel would call them, but since other files can.
func (e *Environment) Outsiders() []string {
	var names []string
	for _, m := range outsiders.FindAllStringSubmatch(e.Text, -1) {
		names = append(names, m[1])
	}
	return names
}

// ErrMain says that the files are a program with a main function, not a driver.
var ErrMain = errors.New("the program starts in main")

// partMark begins the line before the part of a file.
const partMark = "/* environment of "

// File is the name that positions in a written environment have.
const File = "environment"

// Make writes the environment of the units. It is an error if there is nothing to call.
func Make(units []find.Unit, cands []*find.Candidate, k *kinds.Kinds) (*Environment, error) {
	p := makePlan(units, cands, k)
	callbacks := p.callbacks()
	if p.main != nil && len(p.starts()) == 0 {
		return nil, ErrMain
	}
	if len(callbacks) == 0 {
		return nil, fmt.Errorf("--entry auto: %s, and there is no module_init or DriverEntry", NothingRegistered)
	}
	var b strings.Builder
	var names []string
	for i, u := range units {
		names = append(names, u.Name)
		if part := p.part(i); part != "" {
			fmt.Fprintf(&b, "%s%s */\n%s", partMark, u.Name, part)
		}
	}
	e, err := Read(File, b.String(), names)
	if err != nil {
		panic(err)
	}
	e.Callbacks, e.Kept = callbacks, p.kept(cands)
	return e, nil
}

// Read reads the text of an environment of the files called names, from the file called
// name. What stands before the first mark goes behind the first file.
func Read(name, text string, names []string) (*Environment, error) {
	e := &Environment{Text: text, Parts: make([]string, len(names))}
	at, n := 0, 0
	for line := range strings.Lines(text) {
		n++
		rest, mark := strings.CutPrefix(line, partMark)
		if mark {
			of, _, _ := strings.Cut(rest, " */")
			if at = slices.Index(names, of); at < 0 {
				return nil, fmt.Errorf("%s:%d: this part is for %s, which is not among the files", name, n, of)
			}
		}
		if mark || n == 1 {
			e.Parts[at] += fmt.Sprintf("#line %d %q\n", n, name)
		}
		e.Parts[at] += line
	}
	return e, nil
}

// IsMark reports whether the function called name, which has no body, is one that the
// environment calls to tell rules something: a context, or what the I/O manager does.
func IsMark(name string) bool { return strings.HasPrefix(name, "hardbop_") }

// State returns the variables in which an environment remembers what it has called and
// what was registered. Nobody else knows them.
func State(prog *cil.Program) []*cil.Var {
	var list []*cil.Var
	for _, v := range prog.Globals {
		if strings.HasPrefix(v.Name, "hardbop_") && v.Kind == cil.Global && cil.IsScalar(v.Type) && !v.AddrTaken && (!v.Extern || cil.IsPointer(v.Type)) {
			list = append(list, v)
		}
	}
	return list
}

// hookName matches the definition of a hook.
var hookName = regexp.MustCompile(`\b((?:` + strings.Join(hookPrefixes(), "|") + `)\w+)\s*\(`)

// Entries returns the functions of the environment that must be read: where it starts, and
// its hooks.
func (e *Environment) Entries() []string {
	names := []string{Start}
	for _, p := range e.Parts {
		for _, m := range hookName.FindAllStringSubmatch(p, -1) {
			if !slices.Contains(names, m[1]) {
				names = append(names, m[1])
			}
		}
	}
	return names
}
