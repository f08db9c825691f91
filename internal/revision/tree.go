package revision

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"hardbop/internal/source"
)

// The modes of what a tree of git has, besides files.
const (
	modeLink      = "120000"
	modeSubmodule = "160000"
)

// entry is a file, a symbolic link or a submodule at the revision.
type entry struct{ mode, id string }

// Tree is a repository as it was at a revision.
type Tree struct {
	ctx     context.Context
	rev     string // as the user wrote it
	commit  string
	root    string
	entries map[string]entry // by the name from the root, with slashes
	special map[string]entry // links and submodules among them
	blobs   *blobs
	texts   map[string]answer // what was read, by the absolute name
	ignored map[string]bool   // whether git ignores a file
	err     error
}

// answer is what a reader got.
type answer struct {
	text []byte
	err  error
}

// Open opens the repository that the file called name is in, at the revision rev.
func Open(ctx context.Context, name, rev string) (*Tree, error) {
	dir := filepath.Dir(name)
	root, err := output(ctx, dir, "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	t := &Tree{ctx: ctx, rev: rev, root: strings.TrimSuffix(root, "\n"), entries: map[string]entry{}, special: map[string]entry{},
		texts: map[string]answer{}, ignored: map[string]bool{}}
	commit, err := output(ctx, t.root, "rev-parse", "--verify", "--end-of-options", rev+"^{commit}")
	if err != nil {
		return nil, fmt.Errorf("%q is no revision of the repository %s: %w", rev, t.root, err)
	}
	t.commit = strings.TrimSpace(commit)
	if err := t.list(); err != nil {
		return nil, err
	}
	t.blobs, err = openBlobs(ctx, t.root)
	return t, err
}

// Close ends the processes that were started.
func (t *Tree) Close() { t.blobs.close() }

// Commit is the name of the revision that doesn't change.
func (t *Tree) Commit() string { return t.commit }

// Err says why it can't be told what was before; nil if it can.
func (t *Tree) Err() error { return t.err }

// Ignored lists the files that were read as they are now because git ignores them, sorted, by
// their names from the repository's root.
func (t *Tree) Ignored() []string {
	var list []string
	for name, yes := range t.ignored {
		if yes {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return list
}

// list reads what the revision has: lines "MODE TYPE ID<TAB>NAME" that end in a zero byte.
func (t *Tree) list() error {
	text, err := output(t.ctx, t.root, "ls-tree", "-r", "-z", "--full-tree", t.commit)
	if err != nil {
		return err
	}
	for _, line := range strings.Split(strings.TrimSuffix(text, "\x00"), "\x00") {
		head, name, ok := strings.Cut(line, "\t")
		words := strings.Fields(head)
		if !ok || len(words) != 3 {
			continue
		}
		e := entry{words[0], words[2]}
		t.entries[name] = e
		if e.mode == modeLink || e.mode == modeSubmodule {
			t.special[name] = e
		}
	}
	return nil
}

// Read returns the text of the file called name as it was.
func (t *Tree) Read(name string) ([]byte, error) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	a, known := t.texts[abs]
	if !known {
		a.text, a.err = t.read(abs)
		t.texts[abs] = a
	}
	return a.text, a.err
}

func (t *Tree) read(abs string) ([]byte, error) {
	place, err := t.locate(abs)
	if err != nil {
		if t.err == nil {
			t.err = err
		}
		return nil, err
	}
	rel, inside := t.inside(place)
	if !inside {
		return source.ReadRegular(place)
	}
	if e, ok := t.entries[rel]; ok {
		return t.blobs.read(e.id)
	}
	if _, err := os.Lstat(place); err == nil && t.ignores(rel) {
		return source.ReadRegular(place)
	}
	return nil, fmt.Errorf("%s: no such file at %s: %w", abs, t.rev, fs.ErrNotExist)
}

// inside returns the name from the root of a file in the repository.
func (t *Tree) inside(place string) (string, bool) {
	rel, err := filepath.Rel(t.root, place)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return "", false
	}
	return filepath.ToSlash(rel), true
}

// ignores reports whether git ignores the file, which it didn't have.
func (t *Tree) ignores(rel string) bool {
	yes, known := t.ignored[rel]
	if !known {
		err := git(t.ctx, t.root, "check-ignore", "-q", "--", "./"+rel).Run()
		var exit *exec.ExitError
		if err != nil && !(errors.As(err, &exit) && exit.ExitCode() == 1) && t.err == nil {
			t.err = fmt.Errorf("git check-ignore: %w", err)
		}
		yes = err == nil
		t.ignored[rel] = yes
	}
	return yes
}

// maxLinks bounds the symbolic links on the way to a file.
const maxLinks = 40

