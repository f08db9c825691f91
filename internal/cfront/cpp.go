package cfront

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"hardbop/internal/source"
)

// plainly says of a file with errors what it is, if that isn't C: the complaints that only follow from
// it are left out.
func plainly(name, text string, errs source.ErrorList) source.ErrorList {
	var all source.ErrorList
	what := source.NotText([]byte(text))
	switch {
	case what != "":
		all.Add(source.Pos{File: name}, "", "not a text file: %s", what)
		return all
	case looksCpp(name, text):
		all.Add(source.Pos{File: name}, "", "this looks like C++; Hardbop reads C")
	case filepath.Ext(name) == ".h":
		all.Add(source.Pos{File: name}, "", "this is a header: give the C files that include it, and it is read with them")
	default:
		return errs
	}
	follows := func(e *source.Error) bool {
		return strings.Contains(strings.ToLower(e.Msg), "unexpected <eof>") || strings.HasSuffix(e.Msg, "unexpected EOF")
	}
	return append(all, slices.DeleteFunc(slices.Clone(errs), follows)...)
}

// cppNames are the endings that compilers take for C++.
var cppNames = map[string]bool{".C": true, ".cc": true, ".cp": true, ".cpp": true, ".cxx": true, ".c++": true, ".CPP": true, ".hpp": true, ".hh": true, ".hxx": true, ".ii": true}

// cppLines matches lines that C++ has and C hasn't.
var cppLines = regexp.MustCompile(`(?m)^[ \t]*(?:(?:class|namespace)\s+\w+[^;()]*\{|(?:inline\s+)?namespace\s*\{|template\s*<|using\s+namespace\s|#[ \t]*include[ \t]*<\w+>)`)

// looksCpp reports whether a file that can't be read is probably C++.
func looksCpp(name, text string) bool {
	return cppNames[filepath.Ext(name)] || cppLines.MatchString(text)
}
