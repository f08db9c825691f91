package cfront

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"hardbop/internal/need"
)

var defineLine = regexp.MustCompile(`(?m)^#define (\w+)(?:\([^)]*\))? ?(.*)$`)

// macrosIn returns the macros that a text defines, without blanks in their values.
func macrosIn(text string) map[string]string {
	m := map[string]string{}
	for _, d := range defineLine.FindAllStringSubmatch(text, -1) {
		m[d[1]] = strings.ReplaceAll(d[2], " ", "")
	}
	return m
}

// gccMacros are the macros that gcc predefines.
func gccMacros(t *testing.T, flags ...string) map[string]string {
	t.Helper()
	cmd := exec.Command(need.GCC(t), append(flags, "-O2", "-dM", "-E", "-x", "c", os.DevNull)...)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return macrosIn(string(out))
}

// conditional is a group of morePredefined that depends on a macro.
var conditional = regexp.MustCompile(`(?s)#ifdef __ILP32__\n(.*?)#elif defined __LP64__\n(.*?)#else\n.*?#endif\n`)

// TestPredefinedMacros compares our predefined macros with those of gcc 12.
func TestPredefinedMacros(t *testing.T) {
	for model, flags := range map[string][]string{"LP64": {"-m64"}, "ILP32": {"-m32"}} {
		for _, std := range []string{"", "gnu89", "gnu11", "c99", "c11"} {
			t.Run(model+" "+std, func(t *testing.T) {
				args := flags
				if std != "" {
					args = append([]string{"-std=" + std}, flags...)
				}
				gcc := gccMacros(t, args...)
				if gcc["__GNUC__"] != "12" {
					need.Missing(t, fmt.Errorf("gcc is version %s, not 12", gcc["__GNUC__"]))
				}
				compareMacros(t, ours(t, model, std), gcc)
			})
		}
	}
}

// ours are the macros that we predefine.
func ours(t *testing.T, model, std string) map[string]string {
	t.Helper()
	fe, err := newFront(Config{Model: model})
	if err != nil {
		t.Fatal(err)
	}
	group := map[string]string{"ILP32": "$1", "LP64": "$2"}[model]
	text := conditional.ReplaceAllString(fe.predefined(&Flags{Std: std}), group)
	text, _, _ = strings.Cut(text, "#else\n#define __WCHAR_MIN__")
	return macrosIn(text)
}

func compareMacros(t *testing.T, own, gcc map[string]string) {
	other := regexp.MustCompile(`^__(GNUC_PATCHLEVEL|VERSION|GNUC_MINOR)__$`)
	for name, value := range own {
		g, ok := gcc[name]
		switch {
		case other.MatchString(name):
		case !ok:
			t.Errorf("gcc doesn't define %s", name)
		case g != value:
			t.Errorf("%s is %s, gcc has %s", name, value, g)
		}
	}
	// What headers make choices by, and may be missing.
	known := regexp.MustCompile(`^__(FLT(16|32|64|128)X?|FLT32X|FLT64X|DEC\d+|GCC_IEC|STDC_(IEC|ISO)|GNUC_.*CHARSET|GCC_.*STRUCTIVE|code_model|k8|PI[CE]|pi[ce]|DECIMAL_BID_FORMAT__|DEC_EVAL_METHOD__)|^_STDC_PREDEF|CFI_ASM`)
	for name := range gcc {
		if _, ok := own[name]; !ok && !known.MatchString(name) {
			t.Errorf("gcc defines %s, and we don't", name)
		}
	}
}
