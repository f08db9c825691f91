package cil

import (
	"fmt"
	"strings"

	"hardbop/internal/source"
)

// bodyPrinter writes the body of one function. The graph is followed from the entry; a
// branch whose ways meet again becomes an if with blocks, other edges become gotos.
type bodyPrinter struct {
	*printer
	f      *Func
	style  style
	meet   []*Node // immediate postdominators by node ID, nil if none
	placed map[*Node]bool
	target map[*Node]bool // what gotos lead to
	todo   []*Node        // targets of gotos that may have no place yet
	lines  []bodyLine
	depth  int
	last   source.Pos // of the last statement
}

// bodyLine is a line of text, with a goto at its end if to is set, or the place of a node.
type bodyLine struct {
	depth int
	text  string
	to    *Node
	note  string
	place *Node
}

// maxBlocks bounds the nesting of blocks.
const maxBlocks = 30

// function writes the definition of f.
func (p *printer) function(b *strings.Builder, f *Func) {
	bp := &bodyPrinter{printer: p, f: f, style: p.top.local(f), meet: postdominators(f),
		placed: map[*Node]bool{}, target: map[*Node]bool{}, depth: 1}
	fmt.Fprintf(b, "%s\n{\n", p.head(f, bp.style, true))
	bp.rewriteFormals()
	for _, v := range f.Locals {
		if p.elsewhereInMemory(v) {
			continue
		}
		d := Declare(v.Type, bp.style.varName(v))
		if v.Volatile {
			d = "volatile " + d
		}
		fmt.Fprintf(b, "\t%s;\n", d)
	}
	bp.begin(b)
	bp.sequence(through(f.Entry), f.Exit)
	bp.rest()
	bp.write(b)
	b.WriteString("}\n\n")
}

// rest places what only gotos lead to, and the exit last.
func (p *bodyPrinter) rest() {
	for len(p.todo) > 0 {
		n := p.todo[len(p.todo)-1]
		p.todo = p.todo[:len(p.todo)-1]
		if n == p.f.Exit || p.placed[n] {
			continue
		}
		if !p.ends() {
			p.jump(p.f.Exit, "", "")
		}
		p.sequence(n, p.f.Exit)
	}
	p.lines = append(p.lines, bodyLine{place: p.f.Exit})
}

// ends reports whether the last statement never goes on to what follows in the text.
func (p *bodyPrinter) ends() bool {
	if len(p.lines) == 0 {
		return false
	}
	l := p.lines[len(p.lines)-1]
	return l.place == nil && l.depth == 1 && (l.to != nil && l.text == "" || strings.HasPrefix(l.text, "return "))
}

// write writes the lines, with labels where gotos lead or the source has them.
func (p *bodyPrinter) write(b *strings.Builder) {
	label := p.labels()
	for _, l := range p.lines {
		switch {
		case l.place != nil && label[l.place] != "":
			fmt.Fprintf(b, "%s:;\n", label[l.place])
		case l.place != nil:
		case l.to != nil:
			fmt.Fprintf(b, "%s%sgoto %s;%s\n", strings.Repeat("\t", l.depth), l.text, label[l.to], l.note)
		default:
			fmt.Fprintf(b, "%s%s%s\n", strings.Repeat("\t", l.depth), l.text, l.note)
		}
	}
}

// labels names the nodes that have labels in the source, then those that gotos lead to.
func (p *bodyPrinter) labels() map[*Node]string {
	in := &names{taken: map[string]bool{}}
	label := map[*Node]string{}
	for _, l := range p.lines {
		if n := l.place; n != nil && len(n.Labels) > 0 {
			label[n] = in.choose(n.Labels[0])
		}
	}
	for _, l := range p.lines {
		if n := l.place; n != nil && len(n.Labels) == 0 && p.target[n] {
			label[n] = in.choose(fmt.Sprintf("L%d", n.ID))
		}
	}
	return label
}

// sequence writes the nodes from n on, up to stop, to which control falls through.
func (p *bodyPrinter) sequence(n, stop *Node) {
	for n != stop {
		if p.placed[n] || n == p.f.Exit {
			p.jump(n, "", "")
			return
		}
		p.placed[n] = true
		p.lines = append(p.lines, bodyLine{place: n})
		if next, done := p.rewritten(n); done {
			n = next
			continue
		}
		switch in := n.Instr.(type) {
		case *Branch:
			n = p.branch(n, in, stop)
			continue
		case *Return:
			if in.E != nil {
				p.line(n, "return "+p.style.exprText(in.E, 0)+";")
				return
			}
		default:
			if text := p.statement(in); text != "" {
				p.line(n, text)
			}
		}
		n = through(n.Succs[0])
	}
}

