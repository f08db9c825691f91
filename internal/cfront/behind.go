package cfront

import (
	"bytes"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"modernc.org/cc/v4"
)

// Text behind a file, such as an environment, is parsed by itself, so that the file isn't
// parsed again for it. All that the parser must know from the file are the names of types
// that the text uses, and the macros: they stand before it. What is declared there is added
// to what the file declares.

// beforeBehind is the name of the source that stands before the text.
const beforeBehind = "<before>"

// identifier matches words that may be names.
var identifier = regexp.MustCompile(`[A-Za-z_$][\w$]*`)

// include matches a directive that reads a header.
var include = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*include`)

// parseBehind parses text that stands behind the unit's file. It reports nothing: ok is
// false if the text isn't right, or must be read together with the file.
func (u *unit) parseBehind(f File, text []byte) (ast *cc.AST, ok bool) {
	if include.Match(text) {
		return nil, false
	}
	fe := u.fe
	sources := []cc.Source{
		{Name: "<builtin>", Value: fe.prelude()},
		{Name: beforeBehind, Value: u.before(text)},
		{Name: f.Name, Value: string(mend(f.Name, text, fe.watch)) + tail},
	}
	ast, failed, err := fe.tryParseSources(f.Flags, sources)
	return ast, failed == nil && err == nil
}

// before is the text that says what the parser must know to read text: type names and
// macros of the unit's file.
func (u *unit) before(text []byte) string {
	names := u.wordsOf(text)
	var b strings.Builder
	for _, name := range names {
		if u.typeNames[name] {
			fmt.Fprintf(&b, "typedef int %s;\n", name)
		}
	}
	for _, name := range names {
		if m := u.macros[name]; m != nil {
			writeMacro(&b, name, m)
		}
	}
	return b.String()
}

// wordsOf returns the words of text, and those of the macros among them, in order.
func (u *unit) wordsOf(text []byte) []string {
	found := map[string]bool{}
	var todo []string
	for _, w := range identifier.FindAll(text, -1) {
		todo = append(todo, string(w))
	}
	for len(todo) > 0 {
		name := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if found[name] {
			continue
		}
		found[name] = true
		if m := u.macros[name]; m != nil {
			for _, t := range m.ReplacementList() {
				todo = append(todo, identifier.FindAllString(t.SrcStr(), -1)...)
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// writeMacro writes the definition of a macro.
func writeMacro(b *strings.Builder, name string, m *cc.Macro) {
	fmt.Fprintf(b, "#undef %s\n#define %s", name, name)
	if m.IsFnLike {
		var params []string
		for _, p := range m.Params {
			params = append(params, p.SrcStr())
		}
		if m.VarArg >= 0 && !slices.Contains(params, "...") {
			params = append(params[:m.VarArg], "...")
		}
		fmt.Fprintf(b, "(%s)", strings.Join(params, ", "))
	}
	for _, t := range m.ReplacementList() {
		b.WriteString(" " + t.SrcStr())
	}
	b.WriteByte('\n')
}

// listTypeNames fills the set of names that may be types somewhere at file scope.
func (u *unit) listTypeNames() {
	u.typeNames = map[string]bool{}
	for tu := u.ast.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		ed := tu.ExternalDeclaration
		if ed.Case != cc.ExternalDeclarationDecl || ed.Declaration.Case != cc.DeclarationDecl {
			continue
		}
		d := ed.Declaration
		if !isTypedef(d.DeclarationSpecifiers) {
			continue
		}
		for l := d.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
			u.typeNames[l.InitDeclarator.Declarator.Name()] = true
		}
	}
}

// addMacros adds the macros that text behind the file defines.
func (u *unit) addMacros(ast *cc.AST) {
	for name, m := range ast.Macros {
		if at := m.Position().Filename; at != beforeBehind && !strings.HasPrefix(at, "<") {
			u.macros[name] = m
		}
	}
}

// parseAll parses the unit's file, what stands behind it, and what has the values of macros.
func (u *unit) parseAll(f File, text []byte) bool {
	fe := u.fe
	if u.ast = fe.sharedTree(f, text); u.ast == nil {
		u.ast = fe.parseLean(f, text)
	}
	if u.ast == nil {
		return false
	}
	u.macros = maps.Clone(u.ast.Macros)
	u.listTypeNames()
	if len(f.Behind) > 0 {
		ast, ok := u.parseBehind(f, f.Behind)
		if !ok {
			return u.parseTogether(f, text)
		}
		u.addMacros(ast)
		u.behind = append(u.behind, ast)
	}
	u.parseValues(f)
	return true
}

// parseTogether parses the file and the text behind it as one.
func (u *unit) parseTogether(f File, text []byte) bool {
	if u.ast = u.fe.parseLean(f, slices.Concat(text, []byte("\n"), f.Behind)); u.ast == nil {
		return false
	}
	u.macros = maps.Clone(u.ast.Macros)
	u.listTypeNames()
	u.parseValues(f)
	return true
}

// parseValues parses what has the values of macros. It doesn't matter if that fails.
func (u *unit) parseValues(f File) {
	values := bytes.TrimSpace(u.fe.values())
	if len(values) == 0 {
		return
	}
	if ast, ok := u.parseBehind(f, values); ok {
		u.behind = append(u.behind, ast)
	}
}
