package cfront

import (
	"embed"
	"fmt"
	"path/filepath"
	"strings"

	"modernc.org/cc/v4"

	"hardbop/internal/source"
)

// Flags say how one file is preprocessed: what a compiler's command line says.
type Flags struct {
	// Dir is the directory that relative names start from, that of the file included;
	// the process's if empty. Positions keep the names relative.
	Dir string
	// Defines are macros NAME or NAME=VALUE to define before the file, in their order;
	// "-NAME" undefines one.
	Defines []string
	// QuoteDirs are searched for #include "x" after the directory of the including file,
	// and IncludeDirs, SystemIncludes and AfterDirs, in this order, for #include <x> too.
	QuoteDirs, IncludeDirs, SystemIncludes, AfterDirs []string
	// Forced are files that are included before the file, as -include does.
	Forced []string
	// NoStandardIncludes leaves out the front end's own headers (stddef.h, stdarg.h, ...).
	NoStandardIncludes bool
	// Predefined is text with the predefined macros of a compiler, instead of our own.
	Predefined string
	// Std is the version of the language as gcc's -std names it; gnu17 if empty.
	Std string
	// Pack bounds the alignment of members in bytes, as -fpack-struct=N does; 0 if nothing does.
	Pack int64
	// Read reads a file instead of the system; nil for none.
	Read func(name string) ([]byte, error)
}

// read reads the file called name.
func (fl *Flags) read(name string) ([]byte, error) {
	if fl.Read != nil {
		return fl.Read(fl.Path(name))
	}
	return source.ReadRegular(fl.Path(name))
}

// headers are the headers that a C compiler brings with it.
//
//go:embed include
var headers embed.FS

// ownHeaders names the folder of our own headers in positions.
const ownHeaders = "<hardbop>"

// commandLine is the name of the source that includes the forced files.
const commandLine = "<command-line>"

// forced is the text that includes the forced files.
func (fl *Flags) forced() string {
	var b strings.Builder
	b.WriteString(enterPragma)
	for _, f := range fl.Forced {
		fmt.Fprintf(&b, "#include \"%s\"\n", f)
	}
	b.WriteString(leavePragma)
	return b.String()
}

// Path returns the name under which the file called name is opened.
func (fl *Flags) Path(name string) string {
	if fl.Dir == "" || filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(fl.Dir, name)
}

// searchPaths returns where the parser looks for #include "x" and for #include <x>. It puts
// each of these in front of all names: the root is there for absolute ones.
func (fl *Flags) searchPaths() (quote, angle []string) {
	angle = append(angle, fl.IncludeDirs...)
	angle = append(angle, fl.SystemIncludes...)
	if !fl.NoStandardIncludes {
		angle = append(angle, ownHeaders)
	}
	angle = append(angle, fl.AfterDirs...)
	angle = append(angle, string(filepath.Separator))
	quote = append([]string{"@"}, fl.QuoteDirs...)
	return append(quote, angle...), angle
}

// sources are what the parser reads for a file.
func (fe *front) sources(f File, text []byte) []cc.Source {
	list := []cc.Source{
		{Name: "<predefined>", Value: string(mend("<predefined>", []byte(fe.predefined(f.Flags)), fe.watch))},
		{Name: "<builtin>", Value: fe.prelude()},
	}
	if len(f.Flags.Forced) > 0 {
		list = append(list, cc.Source{Name: commandLine, Value: f.Flags.forced()})
	}
	return append(list, cc.Source{Name: f.Name, Value: string(enterPragma) + string(text) + tail})
}
