package check

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"hardbop/internal/entries/find"
	"hardbop/internal/source"
)

// This file finds out that the C files are all of a loadable module, by the Makefile beside them. Functions of a module that
// EXPORT_SYMBOL doesn't name are called by nobody outside of it, so that those that no file of the module mentions aren't called
// at all. What isn't understood of a Makefile, or of the files, counts as a caller.

// candidates finds the entry points of the units. Of those of a whole module it says so of what nobody calls.
func (opt Options) candidates(units []find.Unit) []*find.Candidate {
	list := find.Candidates(units)
	if !find.IsModule(units) || !slices.ContainsFunc(list, (*find.Candidate).Unnamed) {
		return list
	}
	module, makefile := opt.wholeModule()
	if module == "" {
		return list
	}
	texts, literals, ok := opt.plainTexts()
	for _, c := range list {
		if ok && c.Unnamed() && onlyDefined(texts, literals, c.Name()) {
			c.Uncall("nobody in the module " + module + " calls it (" + makefile + ")")
		}
	}
	return list
}

// uncalledIn lists the functions that nobody calls in a whole module, with the module's name and Makefile as a report has them.
func uncalledIn(list []*find.Candidate) (names []string, where string) {
	for _, c := range list {
		if u := c.Uses[0]; u.How == find.Uncalled && u.Text != "" {
			names = append(names, c.Name())
			_, where, _ = strings.Cut(u.Text, "nobody in the module ")
		}
	}
	where, by, _ := strings.Cut(where, " calls it ")
	return names, where + " " + by
}

// wholeModule returns the module that is made of the C files and of nothing else, and the name of the Makefile that says so; "" if there is none.
func (opt Options) wholeModule() (module, makefile string) {
	var files, dirs []string
	for i := range opt.Files {
		abs, err := filepath.Abs(opt.pathOf(i))
		if err != nil || !strings.HasSuffix(abs, ".c") {
			return "", ""
		}
		files = append(files, abs)
		if dir := filepath.Dir(abs); !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
	}
	slices.Sort(files)
	for _, dir := range dirs {
		name, text := opt.makefileIn(dir)
		for _, m := range modules(text) {
			var of []string
			for _, o := range m.objects {
				of = append(of, filepath.Join(dir, strings.TrimSuffix(o, ".o")+".c"))
			}
			slices.Sort(of)
			if slices.Equal(slices.Compact(of), files) {
				opt.Inputs.Add(name, name, []byte(text))
				opt.reads.see(name, name, []byte(text))
				return m.name, filepath.Base(name)
			}
		}
	}
	return "", ""
}

// makefileIn returns what Kbuild reads in a folder.
func (opt Options) makefileIn(dir string) (name, text string) {
	read := opt.reader()
	if read == nil {
		read = source.ReadText
	}
	for _, base := range []string{"Kbuild", "Makefile"} {
		name := filepath.Join(dir, base)
		if text, err := read(name); err == nil {
			return name, string(text)
		}
	}
	return "", ""
}

// plainTexts are the texts of the C files as they are written, without comments, and the literals of the headers beside them; false
// if one can't be read.
func (opt Options) plainTexts() (texts, literals []string, ok bool) {
	read := opt.reader()
	if read == nil {
		read = source.ReadText
	}
	seen := map[string]bool{}
	for i, name := range opt.Files {
		text, given := opt.texts[name]
		if !given {
			var err error
			if text, err = read(opt.pathOf(i)); err != nil {
				return nil, nil, false
			}
		}
		texts = append(texts, commented.ReplaceAllStringFunc(string(text), func(s string) string {
			if s[0] == '/' {
				return " "
			}
			return s
		}))
		if dir := filepath.Dir(opt.pathOf(i)); !seen[dir] {
			seen[dir] = true
			headers, _ := source.Glob(dir, "*.h")
			for _, h := range headers {
				if text, err := read(h); err == nil {
					literals = append(literals, commented.FindAllString(string(text), -1)...)
				}
			}
		}
	}
	return texts, literals, true
}

// commented matches comments, and the literals that may have what looks like one.
var commented = regexp.MustCompile(`(?s)/\*.*?\*/|//(?:\\.|[^\n\\])*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'`)

// onlyDefined reports whether the texts have a name in one place, which looks like that of its definition. Literals count too: assembly
// speaks of functions there.
func onlyDefined(texts, literals []string, name string) bool {
	word, n := regexp.MustCompile(`\b`+regexp.QuoteMeta(name)+`\b`), 0
	for _, l := range literals {
		if l[0] == '"' && word.MatchString(l) {
			return false
		}
	}
	for _, text := range texts {
		for _, at := range word.FindAllStringIndex(text, -1) {
			before, behind := strings.TrimRight(text[:at[0]], spaces), strings.TrimLeft(text[at[1]:], spaces)
			if n++; before == "" || !isWord(before[len(before)-1]) && before[len(before)-1] != '*' || !strings.HasPrefix(behind, "(") {
				return false
			}
		}
	}
	return n == 1
}

