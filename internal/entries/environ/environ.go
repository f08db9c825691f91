package environ

import (
	"fmt"
	"regexp"
	"strings"

	"hardbop/internal/entries/find"
	"hardbop/internal/entries/kinds"
)

// Environment is an environment of some C files.
type Environment struct {
	// Parts are what goes behind each of the files.
	Parts []string
	// Callbacks are the functions that are called, in order; nil for one that was read.
	Callbacks []*find.Candidate
}

// partMark begins the line before the part of a file.
const partMark = "/* environment of "

// Make writes the environment of the units. It is an error if there is nothing to call.
func Make(units []find.Unit, cands []*find.Candidate, k *kinds.Kinds) (*Environment, error) {
	p := makePlan(units, cands, k)
	e := &Environment{Callbacks: p.callbacks()}
	if len(e.Callbacks) == 0 {
		return nil, fmt.Errorf("--entry auto: nothing in these files is registered with a kernel, and there is no module_init or DriverEntry")
	}
	for i := range units {
		e.Parts = append(e.Parts, p.part(i))
	}
	return e, nil
}

// Text returns the environment as one text, which Read reads again. names are the names of
// the files.
func (e *Environment) Text(names []string) string {
	var b strings.Builder
	for i, part := range e.Parts {
		if part != "" {
			fmt.Fprintf(&b, "%s%s */\n%s", partMark, names[i], part)
		}
	}
	return b.String()
}

// Read reads the text of an environment of the files. What stands before the first mark
// goes behind the first file.
func Read(text string, names []string) (*Environment, error) {
	e := &Environment{Parts: make([]string, len(names))}
	at := 0
	for line := range strings.Lines(text) {
		if rest, ok := strings.CutPrefix(line, partMark); ok {
			name, _, _ := strings.Cut(rest, " */")
			if at = index(names, name); at < 0 {
				return nil, fmt.Errorf("the environment has a part for %s, which is not among the files", name)
			}
			continue
		}
		e.Parts[at] += line
	}
	return e, nil
}

func index(names []string, name string) int {
	for i, n := range names {
		if n == name {
			return i
		}
	}
	return -1
}

// hookName matches the definition of a hook.
var hookName = regexp.MustCompile(`\b(` + HookPrefix + `\w+)\s*\(`)

// Entries returns the functions of the environment that must be read: where it starts, and
// its hooks.
func (e *Environment) Entries() []string {
	names := []string{Start}
	seen := map[string]bool{}
	for _, p := range e.Parts {
		for _, m := range hookName.FindAllStringSubmatch(p, -1) {
			if !seen[m[1]] {
				seen[m[1]] = true
				names = append(names, m[1])
			}
		}
	}
	return names
}
