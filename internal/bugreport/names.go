package bugreport

import (
	"path/filepath"
	"slices"
	"strings"
)

// Names makes names relative.
type Names struct {
	Dir  string // the current folder, absolute
	Home string // the user's; "" if there is none
}

// Folders of the archive's files/ for what isn't in the current folder.
const (
	homeFolder    = "home"
	outsideFolder = "outside"
)

// Of returns where the file or folder called name is in the archive's files/.
func (n Names) Of(name string) string {
	if name == "" || name == "-" {
		return name
	}
	if !filepath.IsAbs(name) {
		name = filepath.Join(n.Dir, name)
	}
	name = filepath.Clean(name)
	if rel, ok := within(n.Dir, name); ok {
		return rel
	}
	if rel, ok := within(n.Home, name); ok {
		return filepath.ToSlash(filepath.Join(homeFolder, rel))
	}
	return outsideFolder + filepath.ToSlash(name)
}

// within returns name from dir on, if it is there.
func within(dir, name string) (string, bool) {
	if dir == "" || dir == "/" {
		return "", false
	}
	rel, err := filepath.Rel(dir, name)
	if err != nil || rel == ".." || strings.HasPrefix(rel, "../") {
		return "", false
	}
	return filepath.ToSlash(rel), true
}

// Text replaces in a text the names of the files, and then the folders that are left of them.
func (n Names) Text(text string, files []string) string {
	var pairs []string
	files = slices.Clone(files)
	slices.SortFunc(files, func(a, b string) int { return len(b) - len(a) }) // the longer first: it may begin with the other
	for _, f := range files {
		if to := n.Of(f); to != f {
			pairs = append(pairs, f, to)
		}
	}
	pairs = append(pairs, n.Dir+"/", "")
	if n.Home != "" && n.Home != "/" {
		pairs = append(pairs, n.Home+"/", homeFolder+"/")
	}
	return strings.NewReplacer(pairs...).Replace(text)
}
