package check

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"hardbop/internal/need"
	"hardbop/internal/obs"
	"hardbop/internal/result"
	"hardbop/internal/smt/z3"
)

// queueRule is about a lock that is free at the end.
const queueRule = `state { enum { FREE, HELD } lock = FREE; }
take.call { if (lock == HELD) abort "taken twice"; lock = HELD; }
give.call { if (lock == FREE) abort "given twice"; lock = FREE; }
program.end { if (lock == HELD) abort "taken at the end"; }
`

// queueDriver is a driver with two callbacks, whose bodies it is given, from line 10 and 20 on, and a function that these may call, at line 30.
func queueDriver(put, get, help string) string {
	var b strings.Builder
	b.WriteString("void take(void); void give(void); static int ready;\nstruct file;\nint help(int n); unsigned long copy_to_user(void *, const void *, unsigned long);\n")
	b.WriteString("struct file_operations {\nlong (*read)(struct file *, char *, unsigned long, long long *);\n")
	b.WriteString("long (*write)(struct file *, const char *, unsigned long, long long *);\n};\n\n")
	part := func(line int, head, body string) {
		b.WriteString(strings.Repeat("\n", line-1-strings.Count(b.String(), "\n")))
		b.WriteString(head + " {" + body + "\n}\n")
	}
	part(10, "static long put(struct file *f, const char *from, unsigned long n, long long *pos)", put)
	part(20, "static long get(struct file *f, char *to, unsigned long n, long long *pos)", get)
	part(30, "int help(int n)", help)
	b.WriteString("static const struct file_operations fops = { .write = put, .read = get };\n")
	b.WriteString("int register_it(const struct file_operations *);\nint init_module(void) { return register_it(&fops); }\n")
	return b.String()
}

// TestCauses counts the defects of drivers, by the lines of the returns that they come from, or of the violations without one.
func TestCauses(t *testing.T) {
	lib := need.Z3(t)
	const right = "\ntake();\ngive();\nreturn 0;"
	for _, test := range []struct {
		name, put, get, help string
		want                 []string
	}{
		{"nothing wrong", right, right, "", nil},
		{"one return", "\ntake();\nif (n)\nreturn 1;\ngive();\nreturn 0;", right, "", []string{"left 13"}},
		{"two returns", "\ntake();\nif (n == 7)\nreturn 1;\nif (n)\nreturn 2;\ngive();\nreturn 0;", right, "", []string{"left 13", "left 15"}},
		{"each callback", "\ntake();\nreturn 0;", "\ntake();\nif (n)\ngive();\nreturn 0;", "", []string{"left 12", "left 24"}},
		{"another callback gives", "\ntake();\nreturn 0;", "\ngive();\nreturn 0;", "", []string{"at 11", "at 11", "at 21"}},
		{"and does so in a function that it calls", "\ntake();\nreturn 0;", "\nreturn help(1);", "\ngive();", []string{"at 11", "at 11", "at 31"}},
		{"in a way that calls something", "\ntake();\nhelp(1);\nreturn 0;", right, "", []string{"left 13"}},
		{"in a function that just takes", "\nhelp(1);\nif (n)\nreturn 1;\ngive();\nreturn 0;", right, "\ntake();", []string{"left 13"}},
		{"behind one that may take", "\nhelp(n);\ngive();\nreturn 0;", "\ntake();\nreturn 0;", "\nif (n == 3)\ntake();", []string{"at 12", "at 21", "at 21", "at 32"}},
		{"behind the call of a model", "\ntake();\nif (n)\nreturn 1;\ncopy_to_user(pos, from, n);\ngive();\nreturn 0;", right, "", []string{"left 13"}},
		{"behind a return that is right", "\ntake();\nif (n)\ngive(), ready = 1;\nreturn 0;", "\nif (ready)\ntake();\nreturn 0;", "", []string{"left 14", "left 23"}},
		{"given twice is at the event", "\ngive();\nreturn 0;", right, "", []string{"at 11"}},
		{"the callback is called by another one", "\ntake();\nreturn 0;", "\nif (n)\nput(f, to, n, pos), give();\nreturn 0;", "", []string{"at 11", "at 11"}},
	} {
		f := files(t, map[string]string{"d.c": queueDriver(test.put, test.get, test.help+"\nreturn n;"), "queue.slic": queueRule})
		for _, e := range []Encoding{Auto, Small} { // with bodies in the place of calls, and without
			opt := Options{Files: []string{f["d.c"]}, Rules: []string{f["queue.slic"]}, Entry: AutoEntry, Encoding: e, Inline: InlineAuto, Replay: ReplayOff, Defects: -1}
			all := false
			opt.Ended = func(is bool) { all = is }
			var got []string
			err := Run(context.Background(), opt, lib.Opener(z3.Options{}), obs.NewEnv(nil, nil), func(r *result.Result, _ Stats) {
				switch s := r.Cause(); {
				case r.Verdict != result.Unsafe:
				case s != nil:
					got = append(got, fmt.Sprintf("left %d", s.Place.Line))
				default:
					got = append(got, fmt.Sprintf("at %d", r.Where.Line))
				}
			})
			if slices.Sort(got); err != nil || !all || !slices.Equal(got, test.want) {
				t.Errorf("%s, %s: got %v, all %v, %v; want %v", test.name, e, got, all, err, test.want)
			}
		}
	}
}

