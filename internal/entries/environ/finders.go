package environ

import (
	"hardbop/internal/cil"
)

// finders writes the functions that are called after calls that look for the object that a
// driver is bound to, and return what they return then.
func (w *writer) finders() {
	called := w.plan.called(w.unit)
	for _, g := range w.plan.groups {
		b := g.base()
		if !g.lives || b == nil || b.Orig != "" || len(g.path()) > 0 || g.unit != w.unit {
			continue
		}
		for _, f := range w.plan.kinds.Finders(g.tag) {
			fn := called[f.Function]
			for _, h := range g.handles {
				if fn != nil && h.Tag == f.Object && !w.declared[HookPrefix+f.Function] {
					w.declared[HookPrefix+f.Function] = true
					w.finder(g, b, h, fn)
				}
			}
		}
	}
}

func (w *writer) finder(g *group, b *cil.Var, h *cil.CompType, fn *cil.Func) {
	ret, _ := w.types.declare(fn.Type.Ret, HookPrefix+fn.Name)
	params, _ := w.types.declare(fn.Type.Ret, "result")
	for k, p := range fn.Type.Params {
		d, _ := w.types.declare(p, param(k))
		params += ", " + d
	}
	w.printf("\n/* called after each call of %s, which returns what this returns */\n%s(%s)\n{\n", fn.Name, ret, params)
	w.printf("\tif (%s != &%s)\n\t\treturn result;\n", param(0), b.Name)
	object := w.handle(g, h)
	if h.Defined {
		object = "&" + object
	}
	w.printf("\treturn %s != 0 ? %s : 0;\n}\n", w.stateOf(g), object)
}
