package compdb

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"hardbop/internal/source"
)

// MadeFrom lists the C files that an object was made from, as far as what lies beside it tells: that of its name,
// or those that the .mod file of a module lists. Their names start where the object's does.
func MadeFrom(object string) []string {
	dir, stem := filepath.Dir(object), strings.TrimSuffix(object, filepath.Ext(object))
	if stem+".c" != object && isFile(stem+".c") {
		return []string{stem + ".c"}
	}
	text, err := source.ReadRegular(stem + ".mod")
	if err != nil {
		return nil
	}
	var list []string
	for _, o := range strings.Fields(string(text)) {
		name := filepath.Join(dir, strings.TrimSuffix(filepath.Base(o), ".o")+".c")
		if strings.HasSuffix(o, ".o") && isFile(name) {
			list = append(list, name)
		}
	}
	return list
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// unlessThere is "; there is no such file" if file means none.
func (db *Database) unlessThere(file string) string {
	if slices.ContainsFunc(db.candidates(file), isFile) {
		return ""
	}
	return "; there is no such file"
}

// notCompiled says what to give in the place of a file that no build compiles; "" if one might.
func notCompiled(file string) string {
	switch filepath.Ext(file) {
	case ".h":
		return "this is a header: give the C files that include it, and it is read with them"
	case ".o", ".ko", ".a", ".so", ".mod", ".cmd":
		return "this isn't a C file: give those that it is made from"
	}
	return ""
}
