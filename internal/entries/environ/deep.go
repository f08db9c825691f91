package environ

import (
	"slices"
	"strings"
)

// One action may be registered more than once, with other data: all of these run, the last first. Of two that wait the first is the
// older one; of three the first is forgotten.

// deepen finds the slots that may be filled again before what runs last has run.
func (p *plan) deepen() {
	for _, g := range p.groups {
		slots := p.managed(g)
		before := p.before(g, slots)
		for _, s := range slots {
			s.deep = s.last && len(s.values) == 1 && before[s][s]
		}
	}
}

func (s *slot) push() string { return "hardbop_push" + s.name[len("hardbop"):] }
func (s *slot) pop() string  { return "hardbop_pop" + s.name[len("hardbop"):] }

// older writes the variables of what waits behind s, and the functions that put it there and take it back.
func (w *writer) older(s *slot) {
	v := s.values[0]
	d, _ := w.types.declare(v.typ, v.name+"_older")
	w.decls = append(w.decls, "static "+d+";", "static int "+s.name+"_older;")
	w.printf("\nvoid %s(void)\n{\n\t%[2]s_older = %[2]s;\n\t%[3]s_older = %[3]s;\n}\n", s.push(), v.name, s.name)
	w.printf("\nvoid %s(void)\n{\n\t%[2]s = %[2]s_older;\n\t%[3]s = %[3]s_older;\n\t%[3]s_older = 0;\n}\n", s.pop(), v.name, s.name)
}

// dig writes that what waits behind s comes to its front if given, an argument, is its data and not that of what is there.
func (w *writer) dig(s *slot, given string) {
	v := s.values[0]
	d, _ := w.types.declare(v.typ, "front")
	w.printf("\tif (%[1]s && %[1]s_older && %[2]s != %[3]s && %[2]s == %[3]s_older) {\n", s.name, given, v.name)
	w.printf("\t\t%s = %[2]s;\n\t\t%[2]s = %[2]s_older;\n\t\t%[2]s_older = front;\n\t}\n", d, v.name)
}

// popped writes that what is in s is taken out, and returns args with that in a variable.
func (w *writer) popped(s *slot, args []string) []string {
	v := s.values[0]
	d, _ := w.types.declare(v.typ, "front")
	w.line("%s = %s;", d, v.name)
	w.line("%s();", s.pop())
	args = slices.Clone(args)
	for i := range args {
		args[i] = strings.ReplaceAll(args[i], v.name, "front")
	}
	return args
}