// TestForgets: the return is told of a function that the callback calls and that could end what it has begun, and none of one that only begins it.
func TestForgets(t *testing.T) {
	lib := need.Z3(t)
	const calls, right = "\nreturn help(n);", "\ntake();\ngive();\nreturn 0;"
	for _, test := range []struct {
		name, put, get, help string
		inner, outer         int
		entry                string
	}{
		{"a function that also gives", calls, right, "\ntake();\nif (n)\nreturn 1;\ngive();", 33, 11, AutoEntry},
		{"behind a call that has returned", calls, right, "\ngot(n);\ntake();\nif (n)\nreturn 1;\ngive();", 34, 11, AutoEntry},
		{"a wrapper", "\nhelp(1);\nif (n)\nreturn 1;\ngive();\nreturn 0;", right, "\ntake();", 0, 13, AutoEntry},
		{"in which only another one could", calls, right, "\nwrap();\nif (n)\nreturn 1;\ngive();", 33, 11, AutoEntry},
		{"the callback itself", "\ntake();\nif (n)\nreturn 1;\ngive();\nreturn 0;", right, "", 0, 13, AutoEntry},
		{"nothing gives", "\nreturn help(n);", "\nreturn help(1);", "\ntake();", 0, 11, AutoEntry},
		{"in the same callback", "\nif (help(n))\ntake();\nreturn 0;", right, "\ntake();\nif (n)\nreturn 1;\ngive();", 33, 0, AutoEntry},
		{"a wrapper in the same callback", "\nhelp(n);\ntake();\ngive();\nreturn 0;", right, "\ntake();", 0, 0, AutoEntry},
		{"without an environment", calls, right, "\ntake();\nif (n)\nreturn 1;\ngive();", 33, 11, "put"},
		{"the function itself without one", "\ntake();\nif (n)\nreturn 1;\ngive();\nreturn 0;", right, "", 0, 0, "put"},
	} {
		const more = "\nstatic int last;\nstatic void got(int n) {\nlast = n;\n}\nstatic void wrap(void) {\ntake();\n}\n"
		driver := strings.Replace(queueDriver(test.put, test.get, test.help+"\nreturn n;"), "static int ready;", "static int ready; static void got(int n); static void wrap(void);", 1) + more
		f := files(t, map[string]string{"d.c": driver, "queue.slic": queueRule})
		for _, e := range []int{InlineAuto, 0} {
			opt := Options{Files: []string{f["d.c"]}, Rules: []string{f["queue.slic"]}, Entry: test.entry, Encoding: Small, Inline: e, Replay: ReplayOff}
			inner, outer := 0, 0
			err := Run(context.Background(), opt, lib.Opener(z3.Options{}), obs.NewEnv(nil, nil), func(r *result.Result, _ Stats) {
				if s := r.Forgetful(); s != nil {
					inner = s.Place.Line
				}
				if s := r.Left(); s != nil {
					outer = s.Place.Line
				}
			})
			if err != nil || inner != test.inner || outer != test.outer {
				t.Errorf("%s, bodies of %d: got %d and %d, %v; want %d and %d", test.name, e, inner, outer, err, test.inner, test.outer)
			}
		}
	}
}

