package check

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"testing"
	"unsafe"

	"hardbop/internal/cache"
	"hardbop/internal/cfront"
	"hardbop/internal/digest"
	"hardbop/internal/entries/environ"
	"hardbop/internal/freeze/freezetest"
	"hardbop/internal/need"
	"hardbop/internal/source"
)

// world is a program of several files, with the options to read it.
type world struct {
	t   *testing.T
	dir string
	opt Options
}

func (w *world) path(name string) string { return filepath.Join(w.dir, name) }

func (w *world) write(name, text string) {
	if err := os.MkdirAll(filepath.Dir(w.path(name)), 0o777); err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(w.path(name), []byte(text), 0o666); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) remove(name string) {
	if err := os.Remove(w.path(name)); err != nil {
		w.t.Fatal(err)
	}
}

const worldText = `#include "a.h"
#include <b.h>
#if __has_include("maybe.h")
#include "maybe.h"
#endif
void on(void); void off(void); int model(int); int nondet(void); int g = 1; char c = -1;
void other(int n) { if (n > LIMIT) on(); }
int main(void) { int n = A + B + FORCED + SYSTEM; on(); if (model(n) == g) off(); other(n); if (c < 0) on(); return 0; }
`

func newWorld(t *testing.T) *world {
	w := &world{t: t, dir: t.TempDir()}
	for name, text := range map[string]string{
		"main.c": worldText, "second/a.h": "#define A 1\n", "second/b.h": "#include \"deep/c.h\"\n#define B C\n", "second/deep/c.h": "#define C 2\n",
		"first/b2.h": "", "forced.h": "#define FORCED 3\n#include <sys.h>\n", "sys/sys.h": "#define SYSTEM 4\n", "later/sys.h": "#define SYSTEM 5\n",
		"model.c": "int model(int n) { return n > 3; }\n", "r.slic": "state { int is = 0; }\non.entry { is = 1; }\noff.entry { if (is == 0) abort \"off\"; is = 0; }\n",
		"p.prp": "CHECK( init(main()), LTL(G ! call(reach_error())) )\n", "extra/nothing.h": "",
	} {
		w.write(name, text)
	}
	w.opt = Options{Files: []string{w.path("main.c")}, Rules: []string{w.path("r.slic")}, IncludeDirs: []string{w.path("missing"), w.path("first"), w.path("second")},
		SystemIncludes: []string{w.path("sys"), w.path("later")}, Forced: []string{w.path("forced.h")}, Models: []string{w.path("model.c")}, Defines: []string{"LIMIT=3"},
		Encoding: Small, Inline: InlineAuto, NoStdInc: true, NoModels: true}
	return w
}

// read prepares the program with a cache, and reports whether it came from there.
func (w *world) read(kept *cache.Dir) (*Prepared, bool) {
	w.t.Helper()
	opt := w.opt
	opt.Cache, opt.Inputs = kept, &Inputs{}
	p := w.prepare(&opt, func(o Options, q *question) (*Prepared, error) { return o.prepared(q) })
	if len(opt.Inputs.List()) < 2 {
		w.t.Errorf("only %v were read", opt.Inputs.List())
	}
	fresh := w.opt
	fresh.Inputs = &Inputs{}
	if err := freezetest.Same(w.prepare(&fresh, prepare), p); err != nil {
		w.t.Errorf("another program with the cache: %v", err)
	}
	if !reflect.DeepEqual(opt.Inputs.List(), fresh.Inputs.List()) {
		w.t.Errorf("the files that were read are %v, want %v", opt.Inputs.List(), fresh.Inputs.List())
	}
	return p, len(opt.reads.files) == 0
}

func (w *world) prepare(opt *Options, make func(Options, *question) (*Prepared, error)) *Prepared {
	w.t.Helper()
	if _, err := opt.Settle(context.Background()); err != nil {
		w.t.Fatal(err)
	}
	questions, err := opt.questions()
	if err != nil {
		w.t.Fatal(err)
	}
	opt.share(questions)
	opt.noteReads(questions)
	if *opt, err = opt.withEnvironment(); err != nil {
		w.t.Fatal(err)
	}
	p, err := make(*opt, questions[0])
	if err != nil {
		w.t.Fatal(err)
	}
	p.body()
	return p
}

