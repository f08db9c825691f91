package cfront

import (
	"bytes"
	"regexp"
	"sort"
	"strconv"
	"strings"

	"modernc.org/cc/v4"

	"hardbop/internal/source"
)

// expansionLimit bounds the work of macro expansion, in tokens, unless Config does.
const expansionLimit = 32 << 20

// unit is one translation unit.
type unit struct {
	fe   *front
	name string
	ast  *cc.AST
	// weak says that the file has models.
	weak bool
	// ids are the ordinary identifiers of file scope, tags the struct, union and enum tags.
	ids   map[string]*symbol
	tags  map[string]*tag
	order []*declRec
	// packs are the limits that #pragma pack set for comps; pack is the current one.
	packs map[*cc.StructOrUnionSpecifier]int64
	pack  packState
	// behind are the syntax trees of what stands behind the file: see behind.go.
	behind []*cc.AST
	// macros are those at the end of the file, typeNames the names of its typedefs.
	macros    map[string]*cc.Macro
	typeNames map[string]bool
	// values are the declarations with the values of macros.
	values map[string]*declRec
	// anonymous counts the anonymous definitions of each text.
	anonymous map[string]int
}

// read reads one file of the program and links what it declares.
func (fe *front) read(f File) {
	if u := fe.readUnit(f); u != nil {
		fe.units = append(fe.units, u)
		u.index()
		u.link()
	}
}

// readUnit reads, mends and parses one file; nil if it has errors.
func (fe *front) readUnit(f File) *unit {
	if f.Flags == nil {
		f.Flags = &fe.cfg.Flags
	}
	text := f.Text
	if text == nil {
		data, err := f.Flags.read(f.Name)
		if err != nil {
			fe.errs.Add(source.Pos{File: f.Name}, "", "%s", err)
			return nil
		}
		text = data
		fe.seen(f.Name, f.Flags.Path(f.Name), text)
	}
	fe.texts[f.Name] = string(text)
	if !fe.checkNesting(f.Name, text) || !fe.checkNesting(f.Name, f.Behind) {
		return nil
	}
	u := &unit{fe: fe, name: f.Name, ids: map[string]*symbol{}, tags: map[string]*tag{},
		packs: map[*cc.StructOrUnionSpecifier]int64{}, anonymous: map[string]int{}, values: map[string]*declRec{}}
	u.pack = packState{first: f.Flags.Pack, now: f.Flags.Pack}
	if !u.parseAll(f, text) {
		return nil
	}
	fe.texts[f.Name] += string(f.Behind)
	return u
}

// seen passes on what was read.
func (fe *front) seen(name, path string, text []byte) {
	if fe.cfg.Seen != nil {
		fe.cfg.Seen(name, path, text)
	}
}

// tail goes behind each file: where a file ends in the middle of something, the parser
// looks for some token to go on with, and may not stop at the end.
const tail = "\n;int __hardbop_tail(int a, int b[1]); struct __hardbop_tail { int c : 1, d; };\n"

// parseLean mends and parses a file without what it doesn't need, if it can be read so.
func (fe *front) parseLean(f File, text []byte) *cc.AST {
	defer func() { fe.lean = nil }()
	fe.lean = fe.leanFor(f, text)
	if fe.lean != nil {
		if ast, failed, err := fe.tryParse(f, mend(f.Name, text, fe.watch)); failed == nil && err == nil {
			return ast
		}
		fe.lean = nil
	}
	return fe.parseWatched(f, text)
}

// parseWatched mends and parses a file. Where it can't be read because of how watched
// macros are changed, these stay as they are.
func (fe *front) parseWatched(f File, text []byte) *cc.AST {
	for {
		mended := mend(f.Name, text, fe.watch)
		if len(fe.watch.names) == 0 {
			return fe.parse(f, mended)
		}
		ast, failed, err := fe.tryParse(f, mended)
		if failed == nil && err == nil {
			return ast
		}
		if len(fe.watch.wrapped) == 0 {
			return fe.parse(f, mended)
		}
		for _, name := range fe.watch.suspects(fe.errorLines(err)) {
			fe.watch.hide(name, "a use of it can't be read as one of an expression or a statement", fe.macroPlace(name))
		}
	}
}

// errorLines returns the source lines that the parser's messages are about.
func (fe *front) errorLines(err error) []string {
	if err == nil {
		return nil
	}
	var found []string
	for _, line := range strings.Split(err.Error(), "\n") {
		if m := errorPos.FindStringSubmatch(line); m != nil {
			at, _ := strconv.Atoi(m[2])
			if lines := strings.Split(fe.texts[m[1]], "\n"); at > 0 && at <= len(lines) {
				found = append(found, lines[at-1])
			}
		}
	}
	return found
}

