package models

import (
	"regexp"
	"strings"
	"testing"

	"hardbop/internal/cfront"
	"hardbop/internal/cil"
)

// declared matches what a family's file has at the beginning of a line: a function.
var declared = regexp.MustCompile(`(?m)^(?:[a-z_]+(?:\([^)\n]*\))? )*(?:[a-z_]\w* )+\**(\w+)\(([^\n]*)\);?$`)

// TestAll checks that each family can be read, that each of its functions has a comment
// that says what is taken for granted, and that each body agrees with the types.
func TestAll(t *testing.T) {
	all, err := All()
	if err != nil || len(all) < 4 {
		t.Fatalf("%d families: %v", len(all), err)
	}
	for _, f := range all {
		t.Run(f.Name, func(t *testing.T) {
			if strings.HasSuffix(f.Name, "wdm.c") { // its bodies need the structs of the header
				family(t, f, "#include <wdm.h>\n")
				return
			}
			// Read as a program of its own, every function is elaborated.
			if _, err := cfront.Load([]cfront.File{{Name: f.Name, Text: f.Text}}, cfront.Config{Whole: true}); err != nil {
				t.Fatal(err)
			}
			family(t, f, "")
		})
	}
}

// wdmHeaders has the header that the tests of the rules use.
const wdmHeaders = "../rules/testdata/wdm/include"

// family checks the models of f with a program that begins with head.
func family(t *testing.T, f File, head string) {
	names, calls := functions(f)
	if len(names) == 0 {
		t.Fatal("no functions")
	}
	// As models, each stands for a function that a program calls, declared or not.
	text := head + "int main(void) {\n"
	for _, c := range calls {
		text += c + ";\n"
	}
	flags := &cfront.Flags{IncludeDirs: []string{wdmHeaders}}
	prog, err := cfront.Load([]cfront.File{{Name: "main.c", Text: []byte(text + "return 0; }\n"), Flags: flags}},
		cfront.Config{Models: []cfront.Model{{File: cfront.File{Name: f.Name, Text: f.Text}, Own: true}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range cil.Sanity(prog) {
		t.Error(err)
	}
	for _, n := range names {
		switch g := prog.FuncNamed(n); {
		case g == nil:
			t.Errorf("%s is not there", n)
		case g.Model == "" || g.Model == "does what its model says":
			t.Errorf("%s has no comment that says what is taken for granted", n)
		}
	}
}

// onlyDeclared matches the declaration of a function that the bodies of a file call, whose
// model is another file's.
var onlyDeclared = regexp.MustCompile(`^void \*malloc\(.*;$`)

// static matches the functions of a file that are not models.
var static = regexp.MustCompile(`(?m)^static .*?(\w+)\(`)

// functions lists the functions of a family that are models, all that have external
// linkage but the nondeterministic ones, and a call of each.
func functions(f File) (names, calls []string) {
	seen := map[string]bool{}
	for _, m := range static.FindAllSubmatch(f.Text, -1) {
		seen[string(m[1])] = true
	}
	for _, m := range declared.FindAllSubmatch(f.Text, -1) {
		name, params := string(m[1]), string(m[2])
		if seen[name] || strings.HasPrefix(name, "__VERIFIER_") || onlyDeclared.Match(m[0]) {
			continue
		}
		seen[name] = true
		args := strings.Count(strings.TrimSuffix(params, ", ..."), ",") + 1
		if params == "void" {
			args = 0
		}
		names = append(names, name)
		calls = append(calls, name+"("+strings.TrimSuffix(strings.Repeat("0, ", args), ", ")+")")
	}
	return names, calls
}
