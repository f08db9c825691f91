package cfront

import (
	"path/filepath"
	"regexp"
)

// cppNames are the endings that compilers take for C++.
var cppNames = map[string]bool{".C": true, ".cc": true, ".cp": true, ".cpp": true, ".cxx": true, ".c++": true, ".CPP": true, ".hpp": true, ".hh": true, ".hxx": true, ".ii": true}

// cppLines matches lines that C++ has and C hasn't.
var cppLines = regexp.MustCompile(`(?m)^[ \t]*(?:(?:class|namespace)\s+\w+[^;()]*\{|(?:inline\s+)?namespace\s*\{|template\s*<|using\s+namespace\s|#[ \t]*include[ \t]*<\w+>)`)

// looksCpp reports whether a file that can't be read is probably C++.
func looksCpp(name, text string) bool {
	return cppNames[filepath.Ext(name)] || cppLines.MatchString(text)
}
