package models

import (
	"embed"
	"path"
	"strings"
)

//go:embed library
var files embed.FS

// folder stands before the names of the files in positions.
const folder = "<models>"

// File is the text of one family's models.
type File struct {
	Name string // as positions show it
	Text []byte
}

// Is reports whether positions of a name are in a model.
func Is(name string) bool { return strings.HasPrefix(name, folder+"/") }

// All returns the models of all families, in the order of their names.
func All() ([]File, error) {
	entries, err := files.ReadDir("library")
	if err != nil {
		return nil, err
	}
	var list []File
	for _, e := range entries {
		text, err := files.ReadFile(path.Join("library", e.Name()))
		if err != nil {
			return nil, err
		}
		list = append(list, File{Name: path.Join(folder, e.Name()), Text: text})
	}
	return list, nil
}
