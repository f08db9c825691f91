package environ_test

import (
	"slices"
	"strings"
	"testing"

	"hardbop/internal/cfront"
	"hardbop/internal/entries/environ"
	"hardbop/internal/entries/find"
	"hardbop/internal/entries/kinds"
)

// TestWritten lists what sysfs writes in an environment.
func TestWritten(t *testing.T) {
	prog, _ := withEnvironment(t, "../../../testdata/entries/parameters.c")
	var got []string
	for v, yes := range environ.Written(prog) {
		if yes && !strings.HasPrefix(v.Name, "tmp") {
			got = append(got, v.Name)
		}
	}
	slices.Sort(got)
	if want := "cfg half label quick"; strings.Join(got, " ") != want {
		t.Errorf("got %v, want %s", got, want)
	}
}

// TestLoaders has functions of the driver that set parameters, some of which sysfs can't write.
func TestLoaders(t *testing.T) {
	const head = `struct kernel_param; struct kernel_param_ops { int (*set)(const char *, const struct kernel_param *); int (*get)(char *, const struct kernel_param *); };
		struct kernel_param { const char *name; const struct kernel_param_ops *ops; unsigned short perm; void *arg; };
		extern const struct kernel_param_ops param_ops_int;
		static int set(const char *v, const struct kernel_param *p) { return 0; } static int get(char *v, const struct kernel_param *p) { return 0; }
		static const struct kernel_param_ops ops = { set, get };
		int init_module(void) { return 0; }
		`
	const a, b = `static const struct kernel_param __param_a = { "a", &ops, 0444 };`, `static const struct kernel_param __param_b = { "b", &ops, 0200 };`
	const of = "(const struct kernel_param *)"
	for text, want := range map[string][]string{
		a:     {"__VERIFIER_assume(hardbop_loaded == 0);", "set(a0, " + of + "&__param_a)", "hardbop_loaded = 1;", "get(a0, " + of + "&__param_a)"},
		b:     {"set(a0, " + of + "&__param_b)"},
		a + b: {"set(a0, " + of + "(hardbop_loaded == 0 ? (__VERIFIER_nondet_int() ? &__param_a : &__param_b) : &__param_b))", "get(a0, " + of + "(__VERIFIER_nondet_int() ? &__param_a : &__param_b))", "hardbop_loaded = 1;"},
		`void f(void) { static int n, m[2]; static const struct kernel_param __param_n = { "n", &param_ops_int, 0444, &n }; static const struct kernel_param __param_m = { "m", &param_ops_int, 0644, &m[1] }; }`: {
			"extern int hardbop_parameter_n_7_29; /* stands for n, t.c:7:29 */", "hardbop_parameter_n_7_29 = __VERIFIER_nondet_int();", "hardbop_parameter_m_7_32_1 = __VERIFIER_nondet_int();"},
	} {
		us := units(t, cfront.File{Name: "t.c", Text: []byte(head + text)})
		e, err := environ.Make(us, find.Candidates(us), kinds.Known())
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range want {
			if !strings.Contains(e.Text, w) {
				t.Errorf("%s: no %q\n%s", text, w, e.Text)
			}
		}
		if text == b && strings.Contains(e.Text, "hardbop_loaded") {
			t.Errorf("%s: the loader is told apart\n%s", text, e.Text)
		}
	}
}

// TestStandIns reads an environment behind its driver: what stands for a variable of a function is that variable.
func TestStandIns(t *testing.T) {
	f := cfront.File{Name: "t.c", Text: []byte(`struct kernel_param_ops { int (*set)(void); }; struct kernel_param { const char *name; const struct kernel_param_ops *ops; unsigned short perm; void *arg; };
		extern const struct kernel_param_ops param_ops_int;
		int f(void) { static int n, m[2]; static const struct kernel_param __param_n = { "n", &param_ops_int, 0644, &n }; static const struct kernel_param __param_m = { "m", &param_ops_int, 0644, &m[1] }; return n + m[1]; }
		struct file_operations { int (*open)(void); } fops = { f }; int init_module(void) { return 0; }
`)}
	prog, _ := behind(t, f)
	var set []string
	for v := range environ.Written(prog) {
		set = append(set, v.Orig)
	}
	slices.Sort(set)
	if got := strings.Join(set, " "); got != "m n" {
		t.Errorf("sets %s", got)
	}
}
