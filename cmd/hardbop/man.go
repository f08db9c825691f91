package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"hardbop/internal/manpage"
	"hardbop/internal/source"
)

const manUsage = `usage: hardbop man [COMMAND] [--docs DIR]
       hardbop man -o DIR [--docs DIR]

Prints the manual page of the tool or of a command, for man -l -, or writes all of them
into a folder. What the tables of options don't say comes from the pages in --docs.
Exit code: 0, 3 for wrong input.

`

// runMan is the command man.
func runMan(args []string, std streams) int {
	fs := newFlagSet("man", manUsage, std)
	dir := fs.StringP("output", "o", "", "write a page for the tool and for each command to the folder `DIR`")
	docs := fs.String("docs", "", "take the text of the pages in the folder `DIR`, the checkout's docs")
	err := parseArgs(fs, args)
	switch {
	case err == pflag.ErrHelp:
		return exitOK
	case err != nil:
	case fs.NArg() > 1 || fs.NArg() == 1 && *dir != "":
		err = fmt.Errorf("expected one command, or -o DIR")
	case fs.NArg() == 1 && !slices.Contains(commandNames(), fs.Arg(0)):
		err = fmt.Errorf("unknown command %q%s", fs.Arg(0), source.DidYouMean(fs.Arg(0), commandNames()))
	}
	if err != nil {
		return complainUsage(std, "man", err)
	}
	if *dir != "" {
		if err := writeManual(*dir, *docs); err != nil {
			return failed(std, "man", err)
		}
		return exitOK
	}
	page, err := manualPage(fs.Arg(0), *docs)
	if err != nil {
		return failed(std, "man", err)
	}
	return output(std, "man", "", func(w io.Writer) error {
		_, err := io.WriteString(w, page)
		return err
	})
}

// writeManual writes all pages to a folder.
func writeManual(dir, docs string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for _, name := range append([]string{""}, commandNames()...) {
		page, err := manualPage(name, docs)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, manualName(name)+".1"), []byte(page), 0o666)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// manualName is the name of a command's page, or of the tool's.
func manualName(command string) string { return strings.TrimSuffix("hardbop-"+command, "-") }

// manualPage makes the page of a command, or of the tool.
func manualPage(command, docs string) (string, error) {
	if command == "" {
		return overview(), nil
	}
	i := slices.Index(commandNames(), command)
	d := describe(commands()[i])
	text, err := docsOf(docs, command)
	if err != nil {
		return "", err
	}
	w := &manpage.Writer{}
	w.Title(manualName(command), "hardbop "+version, d.brief)
	synopsis, rest, _ := strings.Cut(d.usage, "\n\n")
	w.Section("SYNOPSIS")
	w.Code(unindented(strings.TrimPrefix(synopsis, "usage:")))
	w.Section("DESCRIPTION")
	w.Paragraph(rest)
	writeOptions(w, d)
	if text != "" {
		w.Markdown(text)
	}
	seeAlso(w, command)
	return w.String(), nil
}

// docsOf is the text of a command's page in the folder; "" if there is none.
func docsOf(docs, command string) (string, error) {
	if docs == "" {
		return "", nil
	}
	text, err := os.ReadFile(filepath.Join(docs, command+".md"))
	if errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("%s has no page %s.md", docs, command)
	}
	return string(text), err
}

// writeOptions writes the tables of options: one, or one for each verb that has its own.
func writeOptions(w *manpage.Writer, d *described) {
	w.Section("OPTIONS")
	tables := d.verbs
	if len(tables) == 0 || optionTable(tables[0].options) == optionTable(tables[len(tables)-1].options) {
		tables = []*described{{options: d.options}}
	}
	for _, t := range tables {
		if t.options == nil || !t.options.HasFlags() {
			continue
		}
		if t.name != "" {
			w.Subsection(d.name + " " + t.name)
		}
		t.options.VisitAll(func(f *pflag.Flag) { w.Item(strings.TrimSpace(optionHead(f)), optionMeaning(f)) })
	}
	w.Item("-h, --help", "Explain the command.")
}

func seeAlso(w *manpage.Writer, command string) {
	w.Section("SEE ALSO")
	text := "hardbop(1)"
	for _, g := range groups() {
		if !slices.Contains(g.names, command) {
			continue
		}
		for _, n := range g.names {
			if n != command {
				text += ", hardbop-" + n + "(1)"
			}
		}
	}
	w.Paragraph(text)
}

// overview is the tool's own page.
func overview() string {
	w := &manpage.Writer{}
	w.Title("hardbop", "hardbop "+version, "check C driver code against interface rules, along all paths")
	w.Section("SYNOPSIS")
	w.Code("hardbop COMMAND [ARGUMENT...]\nhardbop COMMAND --help\nhardbop --version")
	w.Section("DESCRIPTION")
	w.Paragraph("Each command has a page of its own, hardbop-COMMAND(1).")
	for _, g := range groups() {
		w.Subsection(g.title)
		for _, c := range commands() {
			if slices.Contains(g.names, c.name) {
				w.Item("hardbop "+c.name, c.brief)
			}
		}
	}
	w.Section("EXIT STATUS")
	for _, e := range [][2]string{{"0", "SAFE"}, {"1", "UNSAFE"}, {"2", "UNKNOWN"}, {"3", "wrong input or command line"}, {"4", "an internal error"}, {"130", "interrupted"}} {
		w.Item(e[0], e[1])
	}
	w.Section("EXAMPLES")
	w.Code("hardbop demo\nhardbop check --rule linux/mutex --entry auto drv.c\nhardbop check --rule lock.slic --entry dispatch drv.c --html trace.html")
	return w.String()
}

// unindented takes the space from before each line.
func unindented(text string) string {
	var lines []string
	for _, line := range strings.Split(text, "\n") {
		lines = append(lines, strings.TrimSpace(line))
	}
	return strings.Join(lines, "\n")
}
