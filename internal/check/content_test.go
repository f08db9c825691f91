package check

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"unsafe"

	"hardbop/internal/cache"
	"hardbop/internal/digest"
	"hardbop/internal/need"
	"hardbop/internal/obs"
	"hardbop/internal/pred"
	"hardbop/internal/result"
	"hardbop/internal/smt/z3"
)

// contentOf is what abstractions of a program follow from.
func contentOf(t *testing.T, text string, opt Options, at precision) digest.Sum {
	t.Helper()
	opt.Files, opt.texts = []string{"t.c"}, map[string][]byte{"t.c": []byte(text)}
	if opt.Property == "" && opt.Spec == "" {
		opt.Property = "label:ERROR"
	}
	p, q, err := prepareAny(opt)
	if err != nil {
		t.Fatal(err)
	}
	return p.content(opt, q, at)
}

const contentText = `int nondet(void); int g = 1; int *p = &g; struct s { int a, b; } s;
	void set(int *q) { *q = 2; }
	int main(void) { int x = nondet(), y = nondet(); if (y) p = &x; set(&y); *p = 3; s.a = x; if (s.a == 3) { ERROR: return 1; } return 0; }
`

// TestContent changes one thing at a time: each makes another content.
func TestContent(t *testing.T) {
	base := Options{NoPropagation: true, NoSlice: true, Encoding: Small}
	seen := map[digest.Sum]string{contentOf(t, contentText, base, mathOnly): "nothing"}
	if len(seen) != 1 || seen[contentOf(t, contentText, base, mathOnly)] == "" {
		t.Fatal("the content depends on something else")
	}
	add := func(what string, d digest.Sum) {
		if other, ok := seen[d]; ok {
			t.Errorf("%s has the content of %s", what, other)
		}
		seen[d] = what
	}
	for _, edit := range [][2]string{
		{"g = 1", "g = 4"}, {"*p = &g", "*p"}, {"p = &x", "p = &y"}, {"set(&y)", "set(&x)"}, {"*q = 2", "*q = 5"}, {"*q = 2", "q = 0"}, {"int a, b", "short a, b"},
		{"int a, b", "int b, a"}, {"ERROR: return 1", "return 1; ERROR: ;"}, {"s.a == 3", "s.a != 3"}, {"if (y) p = &x;", "p = &x;"},
	} {
		text := strings.Replace(contentText, edit[0], edit[1], 1)
		add(edit[1], contentOf(t, text, base, mathOnly))
	}
	for _, at := range []precision{bitOperations, bitsOnly} {
		add(at.String(), contentOf(t, contentText, base, at))
	}
	for what, change := range map[string]func(*Options){
		"large": func(o *Options) { o.Encoding = Large }, "exact": func(o *Options) { o.Exact = true }, "short cubes": func(o *Options) { o.CubeLength = 1 },
		"no domains": func(o *Options) { o.NoDomains = true }, "wrapping": func(o *Options) { o.Wrap = true }, "logical": func(o *Options) { o.Logical = true },
		"bits": func(o *Options) { o.Bits = true }, "slices": func(o *Options) { o.NoSlice = false }, "constants": func(o *Options) { o.NoPropagation = false },
		"ILP32": func(o *Options) { o.Model = "ILP32" }, "inline": func(o *Options) { o.Inline = 100 }, "entry": func(o *Options) { o.Entry = "set" },
		"another property": func(o *Options) { o.Property = "reach" },
	} {
		o := base
		change(&o)
		add(what, contentOf(t, contentText, o, mathOnly))
	}
}

// notBearing are the options that don't bear on abstractions, with why.
var notBearing = map[string]string{
	"EnvOut": "output", "Preds": "part of the predicates", "Dump": "output", "ReplayOut": "output", "ReplayCC": "about error paths", "Certificate": "output",
	"Replay": "about error paths", "Certify": "about answers", "Evidence": "output", "Witness": "output", "Strict": "about answers",
	"Since": "says whether to look", "SinceAlso": "says whether to look", "Tool": "output", "Given": "what other options say",
	"MaxIterations": "a limit", "Jobs": "changes nothing", "Defects": "a limit",
	"Answered": "says what to ask",
}

