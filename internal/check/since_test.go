package check

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hardbop/internal/cgen"
	"hardbop/internal/need"
	"hardbop/internal/obs"
	"hardbop/internal/result"
	"hardbop/internal/smt/z3"
)

const sinceRule = `state { int locked = 0; }
lock.call { if (locked == 1) abort "locked twice"; else locked = 1; }
unlock.call { if (locked == 0) abort "unlocked twice"; else locked = 0; }
`

const sinceHeader = `#define STEP 1
#define TAKE() lock()
struct dev { int a; int b; };
enum { LIMIT = 3 };
`

const sinceText = `#include "d.h"
void lock(void);
void unlock(void);
int other(int);
static int helper(int x) { return x + STEP; }
static int (*op)(int);
static int pointed(int x) { lock(); unlock(); return x * 2; }
static const int table[2] = { 1, 2 };
struct list { struct list *next; int n; };
void plain(int x) { lock(); if (helper(x) > 3) unlock(); else unlock(); }
void macro(int x) { TAKE(); unlock(); }
void pointer(int x) { op = pointed; lock(); unlock(); x = op(x); }
void member(struct dev *d) { if (d->b) { lock(); unlock(); } }
void constant(int x) { if (x < table[1]) { lock(); unlock(); } }
void counted(int x) { if (x < LIMIT) { lock(); unlock(); } }
void external(int x) { if (other(x)) { lock(); unlock(); } }
void dead(int x) { int y = x + 7; y = 9; lock(); unlock(); }
`

var sinceEntries = []string{"plain", "macro", "pointer", "member", "constant", "counted", "external", "dead"}

