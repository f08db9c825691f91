package check

import (
	"strings"

	"hardbop/internal/cfront"
	"hardbop/internal/cil"
	"hardbop/internal/path"
	"hardbop/internal/result"
)

// doubt returns why an error path may not exist although it can be run with the values
// that the analysis knows of: some step makes up a value that the program may not have.
// It returns nil if there is no such step.
func (p *Prepared) doubt(way *path.Path) *result.Reason {
	for _, s := range way.Steps {
		if code, what := madeUp(s); code != "" {
			at := result.At(s.Node.Pos)
			return &result.Reason{Code: code, Text: "the error path goes through " + what + ", whose result is not known", Where: &at}
		}
	}
	if v := p.untrackedOn(way); v != nil {
		at := result.At(v.Pos)
		return &result.Reason{Code: "large-initialiser", Text: "the error path may depend on the initial value of " + v.Name + ", which is not tracked", Where: &at}
	}
	return nil
}

// madeUp returns a reason code and words for what happens in s if a value comes from
// something that is not modelled.
func madeUp(s path.Step) (code, what string) {
	switch in := s.Node.Instr.(type) {
	case *cil.Havoc:
		if in.Why == "va_arg" || in.Why == cfront.WhyMacroArg {
			return "unsupported", in.Why
		}
	case *cil.Call:
		if f := in.Callee(); f != nil && in.Ret != nil && !f.HasBody() && strings.HasPrefix(f.Name, "__builtin_") && !modelled(f) {
			return "unsupported", "a call of " + f.Name
		}
	}
	return "", ""
}

// untrackedOn returns a global whose initial value is not tracked and that may matter to
// the path: any of them if the path reads memory through a pointer. Nil if there is none.
func (p *Prepared) untrackedOn(way *path.Path) *cil.Var {
	var found *cil.Var
	for _, s := range way.Steps {
		cil.EachExpr(s.Node.Instr, func(e cil.Expr) {
			cil.Walk(e, func(x cil.Expr) {
				l, ok := x.(*cil.Load)
				if !ok {
					return
				}
				for _, v := range p.Harness.Untracked {
					if l.L.Base == v || l.L.Base == nil && v.AddrTaken {
						found = v
					}
				}
			})
		})
	}
	return found
}
