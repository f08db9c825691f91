package lts

import (
	"fmt"
	"strings"
)

// String returns f as text that reads the same.
func (f *File) String() string {
	var b strings.Builder
	for _, k := range f.Consts {
		fmt.Fprintf(&b, "const %s = %s\n", k.Name, Text(k.Value))
	}
	for _, r := range f.Ranges {
		fmt.Fprintf(&b, "range %s = %s\n", r.Name, r.Span)
	}
	for _, p := range f.Procedures {
		fmt.Fprintf(&b, "cproc %s {\n", p.Name)
		for _, a := range p.Abstractions {
			fmt.Fprintf(&b, "  abstract { %s, %s, %s };\n", a.Name, Text(a.Guard), &a.Initial)
		}
		b.WriteString("};\n")
	}
	for _, p := range f.Processes {
		b.WriteString(p.String())
	}
	return b.String()
}

// String returns the equations of p.
func (p *Process) String() string {
	var list []string
	for _, e := range p.Equations {
		list = append(list, e.String())
	}
	text := strings.Join(list, ",\n")
	if len(p.Extension) > 0 {
		text += " + {" + join(p.Extension) + "}"
	}
	return text + ".\n"
}

// String returns the equation without what ends it.
func (e *Equation) String() string {
	var b strings.Builder
	b.WriteString(e.Name)
	for _, i := range e.Indices {
		b.WriteString(i.String())
	}
	b.WriteString(" = ")
	writeBody(&b, e.Body)
	return b.String()
}

// String returns the index in brackets.
func (i Index) String() string {
	switch {
	case i.E != nil:
		return "[" + Text(i.E) + "]"
	case i.Var != "":
		return "[" + i.Var + ":" + i.Span.String() + "]"
	}
	return "[" + i.Span.String() + "]"
}

// String returns the range.
func (s Span) String() string {
	if s.Name != "" {
		return s.Name
	}
	return Text(s.Lo) + ".." + Text(s.Hi)
}

// String returns the state as it is referred to.
func (r *Ref) String() string {
	text := r.Name
	for _, i := range r.Indices {
		text += "[" + Text(i) + "]"
	}
	return text
}

func writeBody(b *strings.Builder, body Body) {
	switch body := body.(type) {
	case *Ref:
		b.WriteString(body.String())
	case *Choice:
		for i, br := range body.Branches {
			b.WriteString([]string{"( ", " | "}[min(i, 1)])
			br.write(b)
		}
		b.WriteString(" )")
	}
}

func (br *Branch) write(b *strings.Builder) {
	if br.When != nil {
		b.WriteString("when (" + Text(br.When) + ") ")
	}
	for _, a := range br.Actions {
		b.WriteString(a.String() + " -> ")
	}
	writeBody(b, br.Then)
}

// String returns the action.
func (a *Act) String() string {
	switch {
	case a.Return && a.Value == nil:
		return "return {}"
	case a.Return:
		return "return {" + Text(a.Value) + "}"
	case len(a.Labels) == 1:
		return a.Labels[0].String()
	}
	return "{" + join(a.Labels) + "}"
}

// String returns the label.
func (l *Label) String() string {
	var b strings.Builder
	for i, p := range l.Parts {
		switch {
		case p.Name == "":
			b.WriteString(p.Index.String())
		case i == 0:
			b.WriteString(p.Name)
		default:
			b.WriteString("." + p.Name)
		}
	}
	return b.String()
}

func join(ls []*Label) string {
	var all []string
	for _, l := range ls {
		all = append(all, l.String())
	}
	return strings.Join(all, ", ")
}
