package environ_test

import (
	"regexp"
	"strings"
	"testing"

	"hardbop/internal/cfront"
	"hardbop/internal/entries/environ"
	"hardbop/internal/entries/find"
	"hardbop/internal/entries/kinds"
)

// TestManaged has drivers whose probe has two actions and an interrupt managed: a and b are called in the order that the kernel has, or in
// any if it isn't known, twice if they may be registered twice; what is there still is called before each.
func TestManaged(t *testing.T) {
	const text = `struct device { int d; }; struct platform_device { struct device dev; };
		struct platform_driver { int (*probe)(struct platform_device *); int (*remove)(struct platform_device *); int (*suspend)(struct platform_device *); };
		int devm_add_action(struct device *, void (*)(void *), void *); int devm_request_irq(struct device *, int, int (*)(int, void *), int, char *, void *);
		static void a(void *p) { } static void b(void *p) { } static int irq(int n, void *p) { return 1; }
		static int n; struct own { int (*go)(struct device *, int *); };
		static int add_a(struct device *d) { return devm_add_action(d, a, 0); } static int add_b(struct device *d) { return devm_add_action(d, b, 0); }
		static int go_a(struct device *d, int *k) { return OWN; } static const struct own own = { go_a };
		static int add_irq(struct device *d) { return devm_request_irq(d, 5, irq, 0, "x", 0); }
		static int sleep(struct platform_device *p) { struct device *d = &p->dev; SLEEP; return 0; }
		static int probe(struct platform_device *p) { struct device *d = &p->dev; const struct own *o = &own; PROBE; return 0; }
		static struct platform_driver driver = { .probe = probe, .suspend = sleep };
		struct platform_driver *used; int init_module(void) { used = &driver; return 0; }`
	for use, want := range map[string]string{
		"add_a(d); add_b(d)":                            "b a",
		"add_b(d); add_a(d)":                            "a b",
		"if (n) { add_a(d); return 1; } add_b(d)":       "a b",
		"if (add_b(d)) goto out; if (n) add_a(d); out:": "a b",
		"for (; n; n--) { add_a(d); add_b(d); }":        "( a b ) a a b b",
		"for (; n; n--) { add_a(d); } add_b(d)":         "b a a",
		"add_a(d); add_b(d); o->go(d, 0)":               "( a b ) a a b b",
		"o->go(d, 0); add_a(d); add_b(d)":               "b a a",
		"add_b(d)/add_a(d)":                             "a a b",
		"add_a(d)/add_b(d)":                             "b b a",
		"n = 1/add_b(d); add_a(d)":                      "( a b ) a a b b",
		"for (; n; n--) { add_irq(d); add_b(d); }":      "~ ( b irq ~ ) b ~ b irq",
		"add_a(d); add_b(d); add_b(d)":                  "b b a",
		"add_irq(d); add_b(d)":                          "~ b ~ irq",
		"add_b(d); add_irq(d)":                          "~ irq b",
		"add_a(d); add_irq(d); add_b(d)":                "~ b ~ irq a",
		"add_irq(d); add_b(d); add_a(d)":                "~ a ~ b ~ irq",
	} {
		probe, sleep, _ := strings.Cut(use, "/")
		us := units(t, cfront.File{Name: "t.c", Text: []byte(strings.NewReplacer("OWN", map[bool]string{true: "add_a(d)", false: "0"}[strings.Contains(use, "o->go")], "PROBE", probe, "SLEEP", sleep).Replace(text))})
		e, err := environ.Make(us, find.Candidates(us), kinds.Known())
		if err != nil {
			t.Fatal(err)
		}
		_, body, _ := strings.Cut(e.Text, "void hardbop_release_driver(void)\n{")
		body, _, _ = strings.Cut(body, "\n}\n")
		var got []string
		for _, m := range regexp.MustCompile(`while|hardbop_step_(\w+)|data_of_(irq)_set|(\t\}\n\t\})|(meanwhile)`).FindAllStringSubmatch(body, -1) {
			switch {
			case m[0] == "while":
				got = append(got, "(")
			case m[3] != "":
				got = append(got, ")")
			case m[4] != "":
				got = append(got, "~")
			default:
				got = append(got, m[1]+m[2])
			}
		}
		if got := strings.Join(got, " "); got != want {
			t.Errorf("%s: %q, want %q\n%s", use, got, want, body)
		}
	}
}
