package c2bp

import (
	"testing"

	"hardbop/boolprog"
	"hardbop/internal/cfront"
	"hardbop/internal/cil"
	"hardbop/internal/enc"
	"hardbop/internal/lbe"
	"hardbop/internal/need"
	"hardbop/internal/source"
)

// A relation that is closed knows what it has found when it is asked again.
func TestRelationAgain(t *testing.T) {
	prog, err := cfront.Load([]cfront.File{{Name: "t.c", Text: []byte("int x; int main(void) { if (x > 3) x = 0; else x = x + 1; return 0; }")}}, cfront.Config{})
	if err != nil {
		t.Fatal(err)
	}
	f := prog.FuncNamed("main")
	e, err := cil.ParseExpr(prog, f, "x > 1", source.Pos{})
	if err != nil {
		t.Fatal(err)
	}
	frag := lbe.Fragments(f, lbe.BackEdges(f, nil))[0]
	q := lbe.NewQuery(frag, lbe.Semantics{Alias: enc.TypeAlias{}}, []lbe.Pred{{Name: "p", E: e}}, []lbe.Pred{{Name: "p'", E: e}})
	g := NewProver(need.Backend(t), prog, enc.Options{}).Group()
	defer g.Close()
	r := g.Relation(q, []Followed{{Src: []int{0}, Dst: []int{1}}})
	r.Within(boolprog.Bool(true))
	if !r.Grow(10) {
		t.Error("nothing was found")
	}
	found, _ := r.Rows()
	g.Close()
	if r.Grow(10) {
		t.Error("something was found twice")
	}
	if rows, ok := r.Rows(); !ok || len(rows) != len(found) || len(rows) != 4 {
		t.Errorf("%d rows, then %d", len(found), len(rows))
	}
}
