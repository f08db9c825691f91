package suite

import (
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"hardbop/internal/source"
)

// loadList reads a list of drivers: a line each, with the file's name in the folder
// database and the rules to check it with; RULE=VERDICT says which verdict is expected.
// Each is checked in the environment that calls what it registers.
func loadList(name, database string) ([]*Task, error) {
	if database == "" {
		return nil, fmt.Errorf("%s: a list of drivers needs -p DIR: the tree that they are in, with its compilation database", name)
	}
	b, err := source.ReadText(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	r := &listReader{name: name, text: string(b), database: database}
	for i, line := range strings.Split(r.text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		if words := strings.Fields(line); len(words) > 0 {
			r.line(i+1, words)
		}
	}
	return r.tasks, r.errs.Err()
}

// listReader reads the lines of a list.
type listReader struct {
	name, text, database string
	tasks                []*Task
	errs                 source.ErrorList
}

// line adds the tasks of one line.
func (r *listReader) line(n int, words []string) {
	pos := source.Pos{File: r.name, Line: n, Col: 1}
	if len(words) == 1 {
		r.errs.Add(pos, r.text, "%s has no rules: expected names such as linux/mutex behind it", words[0])
	}
	file := filepath.Join(r.database, words[0])
	for _, word := range words[1:] {
		rule, verdict, rated := strings.Cut(word, "=")
		if rated && verdictOf(verdict) == "" {
			r.errs.Add(pos, r.text, "unknown verdict %q: expected SAFE, UNSAFE, UNKNOWN or NOT-APPLICABLE", verdict)
		}
		r.tasks = append(r.tasks, &Task{
			Suite: baseName(r.name), Name: strings.TrimSuffix(words[0], ".c"), Property: path.Base(rule), Expected: verdictOf(verdict),
			Args:  []string{"check", "-p", r.database, "--rule", rule, "--entry", "auto", file},
			Files: []string{file},
		})
	}
}
