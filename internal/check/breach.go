package check

import (
	"hardbop/internal/enc"
	"hardbop/internal/path"
	"hardbop/internal/replay"
	"hardbop/internal/result"
	"hardbop/internal/source"
)

// This file says of an error path of which no run has defined behaviour what is undefined, and where.

// undefined tells in r what is undefined in all runs along a path; nil is nothing.
func (p *Prepared) undefined(r *result.Result, way *path.Path, b *enc.Breach) {
	if b == nil {
		return
	}
	r.Undefined = p.breach(way, b)
	r.Checked += "; " + everyRun(r.Undefined)
}

// breach is what a path does that isn't defined; nil if that isn't known.
func (p *Prepared) breach(way *path.Path, b *enc.Breach) *result.Undefined {
	if b.Step < 0 {
		return nil
	}
	return &result.Undefined{What: b.What, Where: result.At(p.statementOf(way, b.Step))}
}

// everyRun says so of all runs along a path.
func everyRun(u *result.Undefined) string {
	text := replay.Reason{Code: replay.Undefined}.Error()
	if u == nil {
		return text
	}
	return text + ": it " + u.What + " at " + u.Where.String()
}

// statementOf is the place of the driver's statement that step i of a path is a part of: in a function of a system's header or of a model,
// the statement that calls it.
func (p *Prepared) statementOf(way *path.Path, i int) source.Pos {
	for k := i; k >= 0; k-- {
		if at := way.Steps[k].Node.Pos; at.Line > 0 && !ofSystem(at.File) && !p.outside(at.File) {
			return at
		}
	}
	return way.Steps[i].Node.Pos
}
