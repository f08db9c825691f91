package witness

// Outline has the statements of a C file.
type Outline struct {
	Text  string
	Stmts []*Stmt // by their first offsets
	// Macros are the names that the text defines as macros; Includes says that there are more.
	Macros   map[string]bool
	Includes bool
	toks     []token
	lines    index
	blocks   [][2]int
}

// Stmt is a statement of a function, or a declaration in one. Its kind is if, while, for, do,
// switch, a block ({), or simple ("").
type Stmt struct {
	Kind  string
	Func  string
	From  int // offset: of its labels, if there are any
	Start int // offset behind the labels
	End   int // offset behind it
	// Cond are the offsets of the condition, in the brackets; of for the part between the semicolons.
	Cond [2]int
	// Body is the offset of the statement that a loop repeats.
	Body int
	// InBlock says that it stands in a block by itself, so that another may stand before it.
	InBlock bool
}

// Loop reports whether s is a loop.
func (s *Stmt) Loop() bool { return s.Kind == "while" || s.Kind == "for" || s.Kind == "do" }

// NewOutline reads the statements out of a text. What macros hide isn't seen.
func NewOutline(text string) *Outline {
	o := &Outline{Text: text, toks: tokens(text), lines: indexOf(text), Macros: map[string]bool{}}
	for _, m := range macroLine.FindAllStringSubmatch(text, -1) {
		o.Includes = o.Includes || m[1] == "include"
		if m[1] == "define" {
			o.Macros[m[2]] = true
		}
	}
	p := &outliner{o: o}
	p.file()
	return o
}

// Place returns the line and column of an offset.
func (o *Outline) Place(at int) (line, col int) { return o.lines.place(at) }

// Offset returns the offset of a place; -1 if the text has no such line.
func (o *Outline) Offset(line, col int) int { return o.lines.offset(line, max(col, 1)) }

// Visible reports whether what is declared in a function at the offset decl is visible at the
// offset at, as far as blocks say.
func (o *Outline) Visible(decl, at int) bool {
	for _, b := range o.blocks {
		if b[0] < decl && decl < b[1] && !(b[0] < at && at < b[1]) {
			return false
		}
	}
	return decl < at
}

// outliner goes through the tokens.
type outliner struct {
	o  *Outline
	i  int
	fn string // the function that the statements are in
}

func (p *outliner) text() string { return p.textAt(p.i) }

func (p *outliner) textAt(i int) string {
	if i < len(p.o.toks) {
		return p.o.toks[i].text
	}
	return ""
}

// offset is that of the token, or of the end of the text.
func (p *outliner) offset() int {
	if p.i < len(p.o.toks) {
		return p.o.toks[p.i].at
	}
	return len(p.o.Text)
}

func (p *outliner) more() bool { return p.i < len(p.o.toks) }

// file finds the bodies of functions: blocks behind a name and brackets, without = before.
func (p *outliner) file() {
	name, value := "", false
	for p.more() {
		switch t := p.text(); {
		case t == "(" && p.i > 0 && p.o.toks[p.i-1].isWord():
			if w := p.o.toks[p.i-1].text; w != "__attribute__" && w != "__declspec" {
				name = w
			}
			p.group()
		case t == "{" && name != "" && !value:
			p.fn = name
			p.statement(true)
			name = ""
		case t == "{" || t == "(" || t == "[":
			p.group()
		case t == ";":
			name, value = "", false
			p.i++
		default:
			value = value || t == "="
			p.i++
		}
	}
}

// group skips what an opening bracket begins, and returns the index of its end.
func (p *outliner) group() int {
	depth := 0
	for ; p.more(); p.i++ {
		switch p.text() {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			if depth--; depth <= 0 {
				p.i++
				return p.i - 1
			}
		}
	}
	return len(p.o.toks) - 1
}

// statement reads one.
func (p *outliner) statement(inBlock bool) *Stmt {
	s := &Stmt{Func: p.fn, From: p.offset(), InBlock: inBlock}
	p.o.Stmts = append(p.o.Stmts, s)
	p.labels(s)
	s.Start = p.offset()
	switch t := p.text(); t {
	case "{":
		s.Kind = t
		p.block(s)
	case "if", "while", "for", "switch":
		s.Kind = t
		p.i++
		p.condition(s)
		s.Body = p.offset()
		p.statement(false)
		if s.Kind == "if" && p.text() == "else" {
			p.i++
			p.statement(false)
		}
	case "do":
		s.Kind = t
		p.i++
		s.Body = p.offset()
		p.statement(false)
		p.i++ // while
		p.condition(s)
		p.simple()
	default:
		p.simple()
	}
	s.End = p.o.toks[min(p.i, len(p.o.toks))-1].end()
	return s
}

// labels skips those of a statement.
func (p *outliner) labels(s *Stmt) {
	for p.more() {
		switch t := p.text(); {
		case t == "case":
			for p.more() && p.text() != ":" && p.text() != "{" && p.text() != ";" {
				p.i++
			}
			p.i++
		case p.textAt(p.i+1) == ":" && p.o.toks[p.i].isWord():
			p.i += 2
		default:
			return
		}
		s.InBlock = false
	}
}

// block reads the statements up to its end.
func (p *outliner) block(s *Stmt) {
	from := p.offset()
	p.i++
	for p.more() && p.text() != "}" {
		if at := p.i; p.statement(true) != nil && p.i == at {
			p.i++ // what no statement begins with
		}
	}
	p.o.blocks = append(p.o.blocks, [2]int{from, p.offset()})
	p.i++
}

// condition reads that of s, with its brackets.
func (p *outliner) condition(s *Stmt) {
	from := p.i
	if p.text() != "(" {
		return
	}
	last := p.group()
	s.Cond = [2]int{p.o.toks[from].end(), p.o.toks[last].at}
	if s.Kind == "for" {
		s.Cond = p.middle(from, last)
	}
}

// middle finds what stands between the semicolons.
func (p *outliner) middle(from, last int) [2]int {
	var semi []token
	depth := 0
	for _, t := range p.o.toks[from:last] {
		switch t.text {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			depth--
		case ";":
			if depth == 1 {
				semi = append(semi, t)
			}
		}
	}
	if len(semi) != 2 {
		return [2]int{}
	}
	return [2]int{semi[0].end(), semi[1].at}
}

// simple skips up to the semicolon; before the end of a block that it doesn't begin, it stops.
func (p *outliner) simple() {
	for p.more() {
		switch p.text() {
		case ";":
			p.i++
			return
		case "(", "[", "{":
			p.group()
		case ")", "]", "}":
			return
		default:
			p.i++
		}
	}
}