// worldEdits are changes of one thing each, of which another program may come.
var worldEdits = map[string]func(w *world){
	"the file":                 func(w *world) { w.write("main.c", worldText+"int more;\n") },
	"a macro in a header":      func(w *world) { w.write("second/a.h", "#define A 7\n") },
	"a header's header":        func(w *world) { w.write("second/deep/c.h", "#define C 3\n") },
	"a comment":                func(w *world) { w.write("second/a.h", "#define A 1 /* one */\n") },
	"a header before another":  func(w *world) { w.write("first/a.h", "#define A 1\n") },
	"a header in a new folder": func(w *world) { w.write("missing/a.h", "#define A 1\n") },
	"a header beside the file": func(w *world) { w.write("b.h", "#define B 2\n"); w.write("a.h", "#define A 2\n") },
	"one fewer":                func(w *world) { w.remove("sys/sys.h") },
	"one that is asked for":    func(w *world) { w.write("maybe.h", "int maybe;\n") },
	"a folder for a header":    func(w *world) { w.remove("sys/sys.h"); w.write("sys/sys.h/x", "") },
	"the forced file":          func(w *world) { w.write("forced.h", "#define FORCED 4\n#include <sys.h>\n") },
	"a model":                  func(w *world) { w.write("model.c", "int model(int n) { return n > 4; }\n") },
	"a rule": func(w *world) {
		w.write("r.slic", "state { int is = 1; }\non.entry { is = 1; }\noff.entry { if (is == 0) abort \"off\"; is = 0; }\n")
	},
	"a rule's message": func(w *world) {
		w.write("r.slic", "state { int is = 0; }\non.entry { is = 1; }\noff.entry { if (is == 0) abort \"Off\"; is = 0; }\n")
	},
	"a macro":          func(w *world) { w.opt.Defines = []string{"LIMIT=4"} },
	"one more macro":   func(w *world) { w.opt.Defines = []string{"LIMIT=3", "MORE"} },
	"order of folders": func(w *world) { w.opt.IncludeDirs = []string{w.path("second"), w.path("first")} },
	"order of systems": func(w *world) { w.opt.SystemIncludes = []string{w.path("later"), w.path("sys")} },
	"another folder":   func(w *world) { w.opt.IncludeDirs = append(w.opt.IncludeDirs, w.path("extra")) },
	"no forced file":   func(w *world) { w.opt.Forced, w.opt.Defines = nil, []string{"LIMIT=3", "FORCED=3", "SYSTEM=4"} },
	"no model":         func(w *world) { w.opt.Models = nil },
	"own models":       func(w *world) { w.opt.NoModels = false },
	"data model":       func(w *world) { w.opt.Model = "ILP32" },
	"char":             func(w *world) { w.opt.UnsignedChar = true },
	"enums":            func(w *world) { w.opt.ShortEnums = true },
	"entry":            func(w *world) { w.opt.Entry = "other" },
	"property":         func(w *world) { w.opt.Rules, w.opt.Property = nil, "reach" },
	"property file":    func(w *world) { w.opt.Rules, w.opt.Spec = nil, w.path("p.prp") },
	"inlining":         func(w *world) { w.opt.Inline = 100 },
	"encoding":         func(w *world) { w.opt.Encoding = Large },
	"constants":        func(w *world) { w.opt.NoPropagation = true },
	"slicing":          func(w *world) { w.opt.NoSlice = true },
	"memory":           func(w *world) { w.opt.Logical = true },
	"overflow":         func(w *world) { w.opt.Wrap = true },
	"globals":          func(w *world) { w.opt.InitGlobals = true },
	"the text": func(w *world) {
		w.opt.texts = map[string][]byte{w.opt.Files[0]: []byte(worldText)}
	},
}

// TestKeptPrograms reads a program again, which comes from the cache, and after each edit, when it must not.
func TestKeptPrograms(t *testing.T) {
	for what, edit := range worldEdits {
		t.Run(what, func(t *testing.T) {
			w := newWorld(t)
			kept, err := cache.Open(w.path("cache"), 1<<30, "test")
			if err != nil {
				t.Fatal(err)
			}
			for i, want := range []bool{false, true, true} {
				if _, hit := w.read(kept); hit != want {
					t.Fatalf("reading it %d times: kept is %v", i+1, hit)
				}
			}
			edit(w)
			for i, want := range []bool{false, true} {
				if _, hit := w.read(kept); hit != want {
					t.Fatalf("reading it %d times after the edit: kept is %v", i+1, hit)
				}
			}
		})
	}
}

// TestKeptElsewhere reads programs of which compilers, databases and environments say something.
func TestKeptElsewhere(t *testing.T) {
	database := func(w *world, flags string) {
		w.write("compile_commands.json", `[{"directory": "`+w.dir+`", "file": "main.c", "command": "cc `+flags+` -Isecond -include forced.h -isystem sys -DLIMIT=3 -c main.c"}]`)
		w.opt.Database, w.opt.IncludeDirs, w.opt.SystemIncludes, w.opt.Forced, w.opt.Defines = w.dir, nil, nil, nil, nil
	}
	module := func(w *world, more string) {
		w.write("main.c", "void on(void); void off(void);\nint init_module(void) { on(); return 0; }\nvoid cleanup_module(void) { off(); }\n"+more)
		w.opt.Entry = AutoEntry
	}
	for what, c := range map[string]struct{ before, edit func(w *world) }{
		"database": {func(w *world) { database(w, "-DX=1") }, func(w *world) { database(w, "-DX=2") }},
		"compiler": {func(w *world) { w.opt.CC, w.opt.NoStdInc = "cc", false }, func(w *world) { w.t.Setenv("CPATH", w.path("extra")) }},
		"module":   {func(w *world) { module(w, "") }, func(w *world) { module(w, "int more;\n") }},
		"main": {func(w *world) { w.opt.Entry = AutoEntry }, func(w *world) {
			w.write("main.c", worldText+"static int start(void) { return 0; }\n")
		}},
	} {
		t.Run(what, func(t *testing.T) {
			if _, err := exec.LookPath("cc"); err != nil && what == "compiler" {
				need.Missing(t, err)
			}
			w := newWorld(t)
			kept, err := cache.Open(w.path("cache"), 1<<30, "test")
			if err != nil {
				t.Fatal(err)
			}
			c.before(w)
			for i, want := range []bool{false, true} {
				if _, hit := w.read(kept); hit != want {
					t.Fatalf("reading it %d times: kept is %v", i+1, hit)
				}
			}
			c.edit(w)
			for i, want := range []bool{false, true} {
				if _, hit := w.read(kept); hit != want {
					t.Fatalf("reading it %d times after the edit: kept is %v", i+1, hit)
				}
			}
		})
	}
}

