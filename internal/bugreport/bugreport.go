package bugreport

import (
	"archive/zip"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
)

// Report is what an archive holds.
type Report struct {
	Names Names
	// About says what was run and on what, a line each: "tool: ...".
	About []string
	// Args are the arguments that do it again, in the folder files/ of the archive.
	Args []string
	// Files are the files that were read.
	Files []File
	// Results is what the run found, as JSON, and Log what it said.
	Results, Log string
}

// File is a file that was read.
type File struct {
	Path string // where it is; "" if it is made here
	As   string // its name in files/, if it is made here
	Text []byte
	Note string // why it isn't what was read; "" if it is
}

// Own are the names of what an archive holds besides the files that were read.
var Own = []string{"ABOUT.txt", "again.sh", "results.json", "log.txt"}

// name is that of the file in the archive's files/.
func (f File) name(n Names) string {
	if f.Path == "" {
		return f.As
	}
	return n.Of(f.Path)
}

// Write writes the archive, and returns the names of what is in it. The same report gives the same bytes.
func Write(w io.Writer, r *Report) ([]string, error) {
	var names []string
	z := zip.NewWriter(w)
	add := func(name, text string) error {
		names = append(names, name)
		f, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate})
		if err != nil {
			return err
		}
		_, err = io.WriteString(f, text)
		return err
	}
	files := r.files()
	parts := [][2]string{{Own[0], r.about(files)}, {Own[1], r.script()}, {Own[2], r.Results}, {Own[3], r.Log}}
	var originals []string
	for _, f := range r.Files {
		originals = append(originals, f.Path)
	}
	for i := range parts[2:] {
		parts[2+i][1] = r.Names.Text(parts[2+i][1], originals)
	}
	for _, f := range files {
		parts = append(parts, [2]string{path.Join("files", f.name(r.Names)), string(f.Text)})
	}
	for _, p := range parts {
		if err := add(p[0], p[1]); err != nil {
			return nil, err
		}
	}
	return names, z.Close()
}

// files returns the files by their names, each once.
func (r *Report) files() []File {
	files := slices.Clone(r.Files)
	slices.SortStableFunc(files, func(a, b File) int { return strings.Compare(a.name(r.Names), b.name(r.Names)) })
	return slices.CompactFunc(files, func(a, b File) bool { return a.name(r.Names) == b.name(r.Names) })
}

// about is the text for people.
func (r *Report) about(files []File) string {
	var b strings.Builder
	b.WriteString("A run of Hardbop, to be looked into. again.sh does it again.\n\n")
	for _, line := range r.About {
		b.WriteString(r.Names.Text(line, nil) + "\n")
	}
	b.WriteString("\nfiles:\n")
	for _, f := range files {
		note := ""
		if f.Note != "" {
			note = "  (" + f.Note + ")"
		}
		fmt.Fprintf(&b, "  %s, %d bytes%s\n", f.name(r.Names), len(f.Text), note)
	}
	return b.String()
}

// script runs the command again.
func (r *Report) script() string {
	var words []string
	for _, a := range r.Args {
		words = append(words, quoted(a))
	}
	return "#!/bin/sh\n# Runs the command again; HARDBOP is the tool.\ncd \"$(dirname \"$0\")/files\" && exec \"${HARDBOP:-hardbop}\" " + strings.Join(words, " ") + "\n"
}

// plain are the characters that a shell takes as they are.
const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:=,+@%"

// quoted is a word for a shell.
func quoted(s string) string {
	if s != "" && strings.Trim(s, plain) == "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
