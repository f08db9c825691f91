package witness

import "slices"

// Cond is a condition: parts that && || ! and brackets join.
type Cond struct {
	op       string // "&&", "||", "!", or "" for a part
	args     []*Cond
	from, to int // offsets
	sure     bool
}

// NewCond reads the condition of a statement out of the text.
func (o *Outline) NewCond(s *Stmt) *Cond {
	first, last := o.between(s.Cond[0], s.Cond[1])
	return o.cond(o.toks[first:max(first, last)])
}

func (o *Outline) cond(toks []token) *Cond {
	if len(toks) == 0 {
		return &Cond{}
	}
	for _, op := range []string{"||", "&&"} {
		if parts := split(toks, op); len(parts) > 1 {
			c := &Cond{op: op}
			for _, p := range parts {
				c.args = append(c.args, o.cond(p))
			}
			return c
		}
	}
	last := len(toks) - 1
	switch {
	case toks[0].text == "(" && closing(toks, 0) == last:
		return o.cond(toks[1:last])
	case toks[0].text == "!" && single(toks[1:]):
		return &Cond{op: "!", args: []*Cond{o.cond(toks[1:])}}
	}
	return &Cond{from: toks[0].at, to: toks[last].end(), sure: o.plain(toks)}
}

// single reports whether toks are all that a ! before them negates.
func single(toks []token) bool {
	if len(toks) == 0 {
		return false
	}
	i := 0
	for i < len(toks)-1 && (toks[i].text == "!" || toks[i].text == "*" || toks[i].text == "-") {
		i++
	}
	if toks[i].text == "(" {
		i = closing(toks, i)
	}
	for i++; i < len(toks); i++ {
		switch toks[i].text {
		case "(", "[":
			i = closing(toks, i)
		case ".", "->":
			i++
		default:
			return false
		}
	}
	return true
}

// split cuts toks at the operators outside of brackets; ?: and commas leave them whole.
func split(toks []token, op string) [][]token {
	var parts [][]token
	from := 0
	for i := 0; i < len(toks); i++ {
		switch toks[i].text {
		case "(", "[", "{":
			i = closing(toks, i)
		case "?", ",":
			return nil
		case op:
			parts, from = append(parts, toks[from:i]), i+1
		}
	}
	return append(parts, toks[from:])
}

// closing returns the index of the bracket that closes the one at i, or the last index.
func closing(toks []token, i int) int {
	depth := 0
	for j := i; j < len(toks); j++ {
		switch toks[j].text {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			if depth--; depth == 0 {
				return j
			}
		}
	}
	return len(toks) - 1
}

// plain reports whether a branch on the part, wherever it comes from, has its sides as the part
// has: nothing in it is negated, compared twice, or hidden in a macro.
func (o *Outline) plain(toks []token) bool {
	compared := 0
	for i, t := range toks {
		called := t.isWord() && i+1 < len(toks) && toks[i+1].text == "("
		switch {
		case slices.Contains([]string{"==", "!=", "<", ">", "<=", ">="}, t.text):
			compared++
		case slices.Contains([]string{"!", "?", ",", "&&", "||", "{"}, t.text), o.Macros[t.text], called && o.Includes && !o.defines(t.text):
			return false
		}
	}
	return compared <= 1
}

// defines reports whether the text defines the function.
func (o *Outline) defines(name string) bool {
	return slices.ContainsFunc(o.Stmts, func(s *Stmt) bool { return s.Func == name })
}

// Known says what a condition is where taken has the values of parts by their offsets: 1, 0, or -1
// if they don't tell.
func (c *Cond) Known(taken map[int]bool) int {
	switch c.op {
	case "!":
		return not(c.args[0].Known(taken))
	case "&&":
		return all(c.args, taken, Cond.known0)
	case "||":
		return not(all(c.args, taken, Cond.known1))
	}
	v, ok := taken[c.from]
	switch {
	case !ok || !c.sure:
		return -1
	case v:
		return 1
	}
	return 0
}

func (c Cond) known0(taken map[int]bool) int { return c.Known(taken) }
func (c Cond) known1(taken map[int]bool) int { return not(c.Known(taken)) }

// all is 0 if one of the values is 0, 1 if all are 1, else -1.
func all(args []*Cond, taken map[int]bool, value func(Cond, map[int]bool) int) int {
	out := 1
	for _, a := range args {
		switch value(*a, taken) {
		case 0:
			return 0
		case -1:
			out = -1
		}
	}
	return out
}

func not(v int) int {
	if v < 0 {
		return v
	}
	return 1 - v
}

// Part returns the offset of the part that the offset at is in; -1 if there is none.
func (c *Cond) Part(at int) int {
	if c.op == "" {
		if c.from <= at && at < c.to {
			return c.from
		}
		return -1
	}
	for _, a := range c.args {
		if p := a.Part(at); p >= 0 {
			return p
		}
	}
	return -1
}