// TestKeptEnvironments reads an environment from a file, and from another one.
func TestKeptEnvironments(t *testing.T) {
	opt := Options{environment: &environ.Environment{Text: "a", Parts: []string{"a"}}}
	seen := map[string]bool{opt.asked(): true, Options{}.asked(): true}
	for _, e := range []*environ.Environment{{Text: "b", Parts: []string{"a"}}, {Text: "a", Parts: []string{"b"}}, {Text: "a", Parts: []string{"a", ""}}, {}} {
		opt.environment = e
		if seen[opt.asked()] {
			t.Errorf("%v: seen before", e)
		}
		seen[opt.asked()] = true
	}
}

// TestKeptNot sees that nothing is kept of files that change meanwhile or say when they are read, or where programs mustn't
// come from a cache.
func TestKeptNot(t *testing.T) {
	for what, change := range map[string]func(w *world){
		"certify": func(w *world) { w.opt.Certify = true }, "certificate": func(w *world) { w.opt.Certificate = "x" },
		"elsewhere": func(w *world) { w.opt.readFile = source.ReadRegular }, "date": func(w *world) { w.opt.Defines = []string{"WHEN=__DATE__"} },
		"time":             func(w *world) { w.opt.Flags = []*cfront.Flags{{Defines: []string{"WHEN=__TIME__"}}} },
		"date in a text":   func(w *world) { w.opt.texts = map[string][]byte{"a.c": []byte("char *when = __DATE__;")} },
		"date of compiler": func(w *world) { w.opt.predefined = "#define WHEN __DATE__" },
	} {
		w := newWorld(t)
		kept, err := cache.Open(w.path("cache"), 1<<30, "test")
		if err != nil {
			t.Fatal(err)
		}
		change(w)
		opt := w.opt
		opt.Cache = kept
		opt.noteReads(nil)
		if opt.reads != nil {
			t.Errorf("%s: files are noted", what)
		}
	}
	for what, change := range map[string]func(w *world){
		"date": func(w *world) { w.write("second/a.h", "#define A 1\nstatic const char *when = __DATE__;\n") },
		"time": func(w *world) { w.write("main.c", worldText+"static const char *when = __TIME__;\n") },
	} {
		w := newWorld(t)
		kept, err := cache.Open(w.path("cache"), 1<<30, "test")
		if err != nil {
			t.Fatal(err)
		}
		change(w)
		for range 2 {
			if _, hit := w.read(kept); hit {
				t.Errorf("%s: the program is kept", what)
			}
		}
	}
	w := newWorld(t)
	rs := newReads()
	for _, text := range []string{"one", "two", "one"} {
		w.write("main.c", text)
		if _, err := rs.read(w.path("main.c")); err != nil {
			t.Fatal(err)
		}
	}
	if _, ok := rs.basis(); ok {
		t.Error("a file that changed counts")
	}
}

// TestAsked changes each option: another program may come of it unless it is known not to bear on programs.
func TestAsked(t *testing.T) {
	none := Options{}.asked()
	typ := reflect.TypeFor[Options]()
	for i := range typ.NumField() {
		f := typ.Field(i)
		var o Options
		v := reflect.ValueOf(&o).Elem().Field(i)
		v = reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem()
		if !f.IsExported() || v.Kind() == reflect.Func || v.Kind() == reflect.Pointer || !vary(v) {
			continue
		}
		bears := notBearing[f.Name] == "" || f.Name == "Since" || f.Name == "SinceAlso" || f.Name == "Answered"
		if same := o.asked() == none; same == bears {
			t.Errorf("%s: the program is the same: %v; known not to bear: %q", f.Name, same, notBearing[f.Name])
		}
	}
	if (Options{texts: map[string][]byte{"a": nil}}).asked() == none {
		t.Error("texts don't count")
	}
	one, other := newReads(), newReads()
	other.all = digest.Of("other")
	if (Options{reads: one}).asked() == (Options{reads: other}).asked() {
		t.Error("other questions don't count")
	}
	if (Options{budget: budget{queries: 3}, afresh: true}).asked() != none {
		t.Error("what the loop may do counts")
	}
}