// locate follows the symbolic links on the way to a file. Those in the repository must be what they were.
func (t *Tree) locate(abs string) (string, error) {
	at, links := string(filepath.Separator), 0
	todo := parts(abs)
	for len(todo) > 0 {
		next := filepath.Join(at, todo[0]) // of "..", the folder above
		todo = todo[1:]
		target, err := os.Readlink(next)
		isLink := err == nil
		if err := t.same(next, target, isLink); err != nil {
			return "", err
		}
		if !isLink {
			at = next
			continue
		}
		if links++; links > maxLinks {
			return "", fmt.Errorf("%s: too many symbolic links", abs)
		}
		if filepath.IsAbs(target) {
			at = string(filepath.Separator)
		}
		todo = append(parts(target), todo...)
	}
	return at, nil
}

// parts are the names that a path goes through.
func parts(name string) []string {
	return strings.FieldsFunc(name, func(r rune) bool { return r == filepath.Separator })
}

// same complains if place is or was a symbolic link, and isn't what it was, or is a submodule.
func (t *Tree) same(place, target string, isLink bool) error {
	rel, inside := t.inside(place)
	if !inside {
		return nil
	}
	e, special := t.special[rel]
	switch {
	case special && e.mode == modeSubmodule:
		return fmt.Errorf("%s is a submodule, with revisions of its own", rel)
	case !special && !isLink, !special && t.ignores(rel):
		return nil
	case !special || !isLink:
		return fmt.Errorf("the symbolic link %s isn't what it was at %s", rel, t.rev)
	}
	old, err := t.blobs.read(e.id)
	if err == nil && string(old) != target {
		err = fmt.Errorf("the symbolic link %s isn't what it was at %s", rel, t.rev)
	}
	return err
}

// Unknown says why it can't be told what the file called name was: because it is outside of the repository, or git ignores it;
// "" if it can.
func (t *Tree) Unknown(name string) string {
	abs, err := filepath.Abs(name)
	if err != nil {
		return err.Error()
	}
	place, err := t.locate(abs)
	if err != nil {
		return err.Error()
	}
	rel, inside := t.inside(place)
	if _, err := os.Lstat(place); err != nil {
		return "" // it isn't there
	}
	_, had := t.entries[rel]
	switch {
	case !inside:
		return name + " is outside of the repository: what it was can't be told"
	case !had && t.ignores(rel):
		return name + " is ignored by git: what it was can't be told"
	}
	return ""
}

// Builder returns the name of a file that has changed, and that a build may make other files of, or that says how; "" if
// there is none. That is any but C files, headers, rules and pages of documentation.
func (t *Tree) Builder() (string, error) {
	text, err := output(t.ctx, t.root, "diff", "--no-ext-diff", "--no-textconv", "--no-renames", "--name-only", "-z", t.commit, "--")
	if err != nil {
		return "", err
	}
	for _, name := range strings.FieldsFunc(text, func(r rune) bool { return r == 0 }) {
		if !slices.Contains([]string{".c", ".h", ".slic", ".md", ".rst"}, path.Ext(name)) {
			return name, nil
		}
	}
	return "", nil
}

// Differs reports whether the file called name isn't what it was.
func (t *Tree) Differs(name string) bool {
	old, errOld := t.Read(name)
	now, errNow := source.ReadRegular(name)
	return (errOld == nil) != (errNow == nil) || errOld == nil && !bytes.Equal(old, now)
}

// Texts calls f with each file that was read and what it was, in the order of their names.
func (t *Tree) Texts(f func(name string, text []byte)) {
	var names []string
	for name, a := range t.texts {
		if a.err == nil {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		f(name, t.texts[name].text)
	}
}

// Has reports whether the revision has the file called name.
func (t *Tree) Has(name string) bool {
	abs, err := filepath.Abs(name)
	if err != nil {
		return false
	}
	place, err := t.locate(abs)
	if err != nil {
		return false
	}
	rel, inside := t.inside(place)
	_, had := t.entries[rel]
	return inside && had
}

// Former returns the name that the file called name had, in the same folder: git says so of files that
// it was told of. It is "" if there is none.
func (t *Tree) Former(name string) (string, error) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	if abs, err = t.locate(abs); err != nil {
		return "", err
	}
	rel, _ := t.inside(abs)
	text, err := output(t.ctx, t.root, "diff", "--no-ext-diff", "--no-textconv", "--name-status", "-z", "-M", "--diff-filter=R", t.commit, "--")
	if err != nil {
		return "", err
	}
	words := strings.Split(text, "\x00") // status, old name and new name of each
	for i := 0; i+2 < len(words); i += 3 {
		if words[i+2] == rel && path.Dir(words[i+1]) == path.Dir(rel) {
			return filepath.Join(t.root, filepath.FromSlash(words[i+1])), nil
		}
	}
	return "", nil
}
