package cfront

// The parser is recursive, and a stack that overflows can't be caught. So the text is
// looked through before it is parsed, and what nests too deep is an error.

// maxNesting bounds how deep brackets, and runs of unary operators, may nest.
const maxNesting = 1000

// maxChain bounds how many statements may nest without braces, as in else if else if, and
// how many operators that group to the right one expression may have.
const maxChain = 10000

// nesting counts what is open at a point of the text.
type nesting struct {
	text   []byte
	depth  int   // brackets
	run    int   // unary operators in a row
	chain  int   // statements around without braces
	saved  []int // the chains outside of the braces around
	rights int   // operators that group to the right, and casts, since the statement began
	ended  bool  // a statement has just ended; else may go on
}

// checkNesting reports text that nests too deep. It reports whether all is well.
func (fe *front) checkNesting(name string, text []byte) bool {
	lx := newLexer(text)
	n := &nesting{text: text}
	for {
		t := lx.next()
		switch t.kind {
		case lexEnd:
			return true
		case lexDirective:
			continue
		case lexPunct:
			n.punct(text[t.from])
		default:
			n.word(string(text[t.from:t.to]))
		}
		limit := maxNesting
		if n.depth <= maxNesting && n.run <= maxNesting {
			if n.chain <= maxChain && n.rights <= 10*maxChain {
				continue
			}
			limit = maxChain
		}
		fe.errorf(posAt(name, text, t.from), "more than %d levels of nesting", limit)
		return false
	}
}

// word takes account of a token that is not punctuation.
func (n *nesting) word(w string) {
	n.run = 0
	if n.ended && w != "else" {
		n.chain = 0
	}
	n.ended = false
	switch w {
	case "if", "else", "for", "while", "do", "switch":
		n.chain++
	}
}

func (n *nesting) punct(c byte) {
	if n.ended {
		n.chain, n.ended = 0, false
	}
	switch c {
	case '(', '[':
		n.depth++
		n.rights++
	case ')', ']':
		n.depth--
	case '{':
		n.depth++
		n.saved = append(n.saved, n.chain)
		n.chain, n.rights = 0, 0
	case '}':
		n.depth--
		if k := len(n.saved); k > 0 {
			n.chain, n.saved = n.saved[k-1], n.saved[:k-1]
		}
		n.ended, n.run, n.rights = true, 0, 0
	case ';':
		n.ended, n.run, n.rights = n.depth == len(n.saved), 0, 0
	case ',':
		n.rights = 0
	case '?', '=':
		n.rights++
	case '!', '~', '-', '+', '*', '&':
		n.run++
	}
}
