package environ

// A callback may be kept from being called, without being taken back: that of a tasklet by tasklet_disable, of a URB that is poisoned, as
// it can't be armed then. Which object that is, is remembered; where there are several, one of them.

// A thread isn't called before it is woken, either.

// woken names the variable that says whether it was.
func (s *slot) woken() string { return s.name + "_woken" }

// blocked names the variable with the object that is kept.
func (s *slot) blocked() string { return s.values[0].name + "_blocked" }

// block writes what a's call does to that variable.
func (w *writer) block(a action) {
	switch {
	case a.h.wakes:
		w.printf("\tif (%s)\n\t\t%s = 1;\n", a.same(), a.s.woken())
	case a.h.blocks:
		w.printf("\t%s = %s;\n", a.s.blocked(), w.cast(a.s.values[0].typ, a.h.object()))
	case a.h.unblocks && a.s.blocks:
		w.printf("\tif (%s == %s)\n\t\t%s = 0;\n", a.h.object(), a.s.blocked(), a.s.blocked())
	}
}
