package check

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/source"
)

// This file finds out that a C file was forgotten: a function of the project is called, and a file beside those that are
// named defines it. It is a hint for people: files beside are searched as texts, and no verdict depends on it.

// maxBeside bounds the files beside that are searched.
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
		var names []string
		for _, f := range prog.Funcs {
			if opt.ofProject(f, dir) {
				names = append(names, f.Name)
			}
		}
		if len(names) > 0 {
			opt.beside(dir, names, by)
		}
	}
	opt.hint(by)
}

// ofProject reports whether a function that the program lacks is declared by a header of the C files' folder.
func (opt Options) ofProject(f *cil.Func, dir string) bool {
	if f.HasBody() || f.Library || f.Model != "" || f.Static || !strings.HasSuffix(f.Pos.File, ".h") {
		return false
	}
	name := f.Pos.File
	if len(opt.Flags) > 0 {
		name = opt.Flags[0].Path(name)
	}
	abs, err := filepath.Abs(name)
	return err == nil && filepath.Dir(abs) == dir
}

// beside adds the files of a folder that aren't named and define some of the functions.
func (opt Options) beside(dir string, names []string, by map[string][]string) {
	all, _ := filepath.Glob(filepath.Join(dir, "*.c"))
	for _, file := range all[:min(len(all), maxBeside)] {
		if strings.HasSuffix(file, ".mod.c") || opt.isNamed(file) {
			continue
		}
		text, err := source.ReadText(file)
		if err != nil {
			continue
		}
		for _, n := range names {
			if defines(string(text), n) {
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

// defines reports whether a text seems to define a function that other files can call.
func defines(text, name string) bool {
	m := regexp.MustCompile(`(?m)^([A-Za-z_][^;{}()=#]*[\s*])` + regexp.QuoteMeta(name) + `\s*\([^;{}]*\)[^;{}()]*\{`).FindStringSubmatch(text)
	return m != nil && !slices.Contains(strings.Fields(m[1]), "static")
}

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
		shown, be, them := strings.Join(names[:min(len(names), maxParts)], ", "), "is", "it"
		if n := len(names) - maxParts; n > 0 {
			shown += fmt.Sprintf(" and %d more", n)
		}
		if len(names) > 1 {
			be, them = "are", "them"
		}
		opt.Hint(fmt.Sprintf("%s %s called but defined in none of the files; %s beside defines %s", shown, be, filepath.Base(file), them))
	}
}
