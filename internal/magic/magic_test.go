package magic

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"hardbop/internal/cil"
	"hardbop/internal/enc"
	"hardbop/internal/lts"
	"hardbop/internal/need"
)

func spec(t *testing.T, name, text string) *lts.File {
	t.Helper()
	f, err := lts.Parse(name, text)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// A procedure has one abstraction; the names that guards and conditions use come once.
func TestSpecs(t *testing.T) {
	one := spec(t, "one.fsp", "const K = 3 cproc f { abstract { a, $1 > limit + K, S }; }; cproc g { abstract { a, 1, S }; }; S = ( return {$0 == limit || $0 == other} -> STOP ).")
	s, err := NewSpecs([]*lts.File{one})
	if err != nil || fmt.Sprint(s.Names()) != "[K limit other]" || fmt.Sprint(s.Procedures()) != "[f g]" || s.Of("f") == nil || s.Of("h") != nil {
		t.Errorf("names %v, procedures %v: %v", s.Names(), s.Procedures(), err)
	}
	two := spec(t, "two.fsp", "T = ( return {} -> STOP ). cproc g { abstract { a, 1, T }; };")
	if _, err := NewSpecs([]*lts.File{one, two}); err == nil || !strings.Contains(err.Error(), "two.fsp:1:34: a second abstraction of g: the first is at one.fsp:1:") {
		t.Errorf("got %v", err)
	}
}

// regions are those of the return actions of a process, for values of type int or of none.
func regions(t *testing.T, process string, void bool) ([]string, *Returns, error) {
	t.Helper()
	f := spec(t, "r.fsp", "S = ( "+process+" ).")
	sys, err := f.LTS(&lts.Ref{Name: "S"})
	if err != nil {
		t.Fatal(err)
	}
	model, err := cil.NewDataModel("LP64", true)
	if err != nil {
		t.Fatal(err)
	}
	prog := &cil.Program{Model: model, Constants: map[string]*big.Int{"FOUR": big.NewInt(4)}}
	var typ cil.Type = model.Int(cil.Int)
	if void {
		typ = nil
	}
	p := newProver(prog, Env{Backend: need.Backend(t), Alias: enc.TypeAlias{}})
	r, err := newReturns(prog, f, sys.Actions, typ, p.possible)
	var names []string
	if err == nil {
		for _, g := range r.regions {
			names = append(names, g.Name)
		}
	}
	return names, r, err
}

// The return actions of a model are the possible combinations of the specification's
// conditions.
func TestReturns(t *testing.T) {
	for process, want := range map[string]string{
		"return {0} -> STOP | return {2} -> STOP":                "[return {$0 == 0} return {$0 == 2} return-other]",
		"return {$0 < 0} -> STOP | return {-5} -> STOP":          "[return {$0 < 0} and return {$0 == -5} return {$0 < 0} return-other]",
		"return {$0 < 0} -> STOP | return {$0 >= 0} -> STOP":     "[return {$0 < 0} return {$0 >= 0}]",
		"return {FOUR} -> STOP | return {} -> STOP":              "[return {$0 == FOUR} return {}]",
		"return {} -> STOP":                                      "[return {}]",
		"a -> S":                                                 "[return-other]",
		"return {1 == 2} -> STOP":                                "[return {$0 == 0} return-other]",
		"return {$0 > 2147483647} -> STOP | return {$0} -> STOP": "[return {$0} return-other]",
	} {
		if got, _, err := regions(t, process, false); err != nil || fmt.Sprint(got) != want {
			t.Errorf("%s has the return actions %v: %v", process, got, err)
		}
	}
	_, r, err := regions(t, "return {$0 < 0} -> STOP | return {-5} -> STOP | return {} -> STOP", false)
	if err != nil || fmt.Sprint(r.allowed(0), r.allowed(1), r.allowed(-1)) != "[0 1] [0] [0 1 2]" {
		t.Errorf("the conditions allow %v %v %v: %v", r.allowed(0), r.allowed(1), r.allowed(-1), err)
	}
	if got, _, err := regions(t, "return {} -> STOP", true); err != nil || fmt.Sprint(got) != "[return {}]" {
		t.Errorf("nothing is returned by %v: %v", got, err)
	}
	if _, _, err := regions(t, "return {1} -> STOP", true); err == nil || !strings.Contains(err.Error(), "r.fsp:1:7: the procedure returns nothing") {
		t.Errorf("got %v", err)
	}
	many := splitter{texts: make([]string, 12), conds: slices.Repeat([]cil.Expr{cil.IntConst(&cil.IntType{}, 1)}, 12), sat: func([]cil.Expr) bool { return true }}
	if (&Returns{conds: make([]*condition, 12)}).split(nil, nil, many) {
		t.Error("4096 return actions are not too many")
	}
}

// Conditions are over arguments by their numbers.
func TestConditions(t *testing.T) {
	model, err := cil.NewDataModel("LP64", true)
	if err != nil {
		t.Fatal(err)
	}
	prog := &cil.Program{Model: model}
	i := model.Int(cil.Int)
	f := spec(t, "c.fsp", "cproc f { abstract { a, $1 > 0 && &$2 != 0, S }; abstract { b, $1 > $2, S }; }; S = ( return {} -> STOP ).")
	types := []cil.Type{nil, i, i}
	values := []cil.Expr{nil, cil.IntConst(i, 7), cil.LoadVar(&cil.Var{Name: "n", Type: i, Kind: cil.Global})}
	c, err := translate(prog, f, f.Procedures[0].Abstractions[1].Guard, types)
	if err != nil {
		t.Fatal(err)
	}
	if e, err := c.over(values); err != nil || cil.ExprString(e) != "7 > n" {
		t.Errorf("got %v: %v", e, err)
	}
	if c, err = translate(prog, f, f.Procedures[0].Abstractions[0].Guard, types); err == nil {
		_, err = c.over(values)
	}
	if err == nil || !strings.Contains(err.Error(), "c.fsp:1:25: ") {
		t.Errorf("the address of an argument is taken: %v", err)
	}
	if _, err := translate(prog, f, f.Procedures[0].Abstractions[1].Guard, types[:2]); err == nil || !strings.Contains(err.Error(), "there is no $2: the procedure has 1 parameter") {
		t.Errorf("got %v", err)
	}
}
