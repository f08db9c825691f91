package find_test

import (
	"fmt"
	"strings"
	"testing"

	"hardbop/internal/cfront"
	"hardbop/internal/cil"
	"hardbop/internal/entries/find"
)

// TestParameters reads structs kernel_param as the macros of linux/moduleparam.h make them.
func TestParameters(t *testing.T) {
	const head = `struct kernel_param; struct kernel_param_ops { int flags; int (*set)(const char *, const struct kernel_param *); int (*get)(char *, const struct kernel_param *); };
struct kparam_string { unsigned maxlen; char *string; };
struct kparam_array { unsigned max, elemsize; unsigned *num; const struct kernel_param_ops *ops; void *elem; };
struct kernel_param { const char *name; const struct kernel_param_ops *ops; const unsigned short perm; union { void *arg; const struct kparam_string *str; const struct kparam_array *arr; }; };
extern const struct kernel_param_ops param_ops_int, param_array_ops, param_ops_string; int param_set_int(const char *, const struct kernel_param *);
static int n, row[3]; static unsigned count; static char text[8]; static struct { int a; struct { int b[2]; }; } s;
static int own_set(const char *val, const struct kernel_param *kp) { return 0; }
static const struct kernel_param_ops own = { .set = own_set }, half = { .set = param_set_int }, silent = { 0 };
#define P(name, ops, perm, ...) static const struct kernel_param __param_##name = { #name, ops, perm, { __VA_ARGS__ } };
`
	for text, want := range map[string]string{
		"P(n, &param_ops_int, 0644, &n)":                     "n: n, writable, param_ops_int, kernel",
		"P(n, &param_ops_int, 0444, &n)":                     "n: n, param_ops_int, kernel",
		"P(n, &param_ops_int, 0, &n)":                        "n: n, param_ops_int, kernel",
		"P(n, &param_ops_int, 0020 + (sizeof(int) - 4), &n)": "n: n, writable, param_ops_int, kernel",
		"P(m, &param_ops_int, 0200, (void *)&s.a)":           "m: s.a, writable, param_ops_int, kernel",
		"P(m, &param_ops_int, 0, &s.b[1])":                   "m: s.__anon1.b[1], param_ops_int, kernel",
		"P(n, &own, 0644, &n)":                               "n: n, writable, own",
		"P(n, &half, 0644, &n)":                              "n: n, writable, half, kernel",
		"P(n, &silent, 0644, &n)":                            "n: n, writable, silent",
		"P(n, &own, 0)":                                      "n: none, own",
		"P(n, 0, 0, &n)":                                     "n: n, none, kernel",
		"static const struct kparam_string str = { sizeof(text), text }; P(t, &param_ops_string, 0, .str = &str)":                             "t: text, param_ops_string, kernel, text of 8",
		"static const struct kparam_array arr = { 3, 4, &count, &param_ops_int, row }; P(r, &param_array_ops, 0400, .arr = &arr)":             "r: row, param_array_ops, kernel, array of 3, count, param_ops_int",
		"static const struct kparam_array arr = { .max = 3, .ops = &param_ops_int, .elem = row }; P(r, &param_array_ops, 0600, .arr = &arr)":  "r: row, writable, param_array_ops, kernel, array of 3, none, param_ops_int",
		"static const struct kparam_array arr = { .max = 1, .ops = &param_ops_int, .elem = &row[1] }; P(r, &param_array_ops, 0, .arr = &arr)": "r: row, param_array_ops, kernel, array of 1, none, param_ops_int",
		"extern const struct kernel_param __param_other;":                                                                                     "",
		"static struct { int arg; } __param_other = { 1 };":                                                                                   "",
	} {
		prog, err := cfront.Load([]cfront.File{{Name: "a.c", Text: []byte(head + text)}}, cfront.Config{Own: true})
		if err != nil {
			t.Fatal(text, err)
		}
		var list []string
		for _, p := range find.Parameters([]find.Unit{{Name: "a.c", Prog: prog}}) {
			list = append(list, describe(p))
		}
		if got := strings.Join(list, "\n"); got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", text, got, want)
		}
	}
}

func describe(p *find.Parameter) string {
	words := []string{p.Name() + ": " + lval(p.Value)}
	if p.Writable {
		words = append(words, "writable")
	}
	words = append(words, variable(p.Ops))
	if p.Kernel() {
		words = append(words, "kernel")
	}
	if p.String {
		words = append(words, fmt.Sprint("text of ", p.Max))
	}
	if p.Array {
		words = append(words, fmt.Sprint("array of ", p.Max), lval(p.Count), variable(p.Elem))
	}
	return strings.Join(words, ", ")
}

func lval(l *cil.Lval) string {
	if l == nil {
		return "none"
	}
	return cil.LvalString(l)
}

func variable(v *cil.Var) string {
	if v == nil {
		return "none"
	}
	return v.Name
}
