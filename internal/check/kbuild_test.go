package check

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hardbop/internal/entries/find"
)

// TestModules reads which modules a Makefile makes of what, and gives up where that may not be all.
func TestModules(t *testing.T) {
	for text, want := range map[string]string{
		"obj-m := ring.o\nring-y := a.o b.o\n": "[{ring [a.o b.o]}]",
		"obj-m += one.o two.o":                 "[{one [one.o]} {two [two.o]}]",
		"obj-$(CONFIG_R) += r.o\nr-objs = b.o \\\n a.o # c.o\nr-$(CONFIG_X) += x.o":                                    "[{r [a.o b.o x.o]}]",
		"ifneq ($(KERNELRELEASE),)\nobj-m := r.o\nelse\nK ?= $(shell uname)\nall:\n\tmake -C $(K) M=$(PWD) x.o\nendif": "[{r [r.o]}]",
		"ccflags-y := -I$(src)\nCFLAGS_r.o := -DX\nobj-m := r.o sub/":                                                  "[{r [r.o]}]",
		"obj-m := r.o\nr-y := a.o $(MORE)":                                                                             "[]",
		"obj-m := r.o s.o\nr-y := a.o $(MORE)\ns-y := b.o":                                                             "[{s [b.o]}]",
		"obj-m := $(NAME).o":                                                    "[]",
		"obj-m := r.o\n$(NAME)-y := a.o":                                        "[]",
		"obj-m := r.o\nr-y := a.o\ninclude more.mk":                             "[]",
		"obj-m := r.o\n-include more.mk":                                        "[]",
		"obj-m := r.o\n$(eval r-y += b.o)":                                      "[]",
		"obj-m := r.o\ndefine r-y\na.o\nendef":                                  "[]",
		"obj-m := r.o\nldflags-y += b.o":                                        "[]",
		"obj-m := r.o\nLDFLAGS_r.o := b.o":                                      "[]",
		"obj-m := r.o\n$(obj)/r.o: b.o":                                         "[]",
		"obj-m := r.o s.o\nr-y := a.o b.o\ns-y := b.o":                          "[]",
		"obj-y := r.o":                                                          "[]",
		"obj-y := a.o\nobj-m := r.o\nr-y := a.o b.o":                            "[]",
		"obj-m := r.o\nr-y := a.o lib.a":                                        "[]",
		"obj-m := r.o\nr-y := a.o\nifdef X\n\tr-y += b.o\nendif":                "[{r [a.o b.o]}]",
		"obj-m := r.o\nr-y := a.o\nall:\n\techo\nifdef X\n\t./r-y = b.o\nendif": "[{r [a.o]}]",
		"obj-m := r.o\nr-y := a.o\nall:\n\techo\nX := 1\n\tr-y += b.o":          "[{r [a.o b.o]}]",
		"obj-m := r.o\nr-y := a.o\nX := $(eval r-y += b.o)":                     "[]",
		"obj-m := r.o\nr-y := a.o\nX = ${eval r-y += b.o}":                      "[]",
		".RECIPEPREFIX = >\nobj-m := r.o\nr-y := a.o\nall:\n\tr-y += b.o":       "[]",
		"obj-m := r.o\nr-y := a.o\nccflags-y += $(call cc-option,-Wx)":          "[{r [a.o]}]",
		"": "[]",
	} {
		if got := fmt.Sprint(modules(text)); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// TestOnlyDefined tells a definition that nothing else in the files speaks of.
func TestOnlyDefined(t *testing.T) {
	for text, want := range map[string]bool{
		"int f(int x)\n{\n}\n":                                true,
		"struct a *f(int x) { }":                              true,
		"/* f does it, f() */ int f(int x) { } // f":          true,
		"int f(int x);\nint f(int x) { }":                     false,
		"int f(int x) { }\nBTF_ID(func, f)":                   false,
		"DEFINE(f)(int x) { }":                                false,
		"int f(int x) { }\nasm(\"call f\");":                  false,
		"int f(int x) { }\n#define g f":                       false,
		"int f(int x) { } char *s = \"/*\"; int y = f; /* */": false,
		"int ff(int x) { }":                                   false,
	} {
		texts, literals, ok := Options{Files: []string{"a.c"}, texts: map[string][]byte{"a.c": []byte(text)}}.plainTexts()
		if got := ok && onlyDefined(texts, literals, "f"); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
	if onlyDefined([]string{"int f(void) { }"}, []string{`"jmp f"`}, "f") {
		t.Error("assembly in a header calls it")
	}
}

// TestWholeModule has functions that nobody mentions called, unless the files are all of a module.
func TestWholeModule(t *testing.T) {
	const main = "int put(int);\nstatic int start(void) { return put(1); }\nstatic inline int (*__inittest(void))(void) { return start; }\n"
	const more = "int put(int x) { return x; }\nint get(int x) { return x; }\nint top(int x) { return x; }\nstatic void *__UNIQUE_ID___addressable_top1 = (void *)&top;\n"
	for name, c := range map[string]struct {
		makefile, kbuild, main, more string
		want                         string
	}{
		"whole":         {makefile: "obj-m := r.o\nr-y := a.o b.o\n", want: "top"},
		"no Makefile":   {want: "get top"},
		"more":          {makefile: "obj-m := r.o\nr-y := a.o b.o c.o\n", want: "get top"},
		"fewer":         {makefile: "obj-m := r.o\nr-y := a.o\n", want: "get top"},
		"no module":     {makefile: "obj-m := r.o\nr-y := a.o b.o\n", main: "int put(int);\nstatic int start(void) { return put(1); }\nstatic int (*__initcall_x)(void) = start;\n", want: "get top"},
		"Kbuild counts": {makefile: "obj-m := r.o\nr-y := a.o b.o\n", kbuild: "obj-m := r.o\nr-y := a.o b.o c.o\n", want: "get top"},
		"by assembly":   {makefile: "obj-m := r.o\nr-y := a.o b.o\n", more: more + "asm(\"jmp get\");\n", want: "get top"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			opt := Options{Files: []string{filepath.Join(dir, "a.c"), filepath.Join(dir, "b.c")}}
			for file, text := range map[string]string{"a.c": main, "b.c": more, "Makefile": c.makefile, "Kbuild": c.kbuild} {
				if file == "a.c" && c.main != "" {
					text = c.main
				}
				if file == "b.c" && c.more != "" {
					text = c.more
				}
				if text == "" {
					continue
				}
				if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			units, err := Units(opt)
			if err != nil {
				t.Fatal(err)
			}
			var names []string
			for _, c := range opt.candidates(units) {
				if c.Has(find.Exported) {
					names = append(names, c.Name())
				}
			}
			if got := strings.Join(names, " "); got != c.want {
				t.Errorf("%s are called, want %s", got, c.want)
			}
		})
	}
}
