package deps

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// useRule says that names of a standard package are used only in some packages.
type useRule struct {
	pkg   string
	names []string
	where []string // packages of the module; one that ends in / stands for all below it
}

var useRules = []useRule{
	{"fmt", []string{"Print", "Printf", "Println"}, []string{"cmd/", "internal/report"}},
	{"os", []string{"Stdout"}, []string{"cmd/", "internal/report"}},
	{"time", []string{"Now", "Since", "Until"}, []string{"internal/obs"}},
}

func (r useRule) allows(pkg string) bool {
	return slices.ContainsFunc(r.where, func(w string) bool {
		return pkg == w || strings.HasSuffix(w, "/") && strings.HasPrefix(pkg, w)
	})
}

func TestUses(t *testing.T) {
	for _, p := range goList(t) {
		name := strings.TrimPrefix(p.ImportPath, module)
		for _, file := range append(p.GoFiles, p.CgoFiles...) {
			for _, complaint := range misuses(t, name, filepath.Join(p.Dir, file), nil) {
				t.Error(complaint)
			}
		}
	}
}

// misuses returns the complaints about a file of package name. src may be its content.
func misuses(t *testing.T, name, file string, src any) []string {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, file, src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	ast.Inspect(f, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		x, ok := sel.X.(*ast.Ident)
		for _, r := range useRules {
			if ok && x.Name == r.pkg && slices.Contains(r.names, sel.Sel.Name) && !r.allows(name) {
				found = append(found, fset.Position(sel.Pos()).String()+": "+r.pkg+"."+sel.Sel.Name+
					" is used only in "+strings.Join(r.where, ", "))
			}
		}
		return true
	})
	return found
}

func TestMisusesAreSeen(t *testing.T) {
	src := "package x\nimport (\"fmt\"; \"os\"; \"time\")\nfunc f() { fmt.Println(time.Now()); fmt.Fprint(os.Stdout) }\n"
	if got := misuses(t, "bebop", "x.go", src); len(got) != 3 {
		t.Errorf("got %v", got)
	}
	if got := misuses(t, "cmd/hardbop", "x.go", src); len(got) != 1 {
		t.Errorf("got %v", got)
	}
}
