package compdb

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"hardbop/internal/source"
)

// cmdVariable matches the assignment of a command in a .cmd file.
var cmdVariable = regexp.MustCompile(`^(?:savedcmd|cmd)_(\S+) *:?= *(.*)$`)

// sourceVariable matches the assignment of the source file.
var sourceVariable = regexp.MustCompile(`^source_(\S+) *:?= *(\S+)`)

// kbuildFile is what a .cmd file says.
type kbuildFile struct {
	target, command, source string
	line                    int // of the command
}

// parseKbuild reads the text of a .NAME.o.cmd file.
func parseKbuild(name, text string) (*kbuildFile, error) {
	k := &kbuildFile{}
	number := 0
	for at := 0; at < len(text); {
		line, lines, size := logicalLine(text[at:])
		number++
		if m := cmdVariable.FindStringSubmatch(line); m != nil && k.target == "" {
			k.target, k.command, k.line = m[1], unmake(m[2]), number
		} else if m := sourceVariable.FindStringSubmatch(line); m != nil {
			k.source = m[2]
		}
		number += lines - 1
		at += size
	}
	if k.target == "" {
		var list source.ErrorList
		list.Add(source.Pos{File: name, Line: 1, Col: 1}, text, "no command: expected savedcmd_TARGET := COMMAND or cmd_TARGET := COMMAND")
		return nil, list.Err()
	}
	return k, nil
}

// logicalLine returns the first line of text with those that continue it, how many lines
// that are, and their length with the newline.
func logicalLine(text string) (line string, lines, size int) {
	var b strings.Builder
	for {
		lines++
		end := strings.IndexByte(text[size:], '\n')
		if end < 0 {
			b.WriteString(text[size:])
			return b.String(), lines, len(text)
		}
		part := text[size : size+end]
		size += end + 1
		rest, continued := strings.CutSuffix(part, "\\")
		b.WriteString(rest)
		if !continued || size == len(text) {
			return b.String(), lines, size
		}
	}
}

// unmake undoes the escapes that keep make from reading a command: $$, \# and $(pound).
func unmake(s string) string {
	return strings.NewReplacer("$$", "$", "$(pound)", "#", `\#`, "#").Replace(s)
}

// commandOf turns the file called name into a command. Names in it start from the folder
// that make ran in: root if it isn't empty, else the folder that the target's name is
// relative to.
func (k *kbuildFile) commandOf(name, text, root string) (*Command, error) {
	pos := source.Pos{File: name, Line: k.line, Col: 1}
	fail := func(format string, args ...any) (*Command, error) {
		var list source.ErrorList
		list.Add(pos, text, format, args...)
		return nil, list.Err()
	}
	words, err := shellWords(k.command)
	if err != nil {
		return fail("the command has %v", err)
	}
	args := compilation(words, k.source)
	if len(args) == 0 {
		return fail("the command is empty: expected a compiler and its arguments")
	}
	if k.source == "" {
		k.source = sourceIn(args)
	}
	dir := root
	if own, ok := strings.CutSuffix(filepath.Join(filepath.Dir(name), targetOf(name)), "/"+k.target); ok {
		dir = own
	}
	if dir == "" {
		return fail("the folder that make ran in is not known, since the target %s is not relative to it: give it with -p", k.target)
	}
	if filepath.IsAbs(k.target) && slices.Contains(args, "-D__KERNEL__") && !built(dir) {
		return fail("this module was built outside of the kernel's tree, and the file doesn't name the folder that make ran in: give it with -p; it has include/generated/autoconf.h, and is often /lib/modules/VERSION/build")
	}
	return &Command{Pos: pos, Dir: dir, File: k.source, Args: args}, nil
}

// built reports whether dir is one in which a kernel was built, or prepared for modules.
func built(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "include", "generated", "autoconf.h"))
	return err == nil
}

// sourceIn returns the C file among the arguments, or "".
func sourceIn(args []string) string {
	for _, a := range args {
		if strings.HasSuffix(a, ".c") && !strings.HasPrefix(a, "-") {
			return a
		}
	}
	return ""
}

// targetOf is the object file beside a .cmd file: .x.o.cmd stands for x.o.
func targetOf(name string) string {
	base := strings.TrimSuffix(filepath.Base(name), ".cmd")
	return strings.TrimPrefix(base, ".")
}

// cmdFileFor is the .cmd file that Kbuild leaves for a C file.
func cmdFileFor(file string) string {
	base := strings.TrimSuffix(filepath.Base(file), ".c")
	return filepath.Join(filepath.Dir(file), "."+base+".o.cmd")
}
