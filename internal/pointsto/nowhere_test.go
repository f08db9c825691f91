package pointsto_test

import (
	"testing"

	"hardbop/internal/cil"
	"hardbop/internal/pointsto"
)

// TestNowhere has pointers that are made of constants: those in the first and the last page of
// memory lead to nothing, as null does.
func TestNowhere(t *testing.T) {
	for text, want := range map[string]bool{
		"(int *)0": true, "(int *)16": true, "(int *)4095": true, "(int *)-12L": true, "(int *)-4095L": true,
		"(int *)4096": false, "(int *)-4096L": false, "(int *)0x7fff0000": false, "(int *)c": false,
	} {
		prog := loadText(t, "int x; int *p; long c; int main(int n) { p = &x; if (n) p = "+text+"; return *p; }")
		r := pointsto.Analyze(prog, prog.FuncNamed("main"))
		if got := r.PointsToObject(cil.LoadVar(prog.GlobalNamed("p"))); got != want {
			t.Errorf("%s leads to nothing: %v", text, got)
		}
	}
}