// module is a loadable one with what it is linked from.
type module struct {
	name    string
	objects []string
}

// modules lists the modules that a Makefile of Kbuild makes, each with all objects that it may be linked from, in the order of their names. It lists
// none if the Makefile has something that may add to them in another way. What shares an object with something else is left out.
func modules(makefile string) []module {
	k := &kbuild{of: map[string][]string{}, uses: map[string]int{}}
	for _, line := range strings.Split(strings.ReplaceAll(makefile, "\\\n", " "), "\n") {
		if k.inRule && strings.HasPrefix(line, "\t") {
			continue // a recipe
		}
		line, _, _ = strings.Cut(line, "#")
		line = strings.TrimSpace(line)
		if !k.line(line) {
			return nil
		}
		if line != "" && !conditional.MatchString(line) {
			k.inRule = strings.Contains(line, ":") && !strings.Contains(line, "=")
		}
	}
	return k.list()
}

// kbuild is what was read of a Makefile.
type kbuild struct {
	names []string            // objects that modules are made of
	of    map[string][]string // what they are linked from
	uses  map[string]int      // how many things an object is a part of
	// inRule says that a line which begins with a tab would be of a recipe: elsewhere it is one like others.
	inRule bool
}

// line reads a line that is no recipe. It reports false if that may add to a module in a way that isn't followed.
func (k *kbuild) line(line string) bool {
	m := assigned.FindStringSubmatch(line)
	if m == nil {
		return !opening.MatchString(line) && !strings.Contains(line, ".o")
	}
	to, objects := composing.FindStringSubmatch(m[1]), strings.Fields(m[2])
	unclear := slices.ContainsFunc(objects, func(o string) bool { return strings.ContainsAny(o, "$%*") })
	switch {
	case evaluating.MatchString(line):
		return false
	case to == nil:
		return !strings.ContainsAny(m[1], "$%") && !linking.MatchString(m[1])
	case linking.MatchString(to[1]):
		return false
	case to[1] != "obj":
		k.of[to[1]] = append(k.of[to[1]], objects...) // also what isn't clear: it is no file
	case unclear:
		return false
	case to[2] == "y":
		for _, o := range objects {
			k.uses[o] += 2
		}
	default:
		k.names = append(k.names, objects...)
	}
	return true
}

// list lists the modules that are known.
func (k *kbuild) list() []module {
	var list []module
	slices.Sort(k.names)
	for _, o := range slices.Compact(k.names) {
		name, isObject := strings.CutSuffix(o, ".o")
		if !isObject {
			continue // a folder
		}
		m := module{name, slices.Clone(k.of[name])}
		if len(m.objects) == 0 {
			m.objects = []string{o}
		}
		slices.Sort(m.objects)
		m.objects = slices.Compact(m.objects)
		for _, p := range m.objects {
			k.uses[p]++
		}
		list = append(list, m)
	}
	return slices.DeleteFunc(list, func(m module) bool {
		return slices.ContainsFunc(m.objects, func(o string) bool { return k.uses[o] > 1 || !strings.HasSuffix(o, ".o") })
	})
}

var (
	// assigned matches an assignment: what gets a value, and that.
	assigned = regexp.MustCompile(`^(?:(?:export|override)\s+)*([^\s:=+?!]+)\s*(?:[+?!]|:{1,3})?=(.*)$`)
	// composing matches the variables that say what Kbuild makes of what.
	composing = regexp.MustCompile(`^([\w.-]+)-(y|m|objs|\$\([A-Z0-9_]+\))$`)
	// linking matches those by which other things are linked or made.
	linking = regexp.MustCompile(`(?i)ldflags|^lib$|^targets$|^always|^extra$`)
	// opening matches what lets a Makefile say more elsewhere.
	opening = regexp.MustCompile(`^-?s?include\b|^-?load\b|^define\b|^\$|\$[({](eval|call|foreach)\b`)
	// evaluating matches assignments that may do so.
	evaluating = regexp.MustCompile(`^\.RECIPEPREFIX|\$[({]eval\b`)
	// conditional matches what leaves a line with a tab behind it what it was.
	conditional = regexp.MustCompile(`^(ifn?eq|ifn?def|else|endif)\b`)
)
