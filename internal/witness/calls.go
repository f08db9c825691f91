package witness

import (
	"regexp"
	"sort"
	"strings"
)

// macroLine matches directives that define macros or bring some along.
var macroLine = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*(define|include)\b[ \t]*(\w*)`)

// Call is a call of a function by its name, as written: NAME(...).
type Call struct {
	Name string
	From int // offset of the name
	End  int // offset of the closing bracket
}

// Calls lists what looks like a call in the statements between two offsets.
func (o *Outline) Calls(from, to int) []Call {
	var list []Call
	first, last := o.between(from, to)
	for i := first; i < last; i++ {
		if t := o.toks[i]; o.called(i) {
			p := &outliner{o: o, i: i + 1}
			list = append(list, Call{t.text, t.at, o.toks[p.group()].at})
		}
	}
	return list
}

// between returns the indices of the first token between two offsets, and behind the last.
func (o *Outline) between(from, to int) (first, last int) {
	first = sort.Search(len(o.toks), func(i int) bool { return o.toks[i].at >= from })
	return first, sort.Search(len(o.toks), func(i int) bool { return o.toks[i].end() > to })
}

// called reports whether the token i is a name with brackets behind it, and no declaration.
func (o *Outline) called(i int) bool {
	t := o.toks[i]
	if !t.isWord() || notCalled[t.text] || i+1 >= len(o.toks) || o.toks[i+1].text != "(" {
		return false
	}
	return i == 0 || !o.toks[i-1].isWord() || notCalled[o.toks[i-1].text] || o.toks[i-1].text == "else" || o.toks[i-1].text == "do"
}

// notCalled are the words that brackets follow without a call.
var notCalled = map[string]bool{"if": true, "while": true, "for": true, "switch": true, "return": true, "sizeof": true, "case": true,
	"_Alignof": true, "__alignof__": true, "__typeof__": true, "typeof": true, "__attribute__": true, "defined": true, "_Static_assert": true}

// CallAt returns the call whose name is at the offset; nil if there is none.
func (o *Outline) CallAt(at int) *Call {
	for _, s := range o.Stmts {
		if s.Kind != "{" && s.Start <= at && at < s.End {
			for _, c := range o.Calls(s.Start, s.End) {
				if c.From == at {
					return &c
				}
			}
		}
	}
	return nil
}

// CondAt returns the statement in whose condition the offset is; nil if there is none.
func (o *Outline) CondAt(at int) *Stmt {
	for _, s := range o.Stmts {
		if s.Cond[0] <= at && at < s.Cond[1] {
			return s
		}
	}
	return nil
}

// LoopAt returns the loop whose head is at the offset: its keyword, its condition, or, of a loop
// without end, the first statement of its body; nil if there is none.
func (o *Outline) LoopAt(at int) *Stmt {
	if s := o.CondAt(at); s != nil && s.Loop() && s.Kind != "do" {
		return s
	}
	for _, s := range o.Stmts {
		if s.Loop() && (s.Start == at || s.Kind != "do" && o.endless(s) && o.first(s, at)) {
			return s
		}
	}
	return nil
}

// endless reports whether a loop has no condition, or a number that isn't 0.
func (o *Outline) endless(s *Stmt) bool {
	if s.Cond == [2]int{} {
		return false
	}
	c := strings.TrimSpace(o.Text[s.Cond[0]:s.Cond[1]])
	return c == "" && s.Kind == "for" || c != "" && strings.Trim(c, "0123456789") == "" && strings.Trim(c, "0") != ""
}

// first reports whether the offset is in the first statement of a loop's body that does something
// and is no loop.
func (o *Outline) first(loop *Stmt, at int) bool {
	for _, s := range o.Stmts {
		if s.From >= loop.Body && s.Kind != "{" && o.Text[s.Start] != ';' {
			return !s.Loop() && s.Start <= at && at < s.End
		}
	}
	return false
}

// StmtAt returns the innermost statement, no block, that the offset is in, labels included; nil if there is none.
func (o *Outline) StmtAt(at int) *Stmt {
	var in *Stmt
	for _, s := range o.Stmts {
		if s.Kind != "{" && s.From <= at && at < s.End {
			in = s
		}
	}
	return in
}
