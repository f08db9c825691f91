package cil

// Part returns the part of l at path.
func (l *Lval) Part(path ...Sel) *Lval {
	return &Lval{Base: l.Base, Mem: l.Mem, Path: append(l.Path[:len(l.Path):len(l.Path)], path...)}
}

// ScalarParts lists the scalar parts of l in the order of memory, those of all members of
// a union. It returns false if there are more than limit or their number isn't known.
func ScalarParts(l *Lval, limit int) ([]*Lval, bool) {
	p := partition{limit: limit}
	p.add(l)
	return p.parts, !p.failed
}

type partition struct {
	parts  []*Lval
	limit  int
	failed bool
}

func (p *partition) add(l *Lval) {
	if p.failed {
		return
	}
	switch t := l.Type().(type) {
	case *CompType:
		p.failed = !t.Defined
		for _, f := range t.Fields {
			p.add(l.Part(Sel{Field: f}))
		}
	case *ArrayType:
		p.failed = t.Len < 0 || t.Len > int64(p.limit)
		for i := int64(0); i < t.Len && !p.failed; i++ {
			p.add(l.Part(Sel{Index: IntConst(boolResult, i)}))
		}
	default:
		p.parts = append(p.parts, l)
		p.failed = len(p.parts) > p.limit
	}
}
