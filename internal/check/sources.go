package check

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"hardbop/internal/cfront"
	"hardbop/internal/compdb"
	"hardbop/internal/hostcc"
	"hardbop/internal/models"
	"hardbop/internal/source"
)

// sources returns the C files with how each is preprocessed.
func (opt Options) sources() []cfront.File {
	var files []cfront.File
	for i, name := range opt.Files {
		f := cfront.File{Name: name, Text: opt.texts[name], Flags: opt.ownFlags()}
		if i < len(opt.Flags) {
			f.Flags = opt.Flags[i]
		}
		if read := opt.reader(); read != nil {
			flags := *f.Flags
			flags.Read, f.Flags = read, &flags
		}
		files = append(files, f)
	}
	return files
}

// ownFlags are the flags of the command line alone.
func (opt Options) ownFlags() *cfront.Flags {
	fl := &cfront.Flags{Defines: opt.Defines, IncludeDirs: opt.IncludeDirs, Forced: opt.Forced, Predefined: opt.predefined, NoStandardIncludes: opt.NoStdInc}
	fl.SystemIncludes = append(slices.Clone(opt.SystemIncludes), opt.systemFolders...)
	return fl
}

// ownModels reports whether the models that come with the tool are used.
func (opt Options) ownModels() bool { return !opt.NoModels && opt.Spec == "" }

// models are those of the user, which win, and those that come with the tool. SV-COMP has
// its own convention for functions without a body.
func (opt Options) models() ([]cfront.Model, error) {
	var list []cfront.Model
	for _, name := range opt.Models {
		list = append(list, cfront.Model{File: cfront.File{Name: name}, Own: true})
	}
	if !opt.ownModels() {
		return list, nil
	}
	all, err := models.All()
	for _, m := range all {
		list = append(list, cfront.Model{File: cfront.File{Name: m.Name, Text: m.Text}})
	}
	return list, err
}

// Settle finishes the options before the program is read: it looks the files up in the
// compilation database, if there is one, asks the compiler that the user named, if any,
// and finds the system's headers. What the command line says wins. The notes are for the
// user to read, a line each.
func (opt *Options) Settle(ctx context.Context) (notes []string, err error) {
	if err := namedTwice(opt.Files); err != nil {
		return nil, err
	}
	if err := objects(opt.Files); err != nil {
		return nil, err
	}
	if opt.Database == "" {
		return nil, opt.settleHost(ctx, nil, "")
	}
	db, err := compdb.Open(opt.Database)
	if err != nil {
		return nil, err
	}
	var units []*compdb.Unit
	for _, file := range opt.Files {
		u, others, err := db.Find(file)
		if err != nil {
			return nil, err
		}
		if others > 0 {
			notes = append(notes, fmt.Sprintf("%s: the database has %d more commands for %s; this one, the first, is used", u.Pos, others, file))
		}
		notes = append(notes, unitNotes(u, opt.CC)...)
		units = append(units, u)
	}
	if err := opt.settleSemantics(units); err != nil {
		return nil, err
	}
	return notes, opt.settleUnits(ctx, units)
}

// namedTwice complains about a file that is among the files twice, perhaps by another name.
func namedTwice(files []string) error {
	var infos []os.FileInfo
	for i, name := range files {
		info, err := os.Stat(name)
		if err != nil {
			info = nil // whoever reads it says so
		}
		for k, was := range infos {
			switch {
			case files[k] == name:
				return fmt.Errorf("%s is named twice", name)
			case info != nil && was != nil && info.Mode().IsRegular() && os.SameFile(info, was):
				return fmt.Errorf("%s and %s are the same file", files[k], files[i])
			}
		}
		infos = append(infos, info)
	}
	return nil
}

