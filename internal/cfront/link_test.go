package cfront

import (
	"strings"
	"testing"

	"hardbop/internal/cil"
)

func loadFiles(texts ...string) (*cil.Program, error) {
	var files []File
	for i, text := range texts {
		files = append(files, File{Name: string(rune('a'+i)) + ".c", Text: []byte(text)})
	}
	return Load(files, Config{})
}

func TestLink(t *testing.T) {
	prog, err := loadFiles(`
		struct s { int x; struct t *p; };
		extern int shared; int tentative; extern int table[];
		static int own = 1; static int help(void) { return own; }
		int other(struct s *); extern struct s *head; int implicit();
		int main(void) { return other(head) + shared + tentative + help() + table[1] + implicit(3) + late(); }`, `
		struct s { int x; struct t *p; };
		int shared = 4; int tentative; int table[] = {1, 2, 3};
		static int own = 2; static int help(void) { return own; }
		struct s one, *head = &one; int implicit(int a) { return a; } int late(void) { return 0; }
		int other(struct s *p) { return p->x + help(); }`)
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range cil.Sanity(prog) {
		t.Error(err)
	}
	for _, name := range []string{"shared", "tentative", "own", "own_1", "head"} {
		if v := prog.GlobalNamed(name); v == nil || v.Extern {
			t.Errorf("no definition of %s", name)
		}
	}
	for _, name := range []string{"help", "help_1", "other", "implicit", "late"} {
		if f := prog.FuncNamed(name); f == nil || !f.HasBody() {
			t.Errorf("%s has no body", name)
		}
	}
	if v := prog.GlobalNamed("table"); v == nil || v.Type.String() != "int [3]" {
		t.Errorf("table has not its whole type")
	}
	if len(prog.Comps) != 2 {
		t.Errorf("%d comps, want 2: struct s once for both files, and struct t", len(prog.Comps))
	}
}

// TestSharedStructs counts the types that files make of one struct.
func TestSharedStructs(t *testing.T) {
	const main = "int g(struct s *); extern struct s *one; int main(void) { return g(one) + one->x; }"
	for _, c := range []struct {
		name, a, b string
		shared     bool
	}{
		{"declared here", "struct t; struct s { int x; struct t *p; };", "struct t { int y; }; struct s { int x; struct t *p; };", true},
		{"declared there", "struct t { int y; }; struct s { int x; struct t *p; };", "struct t; struct s { int x; struct t *p; };", true},
		{"through a typedef", "typedef struct s { int x; } S; extern S *one;", "struct s { int x; };", true},
		{"a cycle", "struct t { struct s *back; }; struct s { int x; struct t *p; };", "struct s { int x; struct t *p; }; struct t { struct s *back; };", true},
		{"another member", "struct t { int y; }; struct s { int x; struct t *p; };", "struct t { long y; }; struct s { int x; struct t *p; };", false},
		{"another type name", "typedef int n; struct s { int x; n y; };", "typedef long n; struct s { int x; n y; };", false},
		{"another length", "enum { N = 2 }; struct s { int x; char b[N]; };", "enum { N = 3 }; struct s { int x; char b[N]; };", false},
		{"another packing", "struct s { int x; long y; };", "#pragma pack(1)\nstruct s { int x; long y; };", false},
	} {
		_, err := loadFiles(c.a+"\n"+main, c.b+"\nstruct s *one; int g(struct s *p) { return p->x; }")
		if (err == nil) != c.shared {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	_, err := loadFiles("struct t; struct s { int x; struct t *p; };\n"+main,
		"struct t { int y; }; struct s { int x; struct t *p; }; extern struct s *one; int f(void) { return one->p->y; }",
		"struct t { long y; }; struct s { int x; struct t *p; }; struct s *one; int g(struct s *p) { return p->p->y; }")
	if err == nil {
		t.Error("two structs behind a pointer to a declared one are taken for one")
	}
}

// TestLinkConflicts checks that all conflicts come at once.
func TestLinkConflicts(t *testing.T) {
	_, err := loadFiles(
		"int v = 1; extern int w; int f(int); int main(void) { return v + w + f(1) + g(); }\nint g(void) { return 1; }",
		"int v = 2;\nint g(void) { return 2; }\nlong w;\nint f(long a) { return a; }")
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{
		"b.c:1:5: v is defined here and at a.c:1:5",
		"w is declared as long here and as int at a.c:1:23",
		"f is declared as int (long) here and as int (int) at a.c:1:30",
		"b.c:2:5: g is defined here and at a.c:2:5",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("got %v\nwant %s", err, want)
		}
	}
}

// TestLazy checks that only what is reached is elaborated.
func TestLazy(t *testing.T) {
	text := `
		int unused, used, by_init; int *p = &by_init;
		void deep(void) { used = 1; } void (*table[])(void) = { deep };
		void never(void) { unused = 1; }
		int main(void) { table[0](); return *p; }`
	prog, err := loadFiles(text)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"used": true, "by_init": true, "p": true, "table": true, "unused": false} {
		if got := prog.GlobalNamed(name) != nil; got != want {
			t.Errorf("%s: in the program: %v, want %v", name, got, want)
		}
	}
	if f := prog.FuncNamed("deep"); f == nil || !f.AddrTaken || !f.HasBody() {
		t.Error("deep is missing or not marked")
	}
	if prog.FuncNamed("never") != nil {
		t.Error("never was elaborated")
	}
	whole, err := Load([]File{{Name: "a.c", Text: []byte(text)}}, Config{Whole: true})
	if err != nil || whole.FuncNamed("never") == nil {
		t.Errorf("Whole leaves out never (%v)", err)
	}
}
