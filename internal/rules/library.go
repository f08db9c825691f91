package rules

import (
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"hardbop/internal/source"
	"hardbop/slic"
)

// extension is that of rule files.
const extension = ".slic"

//go:embed library
var embedded embed.FS

// Library is a set of rules with different names, in order of their names.
type Library struct {
	Rules []*Rule
}

// Load returns the rules that come with the tool and those in the folders. A file
// NAME.slic in a folder DIR is the rule DIR/NAME (of DIR only its last part), and a file
// DIR/FAMILY/NAME.slic the rule FAMILY/NAME. A user's rule takes the place of one that
// has the same name. The error is a source.ErrorList, or says what can't be read.
func Load(dirs ...string) (*Library, error) {
	lib := &Library{}
	sub, err := fs.Sub(embedded, "library")
	if err != nil {
		panic(err)
	}
	if err := lib.add(folder{fsys: sub}, nil); err != nil {
		return nil, err
	}
	for _, dir := range dirs {
		if err := lib.addDir(dir); err != nil {
			return nil, err
		}
	}
	lib.sort()
	return lib, nil
}

// For returns a library in which words are found, or not, as in that of Load: where all of them name rules that come with
// the tool, or files, the others aren't read.
func For(words []string, dirs ...string) (*Library, error) {
	wanted := map[string]bool{}
	for _, w := range words {
		_, err := fs.Stat(embedded, "library/"+w+extension)
		if wanted[w] = true; err != nil && !IsFile(w) || len(dirs) > 0 {
			return Load(dirs...)
		}
	}
	sub, err := fs.Sub(embedded, "library")
	if err != nil {
		panic(err)
	}
	lib := &Library{}
	err = lib.add(folder{fsys: sub}, wanted)
	return lib, err
}

// addDir reads the rules of a user's folder.
func (l *Library) addDir(dir string) error {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	if _, err := os.ReadDir(dir); err != nil {
		return fmt.Errorf("folder of rules: %w", err)
	}
	before := len(l.Rules)
	if err := l.add(folder{os.DirFS(dir), dir, filepath.Base(abs)}, nil); err != nil {
		return err
	}
	if len(l.Rules) == before {
		return fmt.Errorf("folder of rules %s: there is no file NAME.slic or FAMILY/NAME.slic", dir)
	}
	return nil
}

// folder has rules.
type folder struct {
	fsys   fs.FS
	dir    string // its name; "" is the library's
	family string // of the rules at its top
}

// read returns the content of a file of the folder, and its name in messages.
func (f folder) read(file string) (shown, text string, err error) {
	if f.dir == "" {
		b, err := fs.ReadFile(f.fsys, file)
		return file, string(b), err
	}
	shown = filepath.Join(f.dir, file)
	b, err := source.ReadText(shown)
	return shown, string(b), err
}

// add reads the rules of a folder: those that are wanted, or all with nil.
func (l *Library) add(f folder, wanted map[string]bool) error {
	for _, pattern := range []string{"*" + extension, "*/*" + extension} {
		files, err := fs.Glob(f.fsys, pattern)
		if err != nil {
			panic(err)
		}
		for _, file := range files {
			name := strings.TrimSuffix(file, extension)
			if !strings.Contains(name, "/") {
				name = f.family + "/" + name
			}
			if wanted != nil && !wanted[name] {
				continue
			}
			shown, text, err := f.read(file)
			if err != nil {
				return err
			}
			r, err := parseRule(name, shown, text)
			if err != nil {
				return err
			}
			r.Spec.Library = true
			l.Rules = append(l.Rules, r)
		}
	}
	return nil
}

// sort puts the rules in order and keeps the last one of each name.
func (l *Library) sort() {
	slices.Reverse(l.Rules)
	slices.SortStableFunc(l.Rules, func(a, b *Rule) int { return strings.Compare(a.Name, b.Name) })
	l.Rules = slices.CompactFunc(l.Rules, func(a, b *Rule) bool { return a.Name == b.Name })
}

// Names returns the names of all rules.
func (l *Library) Names() []string {
	var names []string
	for _, r := range l.Rules {
		names = append(names, r.Name)
	}
	return names
}

// Families returns the families that there are, in order.
func (l *Library) Families() []string {
	var names []string
	for _, r := range l.Rules {
		names = append(names, r.Family())
	}
	return slices.Compact(names)
}

// IsFile reports whether a word of the command line names a rule file, and not a rule of
// the library: it ends in .slic, or begins like a path.
func IsFile(word string) bool {
	return strings.HasSuffix(word, extension) || filepath.IsAbs(word) || strings.HasPrefix(word, "./") || strings.HasPrefix(word, "../")
}

// FileRuleName returns the name of the rule in a file.
func FileRuleName(file string) string { return slic.RuleName(file) }

// Select returns the rules that word means: the one of that name, or all of a family, or
// those whose name matches a pattern such as linux/* or linux/usb*. There is at least one,
// or an error that proposes what may be meant.
func (l *Library) Select(word string) ([]*Rule, error) {
	var found []*Rule
	for _, r := range l.Rules {
		if matched, err := path.Match(word, r.Name); err != nil {
			return nil, fmt.Errorf("rule %q: expected a file NAME.slic, a name such as linux/mutex, or a family such as linux or linux/*", word)
		} else if matched || word == r.Family() {
			found = append(found, r)
		}
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("unknown rule %q%s", word, l.proposal(word))
	}
	return found, nil
}

// Named returns the rules of that name, with or without their family.
func (l *Library) Named(name string) []*Rule {
	return slices.DeleteFunc(slices.Clone(l.Rules), func(r *Rule) bool { return r.Name != name && r.Base() != name })
}

// proposal says what an unknown name may mean.
func (l *Library) proposal(word string) string {
	if info, err := os.Stat(word); err == nil && info.IsDir() {
		return fmt.Sprintf("; %s is a folder: --rules-dir %[1]s adds its rules to the library", word)
	}
	if info, err := os.Stat(word + extension); err == nil && info.Mode().IsRegular() {
		return "; did you mean " + word + extension + "?"
	}
	if near := source.DidYouMean(word, append(l.Names(), l.Families()...)); near != "" {
		return near
	}
	var same []string
	for _, r := range l.Rules {
		if len(source.Nearest(path.Base(word), []string{r.Base()})) > 0 || r.Base() == path.Base(word) {
			same = append(same, r.Name)
		}
	}
	if len(same) > 0 && len(same) <= 3 {
		return "; did you mean " + strings.Join(same, " or ") + "?"
	}
	return fmt.Sprintf(`; a rule file ends in %s, and "hardbop rules list" lists the rules of the library`, extension)
}

// Find reads the rule file, or finds the rules of the library, that a word of the command
// line means. A rule of a file has the file's
// name, without folder and extension.
func (l *Library) Find(word string) ([]*Rule, error) {
	if !IsFile(word) {
		return l.Select(word)
	}
	text, err := source.ReadText(word)
	if err != nil {
		return nil, fmt.Errorf("rule %s: %w", word, err)
	}
	r, err := parseRule(FileRuleName(word), word, string(text))
	if err != nil {
		return nil, err
	}
	return []*Rule{r}, nil
}
