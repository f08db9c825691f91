package environ_test

import (
	"strings"
	"testing"

	"hardbop/internal/cfront"
	"hardbop/internal/entries/environ"
	"hardbop/internal/entries/find"
	"hardbop/internal/entries/kinds"
)

// TestParameters looks at what the environment stores in the parameters of modules.
func TestParameters(t *testing.T) {
	const types = `struct ops { int flags; }; struct kernel_param { const char *name; const struct ops *ops; const unsigned short perm; union { void *arg; const void *str; }; };
		extern const struct ops param_ops_int, param_ops_bool, param_ops_ulong, param_ops_charp, own;
		static int n; static _Bool b; static unsigned long u; static char *s; static const int fixed = 1;
		static int start(void) { return n; } static inline int (*__inittest(void))(void) { return start; } `
	for _, c := range []struct{ name, ops, perm, of, want string }{
		{"a number", "param_ops_int", "0444", "n", "n = __VERIFIER_nondet_int();"},
		{"a number that may be written", "param_ops_int", "0200", "n", "n = __VERIFIER_nondet_int(); n = __VERIFIER_nondet_int();"},
		{"a truth value", "param_ops_bool", "0", "b", "b = __VERIFIER_nondet_int() != 0;"},
		{"a large number", "param_ops_ulong", "0", "u", "u = __VERIFIER_nondet_ulonglong();"},
		{"operations of the driver", "own", "0", "n", ""},
		{"a string", "param_ops_charp", "0", "s", ""},
		{"a constant", "param_ops_int", "0", "fixed", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := types + `static const struct kernel_param p = { "p", &` + c.ops + ", " + c.perm + ", { (void *)&" + c.of + " } };"
			us := units(t, cfront.File{Name: "d.c", Text: []byte(text)})
			e, err := environ.Make(us, find.Candidates(us), kinds.Known())
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for line := range strings.Lines(e.Text) {
				if line = strings.TrimSpace(line); strings.Contains(line, "= __VERIFIER") {
					got = append(got, line)
				}
			}
			if strings.Join(got, " ") != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
			if set := strings.Count(e.Text, "\thardbop_parameters_0();"); set != min(1, len(got)) {
				t.Errorf("they are set %d times", set)
			}
		})
	}
}
