package cfront

import (
	"errors"
	"strings"
	"testing"

	"hardbop/internal/source"
)

// loadText loads one file called t.c.
func loadText(text string) error {
	_, err := Load([]File{{Name: "t.c", Text: []byte(text)}}, Config{MaxExpansion: 1 << 20})
	return err
}

func TestErrors(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"undeclared", "int main(void) {\n\treturn nowhere;\n}", "t.c:2:9: nowhere is not declared\n     return nowhere;\n            ^"},
		{"syntax", "int main(void) { return 1 + ; }", "t.c:1:29: unexpected"},
		{"no main", "int mian(void) { return 0; }", "t.c: no file defines the entry function main; did you mean mian?; for a driver, --entry auto calls what it registers"},
		{"another entry", "static void help(void) {}\nvoid dispatch(void) { help(); }", "t.c: no file defines the entry function main; --entry names another, such as dispatch; for a driver, --entry auto calls what it registers"},
		{"member", "struct s { int a; } v; int main(void) { return v.b; }", "t.c:1:50: struct s has no member b"},
		{"twice", "int main(void) { int a; int a; return 0; }", "a is declared twice in one scope"},
		{"functions twice", "int f(void) { return 1; }\nint f(void) { return 2; }\nint main(void) { return f(); }", "t.c:2:5: f is defined here and at t.c:1:5"},
		{"arguments", "int f(int a) { return a; }\nint main(void) { return f(1, 2); }", "the call has 2 arguments, but the function has 1 parameters"},
		{"label", "int main(void) { goto there; }", "label undefined: there"},
		{"label twice", "int main(void) { a: ; a: return 0; }", "a"},
		{"case", "int main(int c) { switch (c) { case 1: case 1: return 0; } }", "the case 1 stands twice in one switch"},
		{"break", "int main(void) { break; }", "break outside of a loop"},
		{"incomplete", "struct s; int main(void) { struct s v; return 0; }", "the type struct s of v is incomplete"},
		{"conversion", "struct s { int a; } v; int main(void) { int x = v; return x; }", "a value of type struct s can't be converted to int"},
		{"types differ", "extern int g; extern long g; int main(void) { return g; }", "g is declared as long here and as int at t.c:1:12"},
		{"static assert", "int main(void) { _Static_assert(sizeof(int) == 2, \"no\"); return 0; }", "the static assertion fails"},
		{"not constant", "int f(void); int g = f(); int main(void) { return g; }", "the initialiser of a static object must be a constant"},
		{"bit-field", "struct s { int a : 40; } v; int main(void) { return v.a; }", "bit-field a can't have type int and width 40"},
		{"deref", "int main(void) { int x = 1; return *x; }", "a value of type int can't be dereferenced"},
		{"lvalue", "int main(void) { 1 = 2; return 0; }", "an lvalue is needed here"},
		{"void value", "void f(void); int main(void) { return f() + 1; }", "void"},
		{"excess", "int main(void) { int a[2] = {1, 2, 3}; return a[0]; }", "more initialisers than int [2] has parts"},
		{"include", "#include \"missing.h\"\nint main(void) { return 0; }", "t.c:1:10: include file not found: \"missing.h\""},
		{"error directive", "#error stop here\nint main(void) { return 0; }", "stop here"},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := loadText(c.text)
			if err == nil {
				t.Fatalf("no error; want %q", c.want)
			}
			var list source.ErrorList
			if !errors.As(err, &list) {
				t.Errorf("%T is not a source.ErrorList", err)
			}
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("got:\n%v\nwant:\n%s", err, c.want)
			}
		})
	}
}

// TestUnreachableErrors checks that what no entry reaches may be wrong.
func TestUnreachableErrors(t *testing.T) {
	for _, text := range []string{
		"int unused(void) { return nowhere; } int main(void) { return 0; }",
		"struct s { struct t inner; }; struct s *p; int main(void) { return 0; }",
		"int a[-1]; extern int f(struct never x); int main(void) { return 0; }",
	} {
		if err := loadText(text); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
	if _, err := Load([]File{{Name: "t.c", Text: []byte("int unused(void) { return nowhere; } int main(void) { return 0; }")}}, Config{Whole: true}); err == nil {
		t.Error("Whole doesn't report the error")
	}
}

// TestHostileInput checks that input made to break the reader gives an error at a position.
func TestHostileInput(t *testing.T) {
	deep := func(a, b string, n int) string { return strings.Repeat(a, n) + "1" + strings.Repeat(b, n) }
	for _, c := range []struct{ name, text, want string }{
		{"parentheses", "int main(void) { return " + deep("(", ")", 100000) + "; }", "t.c:1:1024: more than 1000 levels of nesting"},
		{"braces", "int main(void) " + deep("{", "}", 100000), "levels of nesting"},
		{"unary", "int main(void) { return " + deep("!", "", 100000) + "; }", "levels of nesting"},
		{"pointers", "int " + strings.Repeat("*", 100000) + "p; int main(void) { return 0; }", "levels of nesting"},
		{"casts", "int main(void) { return " + strings.Repeat("(int)", 200000) + "1; }", "levels of nesting"},
		{"macro", "#define A(x) x x x x x x x x x x\nint v = A(A(A(A(A(A(A(A(A(A(A(A(1))))))))))));\nint main(void) { return v; }", "t.c"},
		{"ternary", "int main(int a) { return " + strings.Repeat("a ? 1 : ", 200000) + "1; }", "levels of nesting"},
		{"assign", "int main(int a) { " + strings.Repeat("a = ", 200000) + "1; }", "levels of nesting"},
		{"else", "int main(int a) { " + strings.Repeat("if (a) ; else ", 100000) + "; }", "levels of nesting"},
		{"for", "int main(int a) { " + strings.Repeat("for (;;) ", 100000) + "; }", "levels of nesting"},
		{"unterminated", "int main(void) { return \"abc", "t.c:1"},
		{"unclosed", "int main(void) { if (", "t.c:1:22: unexpected"},
		{"zeros", "\x00\x00int main(void) {}", "t.c: not a text file: it has a zero byte in line 1"},
		{"empty", "", "no file defines the entry function main"},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := loadText(c.text)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				msg := "no error"
				if err != nil {
					msg = err.Error()
				}
				t.Errorf("got %.300s, want %s", msg, c.want)
			}
		})
	}
}

func TestFilesThatCannotBeRead(t *testing.T) {
	for name, want := range map[string]string{
		"testdata/missing.c": "testdata/missing.c: no such file",
		"testdata":           "testdata: a folder, not a file",
		"/dev/zero":          "/dev/zero: not a regular file",
	} {
		_, err := Load([]File{{Name: name}}, Config{})
		if err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", name, err, want)
		}
	}
}