// objects complains about files that are no texts, and says which C files such an object is made from.
func objects(files []string) error {
	var list source.ErrorList
	for _, name := range files {
		text, err := source.ReadRegular(name)
		if err != nil {
			continue // whoever reads it says so
		}
		what := source.Signature(text)
		if what == "" {
			continue
		}
		msg := "not a text file: " + what
		if made := compdb.MadeFrom(name); len(made) > 0 {
			msg += "; give its source, " + strings.Join(made, " ")
		} else if strings.HasSuffix(what, "object") || strings.HasSuffix(what, "objects") {
			msg += "; give the C files that it is made from"
		}
		list.Add(source.Pos{File: name}, "", "%s", msg)
	}
	return list.Err()
}

// maxFlagsShown bounds how many flags a note lists.
const maxFlagsShown = 6

// unitNotes says what of a command was not used.
func unitNotes(u *compdb.Unit, cc string) []string {
	var notes []string
	if n := len(u.Ignored); n > 0 {
		shown := strings.Join(u.Ignored[:min(n, maxFlagsShown)], " ")
		if n > maxFlagsShown {
			shown += " ..."
		}
		what := "flags are"
		if n == 1 {
			what = "flag is"
		}
		notes = append(notes, fmt.Sprintf("%s: %d %s not known and ignored: %s", u.File, n, what, shown))
	}
	if u.Foreign() && cc == "" {
		notes = append(notes, fmt.Sprintf("%s is compiled for %s, but read with the predefined macros of x86; --cc names a compiler to ask for its own", u.File, u.Machine))
	}
	return notes
}

// settleSemantics takes over the flags that change what the program means. They must be
// the same for all files: a program has one data model.
func (opt *Options) settleSemantics(units []*compdb.Unit) error {
	first := units[0]
	for _, u := range units[1:] {
		if what := differ(first, u); what != "" && !(what == "data model" && opt.Model != "") {
			return fmt.Errorf("%s and %s are compiled with different flags for the %s: they can't be one program", first.File, u.File, what)
		}
	}
	if opt.Model == "" {
		opt.Model = first.Model
	}
	opt.UnsignedChar = opt.UnsignedChar || first.UnsignedChar
	opt.ShortEnums = opt.ShortEnums || first.ShortEnums
	opt.ShortWchar = first.ShortWchar
	if !opt.OverflowGiven {
		opt.Wrap = slices.ContainsFunc(units, func(u *compdb.Unit) bool { return u.Wrap })
	}
	return nil
}

// differ names a flag in which two units differ so that they can't be linked, or "".
func differ(a, b *compdb.Unit) string {
	switch {
	case a.Model != b.Model:
		return "data model"
	case a.UnsignedChar != b.UnsignedChar:
		return "sign of char"
	case a.ShortEnums != b.ShortEnums:
		return "size of enumerations"
	case a.ShortWchar != b.ShortWchar:
		return "size of wchar_t"
	}
	return ""
}

// settleUnits sets the flags of each file from its unit.
func (opt *Options) settleUnits(ctx context.Context, units []*compdb.Unit) error {
	opt.Flags = nil
	files := slices.Clone(opt.Files)
	base, typed := units[0].Dir, opt.typed(units)
	for i, u := range units {
		opt.database = append(opt.database, u.Read...)
		host := *opt
		if err := host.settleHost(ctx, u.Target, u.Sysroot); err != nil {
			return err
		}
		opt.UnsignedChar = host.UnsignedChar
		fl := opt.unitFlags(u, &host)
		switch {
		case typed:
			absolute(fl)
			fromHere(fl)
		case u.Dir != base:
			files[i] = inDir(u.Dir, []string{u.File})[0]
			absolute(fl)
		default:
			files[i] = u.File
		}
		opt.Flags = append(opt.Flags, fl)
	}
	opt.Files = files
	return nil
}

// typed reports whether positions have the names that the user typed: if these are relative to the current
// folder, and the database's are absolute. Otherwise they are as the compiler prints them.
func (opt *Options) typed(units []*compdb.Unit) bool {
	for i, u := range units {
		name, err := filepath.Abs(opt.Files[i])
		if err != nil || filepath.IsAbs(opt.Files[i]) || name != filepath.Clean(u.File) {
			return false
		}
	}
	return true
}

