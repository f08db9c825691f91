package compdb

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// unitOf reads the arguments of a command for a.c in the directory /w.
func unitOf(args ...string) (*Unit, error) {
	c := &Command{Dir: "/w", File: "a.c", Args: args}
	return c.Unit()
}

func TestFlags(t *testing.T) {
	for _, c := range []struct {
		args string
		want Unit
	}{
		{"gcc -Iinc -I sub/dir -iquote q -isystem s -idirafter z -c -o a.o a.c",
			Unit{IncludeDirs: []string{"inc", "sub/dir"}, QuoteDirs: []string{"q"}, SystemDirs: []string{"s"}, AfterDirs: []string{"z"}}},
		{"gcc -DA -D B=2 -UA -U C a.c", Unit{Defines: []string{"A", "B=2", "-A", "-C"}}},
		{"gcc -include k.h -imacros m.h -include l.h a.c", Unit{Forced: []string{"m.h", "k.h", "l.h"}}},
		{"gcc -nostdinc -std=gnu11 -m32 a.c", Unit{NoStdInc: true, Std: "gnu11", Model: "ILP32", Target: []string{"-std=gnu11", "-m32"}}},
		{"gcc -funsigned-char -fshort-enums -fshort-wchar -fwrapv a.c", Unit{UnsignedChar: true, ShortEnums: true, ShortWchar: true, Wrap: true}},
		{"gcc -fno-strict-overflow -fno-delete-null-pointer-checks a.c", Unit{Wrap: true}},
		{"gcc -fwrapv -fno-wrapv -funsigned-char -fsigned-char a.c", Unit{}},
		{"gcc -fpack-struct=4 a.c", Unit{Pack: 4}},
		{"gcc -fpack-struct a.c", Unit{Pack: 1}},
		{"gcc -Wp,-MMD,a.o.d -Wp,-DX,-Iw -MF a.d -Wall -O2 -g a.c", Unit{Defines: []string{"X"}, IncludeDirs: []string{"w"}}},
		{"gcc -mno-sse2 -mcmodel=kernel a.c", Unit{Defines: []string{"-__SSE2__", "-__SSE2_MATH__"}, Target: []string{"-mno-sse2"}}},
		{"gcc -fodd -mstrange -fodd --weird a.c", Unit{Ignored: []string{"-fodd", "-mstrange", "--weird"}}},
		{"arm-linux-gnueabi-gcc a.c", Unit{Model: "ILP32", Machine: "arm", UnsignedChar: true}},
		{"/usr/bin/x86_64-w64-mingw32-gcc a.c", Unit{Model: "LLP64", Machine: "x86_64-windows"}},
		{"clang --target=aarch64-linux-gnu a.c", Unit{Model: "LP64", Machine: "aarch64", UnsignedChar: true, Target: []string{"--target=aarch64-linux-gnu"}}},
		{"gcc --sysroot=/s ./a.c", Unit{Sysroot: "/s"}},
	} {
		args := strings.Fields(c.args)
		got, err := unitOf(args...)
		if err != nil {
			t.Errorf("%s: %v", c.args, err)
			continue
		}
		want := c.want
		want.Dir, want.File, want.Compiler = "/w", "a.c", args[0]
		got.imacros, got.includes = nil, nil
		if !reflect.DeepEqual(*got, want) {
			t.Errorf("%s:\ngot  %+v\nwant %+v", c.args, *got, want)
		}
	}
}

func TestCLFlags(t *testing.T) {
	u, err := unitOf("cl.exe", "/nologo", "/Iinc", "/I", "two", "-DA#1", "/D", "B", "/U", "C", "/FIk.h", "/Zp4", "/J", "/W4", "/Foa.obj", "/odd", "/c", "a.c")
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(u.IncludeDirs, []string{"inc", "two"}) || u.Pack != 4 || !u.UnsignedChar || u.Model != "LLP64" ||
		!slices.Equal(u.Forced, []string{"k.h"}) || !slices.Equal(u.Ignored, []string{"-odd"}) {
		t.Errorf("got %+v", u)
	}
	if tail := u.Defines[len(u.Defines)-3:]; !slices.Equal(tail, []string{"A=1", "B", "-C"}) {
		t.Errorf("defines %q", u.Defines)
	}
	// A file whose name begins with a slash is no flag.
	c := &Command{Dir: "/w", File: "/w/a.c", Args: []string{"cl", "/c", "/w/a.c"}}
	if u, err := c.Unit(); err != nil || u.File != "/w/a.c" || len(u.Ignored) > 0 {
		t.Errorf("got %+v, %v", u, err)
	}
}

func TestFlagErrors(t *testing.T) {
	for args, want := range map[string]string{
		"gcc a.c -I":              "-I: expected a value behind it",
		"gcc -x c++ a.c":          "compiled as c++: expected C",
		"gcc -fpack-struct=3 a.c": `a limit of "3"`,
		"gcc -mx32 a.c":           "-mx32 changes what programs mean",
		"gcc @missing a.c":        "@missing: no such file",
	} {
		if _, err := unitOf(strings.Fields(args)...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", args, err, want)
		}
	}
}

// write puts files below a new folder and returns it.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestResponseFiles(t *testing.T) {
	dir := write(t, map[string]string{
		"one":  "-DA='x y'\n@two # -DHash",
		"two":  "-DB\\ C",
		"self": "@self", "open": "-DA \"b", "wide": strings.Repeat("@leaf ", 2000), "leaf": "",
	})
	unit := func(args ...string) (*Unit, error) {
		return (&Command{Dir: dir, File: "a.c", Args: append([]string{"gcc"}, args...)}).Unit()
	}
	if u, err := unit("@one", "a.c"); err != nil || !slices.Equal(u.Defines, []string{"A=x y", "B C", "Hash"}) {
		t.Errorf("got %+v, %v", u, err)
	}
	for arg, want := range map[string]string{
		"@self": "more than 10 deep", "@open": "open:1:5: a \" without its closing \"", "@wide": "more than 1000 @files", "@.": "a folder, not a file",
	} {
		if _, err := unit(arg); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", arg, err, want)
		}
	}
}