// TestBearing changes each option: it bears on abstractions unless it is known not to.
func TestBearing(t *testing.T) {
	none := digest.Of(Options{}.bearing())
	typ := reflect.TypeFor[Options]()
	for i := range typ.NumField() {
		f := typ.Field(i)
		var o Options
		v := reflect.ValueOf(&o).Elem().Field(i)
		v = reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem() // also if it isn't exported
		if !vary(v) || !f.IsExported() && v.Kind() != reflect.Func {
			continue // the cache, and what is made of other options
		}
		told := v.Kind() == reflect.Func || v.Kind() == reflect.Pointer
		if same := digest.Of(o.bearing()) == none; same != (told || notBearing[f.Name] != "") {
			t.Errorf("%s: the content is the same: %v; known not to bear: %q", f.Name, same, notBearing[f.Name])
		}
	}
	if digest.Of(Options{budget: budget{queries: 3}}.bearing()) == none {
		t.Error("abstractions that may be left open are those that may not")
	}
}

// vary changes an option, and reports whether it can.
func vary(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int:
		v.SetInt(7)
	case reflect.String:
		v.SetString("x")
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
	case reflect.Func:
		v.Set(reflect.MakeFunc(v.Type(), func([]reflect.Value) []reflect.Value { panic("not to be called") }))
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
	default:
		return false
	}
	return true
}

// TestWithPreds tells predicates apart.
func TestWithPreds(t *testing.T) {
	file := filepath.Join(t.TempDir(), "t.c")
	if err := os.WriteFile(file, []byte(contentText), 0o666); err != nil {
		t.Fatal(err)
	}
	p, _, err := prepareAny(Options{Files: []string{file}, Property: "label:ERROR"})
	if err != nil {
		t.Fatal(err)
	}
	seen := map[digest.Sum]bool{}
	for _, text := range []string{"", "global { g == 1 }", "global { g == 2 }", "main { x == 1 }", "main { y == 1 }", "main { x == 1, y == 1 }"} {
		set, err := pred.Parse(p.Prog, "", "hardbop-predicates 1\n"+text)
		if err != nil {
			t.Fatal(err)
		}
		d, ok := withPreds(digest.Sum{}, set)
		if other, _ := withPreds(digest.Sum{1}, set); !ok || seen[d] || other == d {
			t.Errorf("%s: %v, seen before: %v", text, ok, seen[d])
		}
		seen[d] = true
	}
}

// TestNothingIsAskedAgain checks programs twice with one cache: the second run abstracts nothing.
func TestNothingIsAskedAgain(t *testing.T) {
	lib, dir := need.Z3(t), t.TempDir()
	file := filepath.Join(dir, "t.c")
	text := `void reach_error(void); int nondet(void); int held; void lock(void) { if (held) reach_error(); held = 1; } void unlock(void) { held = 0; }
		int main(void) { int now = nondet(), before; do { lock(); before = now; if (nondet()) { unlock(); now = now + 1; } } while (now != before); return 0; }`
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, e := range []Encoding{Auto, Small, Large} {
		kept, err := cache.Open(filepath.Join(dir, "cache"), 1<<30, "test")
		if err != nil {
			t.Fatal(err)
		}
		var queries []int
		for range 3 {
			opt := Options{Files: []string{file}, Property: "reach", Encoding: e, Inline: 0, Replay: ReplayOff, Cache: kept}
			err := Run(context.Background(), opt, lib.Opener(z3.Options{}), obs.NewEnv(nil, nil), func(r *result.Result, st Stats) {
				if r.Verdict != result.Safe {
					t.Errorf("%s: %s", e, r.Verdict)
				}
				queries = append(queries, st.Queries)
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		if len(queries) != 3 || queries[0] == 0 || queries[1] != 0 || queries[2] != 0 {
			t.Errorf("%s: %v questions", e, queries)
		}
	}
}