// unitFlags are the flags of one file: those of its unit, and those of the command line,
// which win.
func (opt *Options) unitFlags(u *compdb.Unit, host *Options) *cfront.Flags {
	fl := &cfront.Flags{Dir: u.Dir, Std: u.Std, Pack: u.Pack, Predefined: host.predefined, NoStandardIncludes: opt.NoStdInc || u.NoStdInc,
		QuoteDirs: u.QuoteDirs, AfterDirs: u.AfterDirs}
	fl.Defines = slices.Concat(u.Defines, opt.Defines)
	fl.IncludeDirs = slices.Concat(here(opt.IncludeDirs), u.IncludeDirs)
	fl.SystemIncludes = slices.Concat(here(opt.SystemIncludes), u.SystemDirs)
	fl.Forced = slices.Concat(u.Forced, here(opt.Forced))
	if !fl.NoStandardIncludes {
		fl.SystemIncludes = append(fl.SystemIncludes, host.systemFolders...)
	}
	return fl
}

// here makes names of the command line independent of the directory.
func here(names []string) []string {
	out := slices.Clone(names)
	for i, n := range out {
		if abs, err := filepath.Abs(n); err == nil {
			out[i] = abs
		}
	}
	return out
}

// inDir makes names that are relative to dir absolute.
func inDir(dir string, names []string) []string {
	out := slices.Clone(names)
	for i, n := range out {
		if !filepath.IsAbs(n) {
			out[i] = filepath.Join(dir, n)
		}
	}
	return out
}

// absolute makes the names of a file's flags independent of its directory, so that they
// mean one file in a program whose files have several.
func absolute(fl *cfront.Flags) {
	for _, l := range []*[]string{&fl.QuoteDirs, &fl.IncludeDirs, &fl.SystemIncludes, &fl.AfterDirs, &fl.Forced} {
		*l = inDir(fl.Dir, *l)
	}
}

// fromHere names the folders and files of a file's flags that are below the current folder from there: as the file
// is named itself.
func fromHere(fl *cfront.Flags) {
	fl.Dir = ""
	here, err := filepath.Abs(".")
	if err != nil {
		return
	}
	for _, l := range []*[]string{&fl.QuoteDirs, &fl.IncludeDirs, &fl.SystemIncludes, &fl.AfterDirs, &fl.Forced} {
		for i, n := range *l {
			if rel, err := filepath.Rel(here, n); err == nil && filepath.IsLocal(rel) {
				(*l)[i] = rel
			}
		}
	}
}

// settleHost finds the system's headers, and asks the compiler if the user named one.
func (opt *Options) settleHost(ctx context.Context, target []string, sysroot string) error {
	if opt.CC == "" {
		if !opt.NoStdInc {
			opt.systemFolders = hostcc.Folders(orLP64(opt.Model), sysroot)
		}
		return nil
	}
	target = slices.Clone(target)
	if sysroot != "" {
		target = append(target, "--sysroot="+sysroot)
	}
	if opt.Model == "ILP32" && !slices.Contains(target, "-m32") {
		target = append(target, "-m32")
	}
	if opt.UnsignedChar {
		target = append(target, "-funsigned-char")
	}
	a, err := hostcc.Ask(ctx, opt.CC, target)
	if err != nil {
		return err
	}
	if a.Model() != orLP64(opt.Model) {
		return fmt.Errorf("--cc %s: the compiler compiles for the data model %q, not %s", opt.CC, a.Model(), orLP64(opt.Model))
	}
	opt.predefined, opt.UnsignedChar = a.Macros, a.UnsignedChar()
	if !opt.NoStdInc {
		opt.systemFolders = slices.Concat(a.Folders, hostcc.Folders(a.Model(), sysroot))
	}
	return nil
}

// orLP64 is the data model, LP64 if it isn't chosen.
func orLP64(model string) string {
	if model == "" {
		return "LP64"
	}
	return model
}
