package report

import (
	"hardbop/internal/result"
	"hardbop/internal/source"
)

// paint says whether text is coloured. Colours are those that the terminal calls so; text that is
// painted is made inert before.
type paint bool

// in returns text between a code of ECMA-48, section 8.3.117, and the one that ends it.
func (p paint) in(code, text string) string {
	if !p || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

func (p paint) dim(text string) string  { return p.in("2", text) }
func (p paint) bold(text string) string { return p.in("1", text) }

// verdict is red for what is wrong, green for what is proved, yellow for what is open.
func (p paint) verdict(v result.Verdict) string {
	code := map[result.Verdict]string{result.Unsafe: "1;31", result.Safe: "1;32", result.Conforms: "1;32", result.Unknown: "1;33"}[v]
	if code == "" {
		code = "1"
	}
	return p.in(code, source.Printable(string(v)))
}
