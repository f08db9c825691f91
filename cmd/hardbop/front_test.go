package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hardbop/internal/suite"
)

// The exit code of a suite is the gravest of its tasks.
func TestSuiteExit(t *testing.T) {
	failed := func(code int) *suite.Record { return &suite.Record{Status: suite.Failed, Exit: code} }
	good, wrong, unknown := &suite.Record{Status: suite.Correct}, &suite.Record{Status: suite.Wrong}, &suite.Record{Status: suite.Unknown}
	for _, c := range []struct {
		recs []*suite.Record
		want int
	}{
		{nil, exitOK},
		{[]*suite.Record{good, unknown}, exitOK},
		{[]*suite.Record{good, wrong, unknown}, exitUnsafe},
		{[]*suite.Record{failed(exitInput), wrong}, exitInput},
		{[]*suite.Record{wrong, failed(0)}, exitInput}, // of an older run
		{[]*suite.Record{failed(exitInternal), failed(exitInput), wrong}, exitInternal},
	} {
		if got := suiteExit(c.recs); got != c.want {
			t.Errorf("%v: got %d, want %d", c.recs, got, c.want)
		}
	}
}

// A task's own limits count where they are smaller.
func TestTighter(t *testing.T) {
	for _, c := range []struct{ own, want []string }{
		{nil, []string{"--timeout", "60s", "--memory", "2G", "--x"}},
		{[]string{"check", "--timeout", "20"}, []string{"--timeout", "20", "--memory", "2G", "--x"}},
		{[]string{"check", "--timeout=5m", "--memory=500M"}, []string{"--timeout", "60s", "--memory", "500M", "--x"}},
		{[]string{"check", "--timeout", "soon"}, []string{"--timeout", "soon", "--memory", "2G", "--x"}},
	} {
		args := []string{"--timeout", "60s", "--memory", "2G", "--x"}
		if got := tighter(c.own, args); !slices.Equal(got, c.want) {
			t.Errorf("%v: got %v, want %v", c.own, got, c.want)
		}
	}
}

// The names of a file and of the headers beside it count, once each; those of other headers don't.
func TestKcheckWords(t *testing.T) {
	dir := t.TempDir()
	save(t, filepath.Join(dir, "a.c"), "#include <linux/mutex.h>\n  # include \"sub/b.h\"\nint x;\n")
	save(t, filepath.Join(dir, "sub/b.h"), "#include \"../a.c\"\n#include \"none.h\"\nvoid spin_lock(void);\n")
	save(t, filepath.Join(dir, "linux/mutex.h"), "void mutex_lock(void);\n")
	words := map[string]bool{}
	collectWords(filepath.Join(dir, "a.c"), words, map[string]bool{})
	if !words["spin_lock"] || !words["x"] || words["mutex_lock"] {
		t.Errorf("got %v", words)
	}
}

// The tool's own options stand in front of the compiler's arguments.
func TestKcheckArguments(t *testing.T) {
	for _, c := range []struct{ args, own, compiler string }{
		{"-D__linux__ --arch=x86 a.c", "", "-D__linux__ --arch=x86 a.c"},
		{"--rule linux/mutex --strict --timeout=5 -q -Wall --param x a.c", "--rule linux/mutex --strict --timeout=5 -q", "-Wall --param x a.c"},
		{"--rule=linux/mutex --arch=x86 a.c", "--rule=linux/mutex", "--arch=x86 a.c"},
		{"-v -- --rule a.c", "-v", "--rule a.c"},
		{"--rule", "--rule", ""},
		{"rule a.c", "", "rule a.c"},
	} {
		fs, _ := checkCommandFlags("kcheck", "", streams{})
		own, compiler := splitKcheck(fs, strings.Fields(c.args))
		if strings.Join(own, " ") != c.own || strings.Join(compiler, " ") != c.compiler {
			t.Errorf("%s: got %q and %q", c.args, own, compiler)
		}
	}
}
