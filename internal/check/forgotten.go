package check

import (
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/source"
)

// This file finds out that a C file was forgotten: a function of the project is called, and a file beside those that are
// named defines it. It is a hint for people: files beside are searched as texts, and no verdict depends on it.

// maxBeside bounds the files of a folder that are searched.
const maxBeside = 200

// forgotten hints at files that define what the program calls and doesn't have.
func (opt Options) forgotten(prog *cil.Program) {
	if opt.Hint == nil || len(opt.texts) > 0 {
		return
	}
	var dirs []string
	for i := range opt.Files {
		if dir, err := filepath.Abs(filepath.Dir(opt.pathOf(i))); err == nil && !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
	}
	by := map[string][]string{} // functions by the file that defines them
	for _, dir := range dirs {
		var near, all []string
		for _, f := range prog.Funcs {
			if f.HasBody() || f.Library || f.Model != "" || f.Static {
				continue
			}
			all = append(all, f.Name)
			if opt.ofProject(f, dir) {
				near = append(near, f.Name)
			}
		}
		files, _ := source.Glob(dir, "*.c")
		opt.defining(files, near, by)
		opt.defining(opt.linked(dir), all, by)
	}
	opt.hint(by)
}

// ofProject reports whether a function that the program lacks is declared by one of the C files, or by a header of their folder.
func (opt Options) ofProject(f *cil.Func, dir string) bool {
	name := f.Pos.File
	if len(opt.Flags) > 0 {
		name = opt.Flags[0].Path(name)
	}
	abs, err := filepath.Abs(name)
	return err == nil && (strings.HasSuffix(abs, ".h") && filepath.Dir(abs) == dir || opt.isNamed(abs))
}

// linked lists the C files that a Makefile of the folder links with those that are named.
func (opt Options) linked(dir string) []string {
	var list []string
	for _, name := range []string{"Kbuild", "Makefile"} {
		text, err := source.ReadText(filepath.Join(dir, name))
		if err != nil {
			continue
		}
		for _, objects := range composites(string(text)) {
			var files []string
			named := false
			for _, o := range objects {
				file := filepath.Join(dir, strings.TrimSuffix(o, ".o")+".c")
				files, named = append(files, file), named || opt.isNamed(file)
			}
			if named {
				list = append(list, files...)
			}
		}
	}
	return list
}

// composite matches what Kbuild makes an object of: m-y := a.o b.o, or m-objs, or m-$(CONFIG_X).
var composite = regexp.MustCompile(`^\s*([\w.-]+)-(?:y|m|objs|\$\(\w+\))\s*[:+?]?=(.*)`)

// composites lists the objects that each object of a Makefile is linked from, in the order of their names. obj-y and obj-m list what is linked alone.
func composites(makefile string) [][]string {
	of := map[string][]string{}
	for _, line := range strings.Split(strings.ReplaceAll(makefile, "\\\n", " "), "\n") {
		line, _, _ = strings.Cut(line, "#")
		m := composite.FindStringSubmatch(line)
		if m == nil || m[1] == "obj" || m[1] == "lib" {
			continue
		}
		for _, o := range strings.Fields(m[2]) {
			if strings.HasSuffix(o, ".o") {
				of[m[1]] = append(of[m[1]], o)
			}
		}
	}
	var list [][]string
	for _, name := range slices.Sorted(maps.Keys(of)) {
		list = append(list, of[name])
	}
	return list
}

// defining adds those of the files that aren't named and define some of the functions.
func (opt Options) defining(files, names []string, by map[string][]string) {
	for _, file := range files[:min(len(files), maxBeside)] {
		if len(names) == 0 || strings.HasSuffix(file, ".mod.c") || opt.isNamed(file) {
			continue
		}
		content, err := source.ReadText(file)
		text := string(content)
		if err != nil || strings.Contains(text, "__attribute__((model_") {
			continue // models are given in another way
		}
		for _, n := range names {
			if defines(text, n) && !slices.Contains(by[file], n) {
				by[file] = append(by[file], n)
			}
		}
	}
}

func (opt Options) isNamed(file string) bool {
	for i := range opt.Files {
		if abs, err := filepath.Abs(opt.pathOf(i)); err == nil && abs == file {
			return true
		}
	}
	return false
}

// defines reports whether a text seems to define a function that other files can call: the first time that the name
// stands between what may be the beginning of a declaration and the parameters of a function with a body.
func defines(text, name string) bool {
	for from := 0; ; {
		k := strings.Index(text[from:], name)
		if k < 0 {
			return false
		}
		at := from + k
		from = at + 1
		if !hasBody(text[at+len(name):]) {
			continue
		}
		if before := declaration(text[:at]); before != "" {
			return !slices.Contains(strings.Fields(before), "static")
		}
	}
}

// hasBody reports whether a text begins with parameters and a body.
func hasBody(text string) bool {
	text = strings.TrimLeft(text, spaces)
	k := strings.IndexAny(text, ";{}")
	return k > 0 && text[0] == '(' && text[k] == '{' && strings.LastIndexByte(text[:k], ')') > strings.LastIndexByte(text[:k], '(')
}

// declaration is the end of a text, from the beginning of a line on, that may begin a declaration; "" if there is none.
func declaration(text string) string {
	for n := strings.LastIndexAny(text, ";{}()=#") + 1; n < len(text)-1; n++ {
		c := text[n]
		if (n == 0 || text[n-1] == '\n') && (c == '_' || 'a' <= c|0x20 && c|0x20 <= 'z') && strings.IndexByte(spaces+"*", text[len(text)-1]) >= 0 {
			return text[n:]
		}
	}
	return ""
}

// spaces are those of C.
const spaces = " \t\n\f\r"

// hint says of each file, once in a run, which functions it defines. A function that several files define
// may be of another program, and isn't told.
func (opt Options) hint(by map[string][]string) {
	count := map[string]int{}
	var files []string
	for file, names := range by {
		files = append(files, file)
		for _, n := range names {
			count[n]++
		}
	}
	slices.Sort(files)
	for _, file := range files {
		names := slices.DeleteFunc(slices.Clone(by[file]), func(n string) bool { return count[n] > 1 })
		if len(names) == 0 {
			continue
		}
		shown, be, them := listed(names), "is", "it"
		if len(names) > 1 {
			be, them = "are", "them"
		}
		opt.Hint(fmt.Sprintf("%s %s called but defined in none of the files; %s defines %s", shown, be, opt.whereabouts(file), them))
	}
}

// whereabouts says where a file is that wasn't named.
func (opt Options) whereabouts(file string) string {
	for i := range opt.Files {
		if abs, err := filepath.Abs(opt.pathOf(i)); err == nil && filepath.Dir(abs) == filepath.Dir(file) {
			return filepath.Base(file) + " beside"
		}
	}
	return nearby(file)
}

// nearby is the name of a file from the current folder, if it is below.
func nearby(file string) string {
	if here, err := filepath.Abs("."); err == nil {
		if rel, err := filepath.Rel(here, file); err == nil && filepath.IsLocal(rel) {
			return rel
		}
	}
	return file
}
