package cfront

import (
	"strconv"
	"strings"

	"modernc.org/cc/v4"
)

// The parser doesn't tell where between declarations a #pragma pack stands. So each one
// that stands at file scope is replaced by a declaration of the same meaning, which the
// index finds in its place: typedef int __hardbop_pack_push_4;

const packPrefix = "__hardbop_pack"

// packDeclaration is the declaration for the pragma in a preprocessing line, or "".
func packDeclaration(line string) string {
	rest, ok := strings.CutPrefix(strings.TrimSpace(line), "pragma")
	if !ok {
		return ""
	}
	rest, ok = strings.CutPrefix(strings.TrimSpace(rest), "pack")
	if !ok {
		return ""
	}
	words := strings.FieldsFunc(rest, func(r rune) bool { return strings.ContainsRune("() ,\t\r", r) })
	name := packPrefix
	for _, w := range words {
		if n, err := strconv.Atoi(w); w == "push" || w == "pop" || w == "reset" || err == nil && n >= 0 && n <= 16 {
			name += "_" + w
		}
	}
	return "typedef int " + name + ";"
}

// packState is the value of #pragma pack, the values pushed, and the value at first.
type packState struct {
	first int64
	now   int64
	stack []int64
}

// apply does what the declaration of a pragma says.
func (p *packState) apply(name string) {
	words := strings.Split(strings.TrimPrefix(strings.TrimPrefix(name, packPrefix), "_"), "_")
	if words[0] == "" {
		p.now = p.first
	}
	for _, w := range words {
		switch w {
		case "":
		case "push":
			p.stack = append(p.stack, p.now)
		case "pop":
			if n := len(p.stack); n > 0 {
				p.now, p.stack = p.stack[n-1], p.stack[:n-1]
			}
		case "reset":
			p.now = p.first
		default:
			n, _ := strconv.Atoi(w)
			p.now = int64(n)
		}
	}
}

// packPragma reports whether d stands for a pragma, and obeys it.
func (u *unit) packPragma(d *cc.Declaration) bool {
	if d.InitDeclaratorList == nil || d.InitDeclaratorList.InitDeclarator == nil {
		return false
	}
	name := d.InitDeclaratorList.InitDeclarator.Declarator.Name()
	if !strings.HasPrefix(name, packPrefix) {
		return false
	}
	u.pack.apply(name)
	return true
}
