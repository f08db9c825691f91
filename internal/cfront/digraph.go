package cfront

import "bytes"

// digraph is another spelling of a token (C17 6.4.6p3), and what it stands for.
type digraph struct{ spelled, means string }

// digraphs lists them, those first that begin with others.
var digraphs = []digraph{{"%:%:", "##  "}, {"<:", "[ "}, {":>", "] "}, {"<%", "{ "}, {"%>", "} "}, {"%:", "# "}}

// plainTokens returns the text with digraphs replaced by what they stand for.
func plainTokens(text []byte) []byte {
	found := false
	for _, d := range digraphs {
		found = found || bytes.Contains(text, []byte(d.spelled))
	}
	if !found {
		return text
	}
	out := append([]byte(nil), text...)
	lx := newLexer(text)
	for t := lx.next(); t.kind != lexEnd; t = lx.next() {
		for _, d := range digraphs {
			if t.kind == lexPunct && bytes.HasPrefix(text[t.from:], []byte(d.spelled)) {
				copy(out[t.from:], d.means)
				lx.at = t.from + len(d.spelled)
				break
			}
		}
	}
	return out
}
