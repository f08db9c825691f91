package cfront

import (
	"bytes"
	"fmt"
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
	m := u.macros[name]
	if m == nil || m.IsFnLike || chain == 0 {
		return nil
	}
	if v := u.constantText(m.ReplacementList(), chain-1); v != nil {
		return v
	}
	return u.valueOf(name)
}

// valuePrefix begins the names of the declarations that have the values of macros.
const valuePrefix = "__hardbop_value_"

// values is text that declares, at the end of a file, something with the value of each
// macro that is asked for, which may be any expression. It is elaborated only if the value
// is needed.
func (fe *front) values() []byte {
	var b bytes.Buffer
	for _, name := range fe.cfg.Names {
		fmt.Fprintf(&b, "\n#ifdef %s\nextern long long %s%s = (%s);\n#endif", name, valuePrefix, name, name)
	}
	return b.Bytes()
}

// valueOf returns the value of the macro called name if that is a constant expression.
func (u *unit) valueOf(name string) *big.Int {
	r := u.values[name]
	if r == nil || r.init == nil || r.init.Case != cc.InitializerExpr {
		return nil
	}
	var v *big.Int
	x := u.fileContext()
	if !x.attempt(position(r.init), func() { v, _ = x.tryConst(r.init.AssignmentExpression) }) {
		return nil
	}
	return v
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