// sinceRun checks the entries of the repository's files and lists those that were looked at, with
// the verdicts by entry.
func sinceRun(t *testing.T, opt Options) (looked []string, verdicts map[string]result.Verdict) {
	t.Helper()
	lib := need.Z3(t)
	verdicts = map[string]result.Verdict{}
	opt.MaxIterations, opt.CubeLength, opt.Encoding, opt.Inline = 100, 3, Auto, InlineAuto
	if _, err := opt.Settle(context.Background()); err != nil {
		t.Fatal(err)
	}
	err := Run(context.Background(), opt, lib.Opener(z3.Options{}), obs.NewEnv(nil, nil), func(r *result.Result, _ Stats) {
		if verdicts[r.Entry] = r.Verdict; r.Verdict != result.NotChecked {
			looked = append(looked, r.Entry)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return looked, verdicts
}

// sinceRepository has the files above.
func sinceRepository(t *testing.T) (*need.Repository, Options) {
	r := need.Git(t)
	opt := Options{Files: []string{r.Write("d.c", sinceText)}, Rules: []string{r.Write("lock.slic", sinceRule)}, Entries: sinceEntries, Since: "HEAD"}
	r.Write("d.h", sinceHeader)
	r.Commit()
	return r, opt
}

// TestSinceEdits makes an edit each, and sees which entries are looked at.
func TestSinceEdits(t *testing.T) {
	all := strings.Join(sinceEntries, " ")
	for _, c := range []struct{ file, old, new, want string }{
		{"d.c", "", "", ""},
		{"d.c", "static int helper", "/* a comment\n that moves lines */\nstatic int helper", ""},
		{"d.c", "x + STEP", "x +\t(STEP)", ""},
		{"d.c", "x + STEP", "x - STEP", "plain"},
		{"d.h", "STEP 1", "STEP 2", "plain"},
		{"d.h", "lock()", "do { lock(); } while (0)", ""}, // the same statement
		{"d.h", "TAKE() lock()", "TAKE() unlock()", "macro"},
		{"d.c", "x * 2", "x * 3", "pointer"},
		{"d.c", "lock(); unlock(); return x * 2", "lock(); return x * 2", "pointer"},
		{"d.c", "op = pointed", "op = helper", "pointer"},
		{"d.h", "int a; int b;", "int b; int a;", "member"},
		{"d.h", "int b;", "int b; int c;", "member"},
		{"d.c", "{ 1, 2 }", "{ 1, 5 }", "constant"},
		{"d.h", "LIMIT = 3", "LIMIT = 4", "counted"},
		{"d.h", "LIMIT = 3", "LIMIT = 1 + 2", ""},
		{"d.c", "int other(int);", "int other(int x) { return 0; }", "external"},
		{"d.c", "int other(int);", "long other(int);", "external"},
		{"d.c", "x + 7", "x + 8", ""}, // nothing depends on it
		{"d.c", "int n; };", "int n, m; };", ""},
		{"d.c", "static int helper(int x) { return x + STEP; }", "static int helper(int x);", "plain"},
		{"lock.slic", "locked == 1", "locked != 0", all},
		{"d.c", "void plain", "/* hardbop: waive(lock): later */\nvoid plain", all},
		{"d.c", "void dead(int x) {", "void dead(int x) { asm volatile(\"nop\");", "dead"},
	} {
		t.Run(c.old+" "+c.new, func(t *testing.T) {
			r, opt := sinceRepository(t)
			text, err := os.ReadFile(filepath.Join(r.Dir, c.file))
			if err != nil || !strings.Contains(string(text), c.old) {
				t.Fatalf("%s has no %q: %v", c.file, c.old, err)
			}
			r.Write(c.file, strings.Replace(string(text), c.old, c.new, 1))
			looked, _ := sinceRun(t, opt)
			if got := strings.Join(looked, " "); got != c.want {
				t.Errorf("%s of %q is %q: looked at %q, want %q", c.file, c.old, c.new, got, c.want)
			}
		})
	}
}

// TestSinceNotes has results say what has changed.
func TestSinceNotes(t *testing.T) {
	lib := need.Z3(t)
	r, opt := sinceRepository(t)
	r.Write("d.h", strings.Replace(sinceHeader, "STEP 1", "STEP 2", 1))
	r.Write("d.c", strings.Replace(sinceText, "x + 7", "x + 8", 1))
	opt.Entries, opt.MaxIterations, opt.Encoding, opt.Replay = []string{"plain", "macro", "dead"}, 100, Auto, ReplayOff
	notes := map[string]string{}
	err := Run(context.Background(), opt, lib.Opener(z3.Options{}), obs.NewEnv(nil, nil), func(r *result.Result, _ Stats) { notes[r.Entry] = r.Note })
	if err != nil {
		t.Fatal(err)
	}
	for entry, want := range map[string]string{"plain": "changed since HEAD: function helper", "dead": "changed, but so that no run can tell: function dead",
		"macro": "changed in " + filepath.Join(r.Dir, "d.c") + ", " + filepath.Join(r.Dir, "d.h") + ", but in nothing that the entry leads to"} {
		if notes[entry] != want {
			t.Errorf("%s: got %q, want %q", entry, notes[entry], want)
		}
	}
}

// TestSinceFiles moves, adds and takes away files.
func TestSinceFiles(t *testing.T) {
	all := strings.Join(sinceEntries, " ")
	for _, c := range []struct {
		name   string
		change func(*need.Repository, *Options)
		want   string
	}{
		{"committed", func(r *need.Repository, o *Options) { r.Write("d.h", sinceHeader+"\n"); r.Commit(); o.Since = "HEAD~1" }, ""},
		{"renamed", func(r *need.Repository, o *Options) {
			r.Run("mv", "d.c", "e.c")
			o.Files = []string{filepath.Join(r.Dir, "e.c")}
		}, ""},
		{"renamed and edited", func(r *need.Repository, o *Options) {
			r.Run("mv", "d.c", "e.c")
			o.Files = []string{r.Write("e.c", strings.Replace(sinceText, "x * 2", "x * 3", 1))}
		}, "pointer"},
		{"moved", func(r *need.Repository, o *Options) {
			r.Write("d.h", sinceHeader)
			o.Files = []string{r.Write("sub/d.c", strings.Replace(sinceText, "d.h", "../d.h", 1))}
		}, all},
		{"a header before another", func(r *need.Repository, o *Options) {
			o.Files = []string{r.Write("d.c", strings.Replace(sinceText, `"d.h"`, `<d.h>`, 1))}
			r.Commit()
			o.IncludeDirs = []string{filepath.Join(r.Dir, "first"), r.Dir}
			r.Write("first/d.h", strings.Replace(sinceHeader, "STEP 1", "STEP 2", 1))
		}, "plain"},
		{"a header that is gone", func(r *need.Repository, o *Options) {
			o.Files = []string{r.Write("d.c", strings.Replace(sinceText, `"d.h"`, `<d.h>`, 1))}
			o.IncludeDirs = []string{filepath.Join(r.Dir, "first"), r.Dir}
			r.Write("first/d.h", strings.Replace(sinceHeader, "STEP 1", "STEP 2", 1))
			r.Commit()
			r.Run("rm", "-q", "first/d.h")
		}, "plain"},
		{"broken then", func(r *need.Repository, o *Options) {
			r.Write("d.h", sinceHeader+"int x\n")
			r.Commit()
			r.Write("d.h", sinceHeader)
		}, all},
		{"a model", func(r *need.Repository, o *Options) {
			o.Models = []string{r.Write("m.c", "int other(int x) { return 0; }\n")}
			r.Commit()
			r.Write("m.c", "int other(int x) { return 1; }\n")
		}, all},
		{"a model's header", func(r *need.Repository, o *Options) {
			r.Write("m.h", "#define VALUE 0\n")
			o.Models = []string{r.Write("m.c", "#include \"m.h\"\nint other(int x) { return VALUE; }\n")}
			r.Commit()
			r.Write("m.h", "#define VALUE 1\n")
		}, "external"},
		{"a model elsewhere", func(r *need.Repository, o *Options) {
			name := filepath.Join(t.TempDir(), "m.c")
			if err := os.WriteFile(name, []byte("int other(int x) { return 1; }\n"), 0o666); err != nil {
				t.Fatal(err)
			}
			o.Models = []string{name}
		}, all},
		{"a file that git ignores", func(r *need.Repository, o *Options) {
			r.Write(".gitignore", "e.c\n")
			r.Commit()
			o.Files = append(o.Files, r.Write("e.c", "int other(int x) { return 1; }\n"))
		}, all},
		{"a waiver between statements", func(r *need.Repository, o *Options) {
			o.Files = []string{r.Write("d.c", sinceText+"/* hardbop: waive(lock): later */\nvoid last(void) { lock(); }\n")}
			r.Commit()
			r.Write("d.c", sinceText+"/* hardbop: waive(lock): later */\n\nvoid last(void) { lock(); }\n")
		}, all},
		{"no waiver is touched", func(r *need.Repository, o *Options) {
			r.Write("d.h", sinceHeader+"/* hardbop: waive(lock): later */\n")
			r.Commit()
			r.Write("d.c", sinceText+"\n")
		}, ""},
		{"a command", func(r *need.Repository, o *Options) {
			o.Database = filepath.Dir(r.Write(".d.o.cmd", "cmd_d.o := gcc -DA=1 -c -o d.o d.c\nsource_d.o := d.c\n"))
			r.Commit()
			r.Write(".d.o.cmd", "cmd_d.o := gcc -DA=2 -c -o d.o d.c\nsource_d.o := d.c\n")
		}, all},
		{"a file of arguments", func(r *need.Repository, o *Options) {
			o.Database = filepath.Dir(r.Write("compile_commands.json", `[{"directory":"`+r.Dir+`","file":"d.c","arguments":["cc","@d.rsp","-c","d.c"]}]`))
			r.Write("d.rsp", "-DA=1")
			r.Commit()
			r.Write("d.rsp", "-DA=2")
		}, all},
		{"what commands are made of", func(r *need.Repository, o *Options) {
			r.Write(".gitignore", "*.json\n")
			o.Database = filepath.Dir(r.Write("compile_commands.json", `[{"directory":"`+r.Dir+`","file":"d.c","arguments":["cc","-DA","-c","d.c"]}]`))
			r.Write("Makefile", "CFLAGS = -DA=1\n")
			r.Commit()
			r.Write("Makefile", "CFLAGS = -DA=2\n")
		}, all},
		{"commands that git ignores", func(r *need.Repository, o *Options) {
			r.Write(".gitignore", "*.json\n")
			o.Database = filepath.Dir(r.Write("compile_commands.json", `[{"directory":"`+r.Dir+`","file":"d.c","arguments":["cc","-DA","-c","d.c"]}]`))
			r.Write("Makefile", "CFLAGS = -DA=1\n")
			r.Commit()
			r.Write("README.md", "read me\n")
			r.Run("add", "README.md")
		}, ""},
		{"what a header is made of", func(r *need.Repository, o *Options) {
			r.Write(".gitignore", "made.h\n")
			r.Write("made.h", "#define MADE 1\n")
			r.Write("make-header.sh", "echo '#define MADE 1' > made.h\n")
			o.Files = []string{r.Write("d.c", sinceText+"#include \"made.h\"\n")}
			r.Commit()
			r.Write("make-header.sh", "echo '#define MADE 2' > made.h\n")
		}, all},
		{"a waiver's file", func(r *need.Repository, o *Options) { o.SinceAlso = []string{r.Write("waivers.yaml", "waivers: []\n")} }, all},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, opt := sinceRepository(t)
			c.change(r, &opt)
			looked, _ := sinceRun(t, opt)
			if got := strings.Join(looked, " "); got != c.want {
				t.Errorf("looked at %q, want %q", got, c.want)
			}
		})
	}
}

// TestSinceLargeDriver edits one procedure of a driver of 5,000 lines with 93 entries: one is looked at.
func TestSinceLargeDriver(t *testing.T) {
	const devices = 93
	r := need.Git(t)
	text := cgen.Driver(devices, -1)
	if n := strings.Count(text, "\n"); n < 5000 {
		t.Fatalf("the driver has %d lines", n)
	}
	opt := Options{Files: []string{r.Write("d.c", text)}, Rules: []string{r.Write("lock.slic", sinceRule)}, Entries: cgen.DriverEntries(devices), Since: "HEAD"}
	r.Commit()
	r.Write("d.c", cgen.Driver(devices, 40))
	looked, verdicts := sinceRun(t, opt)
	if want := []string{"device40_request"}; !slices.Equal(looked, want) || len(verdicts) != devices {
		t.Errorf("looked at %q, want %q", looked, want)
	}
	if v := verdicts["device40_request"]; v != result.Safe {
		t.Errorf("the entry that was looked at is %s", v)
	}
}

// TestSinceRandom edits a driver, and checks with and without the revision: where nobody looked the
// verdict is what it was, and where somebody did it is the same as without.
func TestSinceRandom(t *testing.T) {
	const devices = 3
	text := cgen.Driver(devices, -1)
	r := need.Git(t)
	opt := Options{Files: []string{r.Write("d.c", text)}, Rules: []string{r.Write("lock.slic", sinceRule)}, Entries: cgen.DriverEntries(devices), Replay: ReplayOff}
	r.Commit()
	_, before := sinceRun(t, opt)
	left, broken := 0, 0
	for seed := range uint64(sinceSeeds) {
		edited, what := edit(rand.New(rand.NewPCG(seed, 5)), text)
		r.Write("d.c", edited)
		_, now := sinceRun(t, opt)
		o := opt
		o.Since = "HEAD"
		_, since := sinceRun(t, o)
		for _, e := range opt.Entries {
			switch {
			case since[e] == result.NotChecked && before[e] != now[e]:
				t.Errorf("seed %d, %s: %s was %s, is %s and not looked at", seed, what, e, before[e], now[e])
			case since[e] == result.NotChecked:
				left++
			case since[e] != now[e]:
				t.Errorf("seed %d, %s: %s is %s, and %s without the revision", seed, what, e, since[e], now[e])
			case before[e] != now[e]:
				broken++
			}
		}
	}
	if left == 0 || broken == 0 {
		t.Errorf("%d entries weren't looked at, %d are broken: the test is worth nothing", left, broken)
	}
}

// edit changes a line of a driver: a number, which of the rule's functions is called, or which
// device's procedure; or it takes a statement away.
func edit(r *rand.Rand, text string) (edited, what string) {
	lines := strings.Split(text, "\n")
	for {
		i := r.IntN(len(lines))
		old := lines[i]
		statement := strings.HasPrefix(old, "\t") && strings.HasSuffix(old, ";") && strings.Contains(text[strings.Index(text, "Device 0"):], old)
		switch way := r.IntN(4); {
		case !statement || strings.Contains(old, "return") && way == 3:
		case way == 0:
			lines[i] = strings.NewReplacer(" 1;", " 2;", " 2;", " 3;", " 0;", " 1;").Replace(old)
		case way == 1:
			lines[i] = strings.NewReplacer("unlock();", "lock();", "lock();", "unlock();").Replace(old)
		case way == 2:
			lines[i] = strings.NewReplacer("device1_", "device0_", "device2_", "device0_").Replace(old)
		case way == 3 && !strings.HasPrefix(old, "\tint "):
			lines[i] = ""
			if strings.HasPrefix(old, "\t\t") {
				lines[i] = "\t\t;"
			}
		}
		if lines[i] != old {
			return strings.Join(lines, "\n"), fmt.Sprintf("%q for %q", strings.TrimSpace(lines[i]), strings.TrimSpace(old))
		}
	}
}