// through follows nodes that print nothing and have no label.
func through(n *Node) *Node {
	at := n
	for range len(n.Func.Nodes) {
		if !silent(at.Instr) || len(at.Labels) > 0 || len(at.Succs) == 0 {
			return at
		}
		at = at.Succs[0]
	}
	return n // an empty loop
}

// silent reports whether in is a Skip or a Return with nothing to print.
func silent(in Instr) bool {
	switch in := in.(type) {
	case *Skip:
		return in.Text == ""
	case *Return:
		return in.E == nil
	}
	return false
}

// branch writes a branch and at least one of its ways, and returns where to go on.
func (p *bodyPrinter) branch(n *Node, in *Branch, stop *Node) *Node {
	yes, no, join := through(n.Succs[0]), through(n.Succs[1]), p.meet[n.ID]
	if join != nil {
		join = through(join)
	}
	switch {
	case yes == no:
		return yes
	case p.elsewhere(yes, stop) || p.depth >= maxBlocks && yes != stop:
		p.jump(yes, p.ifText(in.E), p.note(n))
		return no
	case p.elsewhere(no, stop) || p.depth >= maxBlocks:
		p.jump(no, p.ifText(Not(in.E)), p.note(n))
		return yes
	case p.leaves(yes):
		p.block(n, in.E, yes, p.f.Exit)
		p.close()
		return no
	case p.leaves(no):
		p.block(n, Not(in.E), no, p.f.Exit)
		p.close()
		return yes
	case join == nil:
		p.jump(yes, p.ifText(in.E), p.note(n))
		return no
	case yes == join:
		p.block(n, Not(in.E), no, join)
	default:
		p.block(n, in.E, yes, join)
		if no != join {
			p.lines = append(p.lines, bodyLine{depth: p.depth, text: "} else {"})
			p.indented(no, join)
		}
	}
	p.close()
	return join
}

// elsewhere reports whether n already has its place, or is the exit and not what follows.
func (p *bodyPrinter) elsewhere(n, stop *Node) bool {
	return p.placed[n] || n == p.f.Exit && stop != n
}

// leaves reports whether a short chain from n, which nothing else leads to, ends in a return.
func (p *bodyPrinter) leaves(n *Node) bool {
	for range 20 {
		if p.placed[n] || len(n.Preds) != 1 || len(n.Succs) != 1 {
			return false
		}
		if ret, ok := n.Instr.(*Return); ok {
			return ret.E != nil
		}
		n = through(n.Succs[0])
	}
	return false
}

func (p *bodyPrinter) ifText(e Expr) string { return "if (" + p.style.exprText(e, 0) + ") " }

// block writes if (e) { and the nodes from n to stop.
func (p *bodyPrinter) block(at *Node, e Expr, n, stop *Node) {
	p.line(at, p.ifText(e)+"{")
	p.indented(n, stop)
}

func (p *bodyPrinter) indented(n, stop *Node) {
	p.depth++
	p.sequence(n, stop)
	p.depth--
}

func (p *bodyPrinter) close() { p.lines = append(p.lines, bodyLine{depth: p.depth, text: "}"}) }

// jump writes a goto after the condition text.
func (p *bodyPrinter) jump(to *Node, text, note string) {
	p.target[to] = true
	p.todo = append(p.todo, to)
	p.lines = append(p.lines, bodyLine{depth: p.depth, text: text, to: to, note: note})
}

// line writes one statement of n.
func (p *bodyPrinter) line(n *Node, text string) {
	p.lines = append(p.lines, bodyLine{depth: p.depth, text: text, note: p.note(n)})
}

// note is the place of n as a comment, if that is wanted and new.
func (p *bodyPrinter) note(n *Node) string {
	pos := n.Pos
	if !p.opts.Lines || pos.Line == 0 || pos.File == p.last.File && pos.Line == p.last.Line {
		return ""
	}
	p.last = pos
	return " /* " + comment(fmt.Sprintf("%s:%d", source.Printable(pos.File), pos.Line)) + " */"
}
