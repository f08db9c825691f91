package source

import (
	"path/filepath"
	"strings"
)

// Glob lists the files in a folder that match a pattern, as [filepath.Glob]. Brackets and the like in the folder's own
// name stand for themselves.
func Glob(dir, pattern string) ([]string, error) {
	return filepath.Glob(filepath.Join(quoted.Replace(dir), pattern))
}

// quoted puts a backslash before what means something in a pattern.
var quoted = strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`)