// parse calls the parser. It reports what the parser says and returns nil if that is an error.
func (fe *front) parse(f File, text []byte) *cc.AST {
	ast, failed, err := fe.tryParse(f, text)
	switch {
	case failed != nil:
		fe.errorf(source.Pos{File: f.Name, Line: fe.failsAt(f, text), Col: 1}, "the C parser failed: %v", failed)
	case err != nil:
		fe.parserErrors(f.Name, err)
	default:
		return ast
	}
	return nil
}

// tryParse calls the parser; failed is what it panicked with.
func (fe *front) tryParse(f File, text []byte) (ast *cc.AST, failed any, err error) {
	return fe.tryParseSources(f.Flags, fe.sources(f, text))
}

func (fe *front) tryParseSources(fl *Flags, sources []cc.Source) (ast *cc.AST, failed any, err error) {
	defer func() { failed = recover() }()
	cfg, err := fe.parserConfig(fl)
	if err != nil {
		return nil, nil, err
	}
	ast, err = cc.Parse(cfg, sources)
	return ast, nil, err
}

// failsAt returns the number of the line that makes the parser fail.
func (fe *front) failsAt(f File, text []byte) int {
	lines := bytes.SplitAfter(text, []byte("\n"))
	return 1 + sort.Search(len(lines)-1, func(k int) bool {
		_, failed, _ := fe.tryParse(f, bytes.Join(lines[:k+1], nil))
		return failed != nil
	})
}

func (fe *front) parserConfig(fl *Flags) (*cc.Config, error) {
	goos, arch := "linux", "amd64"
	switch fe.cfg.Model {
	case "ILP32":
		arch = "386"
	case "LLP64":
		goos = "windows"
	}
	abi, err := cc.NewABI(goos, arch)
	if err != nil {
		return nil, err
	}
	abi.SignedChar = !fe.cfg.UnsignedChar
	quote, angle := fl.searchPaths()
	includes := newIncludes(fe, fl)
	limit := fe.cfg.MaxExpansion
	if limit == 0 {
		limit = expansionLimit
	}
	return &cc.Config{
		ABI: abi, FS: includes, FSOnly: true,
		IncludePaths: quote, SysIncludePaths: angle,
		ExpansionLimit: limit, PragmaHandler: includes.pragma,
		HasBuiltin: func(name string) bool { return knownBuiltin(name) },
	}, nil
}

// errorPos matches the position that the parser puts before a message.
var errorPos = regexp.MustCompile(`^(.*?):(\d+)(?::(\d+))?: (.*)$`)

// maxParserErrors bounds the messages of one file: the first say it all.
const maxParserErrors = 10

// noInclude begins the parser's message for a file that it can't find. It reads no more
// then, and complains about that too.
const noInclude = "include file not found"

// parserErrors takes over the messages of the parser, which come as one text.
func (fe *front) parserErrors(name string, err error) {
	n, missing := 0, strings.Contains(err.Error(), noInclude)
	for _, line := range strings.Split(err.Error(), "\n") {
		if strings.TrimSpace(line) == "" || missing && strings.HasSuffix(line, "unexpected EOF") {
			continue
		}
		pos, msg := source.Pos{File: name}, line
		if m := errorPos.FindStringSubmatch(line); m != nil {
			pos.File, msg = m[1], m[4]
			pos.Line, _ = strconv.Atoi(m[2])
			pos.Col, _ = strconv.Atoi(m[3])
		}
		pos = fe.beforeTail(pos)
		fe.errorf(pos, "%s", msg+missingHint(msg))
		if n++; n == maxParserErrors {
			return
		}
	}
}

// beforeTail moves a position in the tail to the end of the file's own text.
func (fe *front) beforeTail(pos source.Pos) source.Pos {
	text, ok := fe.texts[pos.File]
	if !ok || pos.Line <= strings.Count(text, "\n")+1 {
		return pos
	}
	return posAt(pos.File, []byte(text), len(strings.TrimRight(text, " \t\r\n")))
}

// missingHint says how to get a header of a Linux kernel, or one that is made while that is built.
func missingHint(msg string) string {
	if !strings.HasPrefix(msg, noInclude) {
		return ""
	}
	for _, dir := range []string{"generated/", "asm/", "config/"} {
		if strings.Contains(msg, dir) {
			return "; a Linux kernel has it after: make prepare"
		}
	}
	if strings.Contains(msg, "<linux/") {
		return "; a Linux kernel has it: -p names the folder in which modules for it are built, as /lib/modules/$(uname -r)/build"
	}
	return ""
}