// TestBlame: violations that happen in the environment are told in the driver: at the return of the callback before, or where the function
// is that is called.
func TestBlame(t *testing.T) {
	lib := need.Z3(t)
	const dirty = "\ntake();\nif (n)\ngive();\nreturn 0;"
	for _, test := range []struct {
		name, rule, put string
		line            int
		blamed          bool
	}{
		{"at the next call", "hardbop_context_process.call { if (s) abort \"m\"; }", dirty, 14, true},
		{"with the result", "hardbop_callback_result.call { if (s && $1 >= 0) abort \"m\"; s = 0; }", dirty, 14, true},
		{"of a driver that does nothing", "hardbop_callback_result.call { if ($1 == 7) abort \"m\"; }", "\nif (!n)\nreturn 7;\ntake();\ngive();\nreturn 0;", 12, true},
		{"before the driver does anything", "hardbop_context_process.call { abort \"m\"; }", dirty, 0, false},
		{"in the driver", "give.call { if (s) abort \"m\"; }", dirty, 13, false},
	} {
		rule := "state { int s = 0; }\ntake.call { s = 1; }\n" + test.rule
		if !strings.Contains(test.rule, "give") {
			rule += "\ngive.call { s = 0; }"
		}
		f := files(t, map[string]string{"d.c": queueDriver(test.put, "\nreturn copy_to_user(to, pos, 1) ? -1 : 0;", "\nreturn 0;"), "r.slic": rule})
		opt := Options{Files: []string{f["d.c"]}, Rules: []string{f["r.slic"]}, Entry: AutoEntry, Inline: InlineAuto, Replay: ReplayOff}
		var got *result.Result
		if err := Run(context.Background(), opt, lib.Opener(z3.Options{}), obs.NewEnv(nil, nil), func(r *result.Result, _ Stats) { got = r }); err != nil {
			t.Fatal(err)
		}
		if got.Verdict != result.Unsafe || test.line > 0 && (got.Where.File != f["d.c"] || got.Where.Line != test.line) || (got.Blamed() != nil) != test.blamed {
			t.Errorf("%s: %s at %v, blamed %v; want line %d", test.name, got.Verdict, got.Where, got.Blamed(), test.line)
		}
	}
}

// TestReturnsApart counts the defects that the environment tells of one callback, by the lines of the returns.
func TestReturnsApart(t *testing.T) {
	lib := need.Z3(t)
	const rule = "state { int s = 0; }\ntake.call { s = 1; }\ngive.call { s = 0; }\nhardbop_context_process.call { s = 0; }\nhardbop_callback_result.call { if (s && $1 >= 0) abort \"m\"; }\n"
	const right = "\nreturn copy_to_user(to, pos, 1) ? -1 : 0;"
	for _, test := range []struct {
		name, put, get string
		want           []int
	}{
		{"one", "\ntake();\nif (n)\ngive();\nreturn 0;", right, []int{14}},
		{"two", "\ntake();\nif (n == 7)\nreturn 1;\nif (n == 8)\nreturn -1;\nif (n)\ngive();\nreturn 0;", right, []int{13, 18}},
		{"in each callback", "\ntake();\nreturn n & 1;", "\ntake();\nif (n)\nreturn copy_to_user(to, pos, 1) ? -1 : 1;\nreturn 0;", []int{12, 23, 24}},
		{"the callback is called by another one", "\ntake();\nreturn 0;", "\nput(f, to, n, pos);\nif (n)\nreturn -1;\nreturn copy_to_user(to, pos, 1) ? -1 : 0;", []int{12, 24}},
		{"none", "\ntake();\nreturn -1;", right, nil},
	} {
		f := files(t, map[string]string{"d.c": queueDriver(test.put, test.get, "\nreturn 0;"), "r.slic": rule})
		for _, e := range []Encoding{Auto, Small} {
			all := false
			opt := Options{Files: []string{f["d.c"]}, Rules: []string{f["r.slic"]}, Entry: AutoEntry, Encoding: e, Inline: InlineAuto, Replay: ReplayOff, Defects: -1, Ended: func(is bool) { all = is }}
			var got []int
			err := Run(context.Background(), opt, lib.Opener(z3.Options{}), obs.NewEnv(nil, nil), func(r *result.Result, _ Stats) {
				if r.Verdict == result.Unsafe {
					got = append(got, r.Where.Line)
				}
			})
			if slices.Sort(got); err != nil || !all || !slices.Equal(got, test.want) {
				t.Errorf("%s, %s: got %v, all %v, %v; want %v", test.name, e, got, all, err, test.want)
			}
		}
	}
}
