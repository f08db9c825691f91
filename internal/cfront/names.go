package cfront

import (
	"math/big"
	"strings"

	"modernc.org/cc/v4"

	"hardbop/internal/cil"
)

// This file looks up the names that somebody outside of the files asks for, such as a
// rule: what a name means at the end of the first file that knows it.

// resolveNames fills the program's Constants and Types.
func (fe *front) resolveNames() {
	for _, name := range fe.cfg.Names {
		for _, u := range fe.units {
			if v := u.constantNamed(name, maxMacroChain); v != nil {
				fe.prog.Constants[name] = v
				break
			}
			if s := u.ids[name]; s != nil {
				s.resolve()
				break
			}
		}
	}
	for _, name := range fe.cfg.TypeNames {
		for _, u := range fe.units {
			if t := u.typeNamed(name); t != nil {
				fe.prog.Types[name] = t
				break
			}
		}
	}
}

// maxMacroChain bounds the macros that are looked through to find a constant.
const maxMacroChain = 16

// constantNamed returns the value of an enumerator, or of a macro that stands for an
// integer constant, an enumerator or another such macro; nil for anything else.
func (u *unit) constantNamed(name string, chain int) *big.Int {
	if s := u.ids[name]; s != nil {
		if e, ok := s.resolve().(*enumConst); ok {
			return e.val.Val
		}
		return nil
	}
	if m := u.ast.Macros[name]; m != nil && !m.IsFnLike && chain > 0 {
		return u.constantText(m.ReplacementList(), chain-1)
	}
	return nil
}

// constantText evaluates the tokens of a macro: a constant or a name, with a sign and in
// parentheses perhaps.
func (u *unit) constantText(ts []cc.Token, chain int) *big.Int {
	var words []string
	for _, t := range ts {
		if w := strings.TrimSpace(t.SrcStr()); w != "" {
			words = append(words, w)
		}
	}
	negative := false
	for len(words) > 1 {
		switch n := len(words); {
		case words[0] == "(" && words[n-1] == ")":
			words = words[1 : n-1]
		case words[0] == "-" && !negative:
			negative, words = true, words[1:]
		default:
			return nil
		}
	}
	if len(words) == 0 {
		return nil
	}
	v := plainConstant(words[0])
	if v == nil {
		v = u.constantNamed(words[0], chain)
	}
	if v != nil && negative {
		v = new(big.Int).Neg(v)
	}
	return v
}

// plainConstant returns the value of a decimal, octal or hexadecimal constant, or nil.
func plainConstant(word string) *big.Int {
	if word[0] < '0' || word[0] > '9' || strings.Contains(word, "_") {
		return nil
	}
	v, ok := new(big.Int).SetString(strings.TrimRight(word, "uUlL"), 0)
	if !ok {
		return nil
	}
	return v
}

// typeNamed returns the type of a typedef name, or of words such as "struct irp"; nil if
// the file has no such type.
func (u *unit) typeNamed(name string) cil.Type {
	x := u.fileContext()
	kind, word, tagged := strings.Cut(name, " ")
	if !tagged {
		s := u.ids[name]
		if s == nil {
			return nil
		}
		if t, ok := s.resolve().(*typedefName); ok {
			return t.t.t
		}
		return nil
	}
	t := u.tags[word]
	switch {
	case t == nil:
		return nil
	case kind == "enum" && t.enum != nil:
		return u.fileContext().enumDefinition(t.enum, word)
	case t.comp != nil && kind != "enum":
		c := x.compOf(t, kind == "union")
		x.complete(c)
		return c
	}
	return nil
}
