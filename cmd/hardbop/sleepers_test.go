package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"hardbop/internal/need"
	"hardbop/internal/rules"
)

// A sleeper is a call in testdata/kernel/sleepers.txt that may sleep: always, or if FLAGS say so.
type sleeper string

func (s sleeper) name() string { return string(s[:strings.IndexByte(string(s), '(')]) }

func (s sleeper) flagged() bool { return strings.Contains(string(s), "FLAGS") }

// flagged returns the calls that sleep if flags say so, or the others.
func flagged(calls []sleeper, want bool) []sleeper {
	return slices.DeleteFunc(slices.Clone(calls), func(s sleeper) bool { return s.flagged() != want })
}

// with is the call with these flags.
func (s sleeper) with(flags string) string { return strings.ReplaceAll(string(s), "FLAGS", flags) }

// sleepers returns the calls of the list, and the text that they need before them.
func sleepers(t *testing.T) (before string, calls []sleeper) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "testdata", "kernel", "sleepers.txt"))
	if err != nil {
		t.Fatal(err)
	}
	before, rest, _ := strings.Cut(string(text), "%%\n")
	for line := range strings.Lines(rest) {
		calls = append(calls, sleeper(strings.TrimSpace(line)))
	}
	return before, calls
}

// asleep writes the module sleepers.c, lets the kernel's makefiles compile it and returns its folder. The function
// locked makes any of the calls, one a line, in atomic context with a lock held. unlocked and allocates make them as they
// may be made.
func asleep(t *testing.T) string {
	t.Helper()
	need.GCC(t)
	build, dir := need.ModuleBuild(t), t.TempDir()
	before, calls := sleepers(t)
	text := before + "void hardbop_context_atomic(void);\n" +
		anyOf("locked", "hardbop_context_atomic(); spin_lock(&lock);", calls, "GFP_KERNEL") +
		anyOf("unlocked", "spin_lock(&lock); spin_unlock(&lock);", flagged(calls, false), "") +
		anyOf("allocates", "hardbop_context_atomic(); spin_lock(&lock);", flagged(calls, true), "GFP_ATOMIC")
	save(t, filepath.Join(dir, "sleepers.c"), text)
	save(t, filepath.Join(dir, "Makefile"), "obj-m := sleepers.o\n")
	if out, err := exec.Command("make", "-C", build, "M="+dir, "sleepers.o").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return dir
}

// anyOf is a function that makes one of the calls after what comes first.
func anyOf(name, first string, calls []sleeper, flags string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "void %s(int n)\n{\n%s\nswitch (n) {\n", name, first)
	for i, c := range calls {
		fmt.Fprintf(&b, "case %d: %s; break;\n", i, c.with(flags))
	}
	b.WriteString("}\n}\n")
	return b.String()
}

// sleepRules are the rules about what sleeps, and whether they are about calls with flags.
var sleepRules = map[string]bool{"linux/atomic_sleep": false, "linux/spinlock_alloc": true, "linux/irq_alloc": true}

// atomicity are the functions by which the rules learn what a run holds and where it is.
var atomicity = regexp.MustCompile(`^(hardbop_context_|pm_runtime_irq_safe$|(raw_)?(spin|read|write)_(un|try)?lock)`)

// TestSleepers sees that each function of the list is an event of its rules with the
// headers of a kernel, whether it is a macro, an inline function or one without a body there, that the
// rules watch no other, and that they are silent where it is called as it may be.
func TestSleepers(t *testing.T) {
	t.Parallel()
	dir, build := asleep(t), need.ModuleBuild(t)
	file := filepath.Join(dir, "sleepers.c")
	lib, err := rules.Load()
	if err != nil {
		t.Fatal(err)
	}
	_, calls := sleepers(t)
	for name, flags := range sleepRules {
		var want []string
		for _, c := range flagged(calls, flags) {
			want = append(want, c.name())
		}
		slices.Sort(want)
		rule, err := lib.Select(name)
		if err != nil {
			t.Fatal(err)
		}
		watched := slices.DeleteFunc(rule[0].Watched(), atomicity.MatchString)
		if slices.Sort(watched); !slices.Equal(watched, want) {
			t.Errorf("%s watches %v, the list has %v", name, watched, want)
		}
		if got := eventsIn(t, "locked", "--events", name, "-p", build, file); !slices.Equal(got, want) {
			t.Errorf("%s has the events %v, want %v", name, got, want)
		}
		legal := map[bool]string{false: "unlocked", true: "allocates"}[flags]
		if out, _, code := tool("check", "-q", "--timeout", "5m", "--rule", name, "-p", build, "--entry", legal, file); code != exitOK {
			t.Errorf("%s: %s", name, out)
		}
	}
}

// eventsIn returns the functions of the events that the command finds in a function, sorted.
func eventsIn(t *testing.T, function string, args ...string) []string {
	t.Helper()
	out, msg, code := tool(append([]string{"slic"}, args...)...)
	if code != exitOK {
		t.Fatal(msg)
	}
	var names []string
	for _, m := range regexp.MustCompile(`(?m): (\w+)\.call in `+function+`$`).FindAllStringSubmatch(out, -1) {
		if !atomicity.MatchString(m[1]) {
			names = append(names, m[1])
		}
	}
	slices.Sort(names)
	return names
}
