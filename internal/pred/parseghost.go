package pred

import (
	"strconv"
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/source"
)

// ghost reads a declaration such as "$x#2 = x at node 12".
func (p *parser) ghost(scope *cil.Func, text string, at int) {
	eq, on := strings.Index(text, "="), strings.LastIndex(text, " at ")
	if text[0] != '$' || eq < 0 || on < eq {
		p.errorAt(at, "expected a ghost like '$x = x at entry' before ';'")
		return
	}
	name := strings.TrimSpace(text[:eq])
	from := eq + 1 + leadingSpace(text[eq+1:])
	l, err := cil.ParseLval(p.prog, scope, strings.TrimRight(text[from:max(on, from)], " \t\r\n"), p.pos(at+from))
	if err != nil {
		p.complain(err)
		return
	}
	if !cil.IsScalar(l.Type()) {
		p.errorAt(at+from, "'%s' is not a number or a pointer but of type %s", cil.LvalString(l), cil.TypeString(l.Type()))
		return
	}
	if !isGhostName(name, l) {
		p.errorAt(at, "expected the name '%s', or that with a number from 2 on like '%s'", cil.GhostName(l, 1), cil.GhostName(l, 2))
		return
	}
	if p.ghosts[scope][name] != nil {
		p.errorAt(at, "the ghost '%s' is declared twice", name)
		return
	}
	if f, node, ok := p.point(scope, text[on+4:], at+on+4); ok {
		p.declare(scope, &Ghost{V: &cil.Var{Name: name, Type: l.Type(), Kind: cil.Ghost, Func: scope, Of: l}, Func: f, At: node})
	}
}

func leadingSpace(s string) int { return len(s) - len(strings.TrimLeft(s, " \t\r\n\f\v")) }

func (p *parser) declare(scope *cil.Func, g *Ghost) {
	if p.ghosts[scope] == nil {
		p.ghosts[scope] = map[string]*cil.Var{}
	}
	p.ghosts[scope][g.V.Name] = g.V
	p.set.Ghosts = append(p.set.Ghosts, g)
}

// isGhostName reports whether name is that of a ghost of l.
func isGhostName(name string, l *cil.Lval) bool {
	n := 1
	if i := strings.LastIndexByte(name, '#'); i >= 0 {
		n, _ = strconv.Atoi(name[i+1:])
	}
	return n >= 1 && name == cil.GhostName(l, n)
}

// point reads "entry", "node 12" or "line 12", with "of f" behind it in the global group.
func (p *parser) point(scope *cil.Func, text string, at int) (f *cil.Func, node *cil.Node, ok bool) {
	words := strings.Fields(text)
	f = scope
	if n := len(words); f == nil {
		if n < 3 || words[n-2] != "of" {
			p.errorAt(at, "expected 'of' and a procedure at the end: a ghost in the global group needs to say where it is assigned")
			return nil, nil, false
		}
		if f, ok = p.scope(words[n-1], at+strings.LastIndex(text, words[n-1])); !ok || f == nil {
			return nil, nil, false
		}
		words = words[:n-2]
	}
	if len(words) == 1 && words[0] == "entry" {
		return f, nil, true
	}
	if len(words) != 2 || words[0] != "node" && words[0] != "line" {
		p.errorAt(at, "expected 'entry', 'node N' or 'line N', found '%s'", source.Printable(text))
		return nil, nil, false
	}
	number, err := strconv.Atoi(words[1])
	if err == nil {
		node = nodeAt(f, words[0], number)
	}
	if node == nil {
		p.errorAt(at, "%s has no %s %s", f.Name, words[0], source.Printable(words[1]))
		return nil, nil, false
	}
	return f, node, true
}

// nodeAt returns a node by its number, or the first one of a source line.
func nodeAt(f *cil.Func, what string, number int) *cil.Node {
	for _, n := range f.Nodes {
		if what == "node" && n.ID == number || what == "line" && n.Pos.Line == number {
			return n
		}
	}
	return nil
}

// procedures lists the names of the procedures with a body.
func procedures(prog *cil.Program) []string {
	var names []string
	for _, f := range prog.Funcs {
		if f.HasBody() {
			names = append(names, f.Name)
		}
	}
	return names
}

// exact reads "exact node 12" or "exact line 12".
func (p *parser) exact(scope *cil.Func, text string, at int) {
	if scope == nil {
		p.errorAt(at, "'exact' in the global group: expected it in the group of a procedure")
		return
	}
	const word = len("exact ")
	_, node, ok := p.point(scope, text[word:], at+word)
	switch {
	case !ok:
	case node == nil:
		p.errorAt(at+word, "expected 'node N' or 'line N', found 'entry'")
	default:
		p.set.AddExact(node)
	}
}
