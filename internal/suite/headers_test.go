package suite

import (
	"os"
	"path/filepath"
	"testing"
)

// A task is another one when a header that it reads says something else, or another one is found.
func TestHeaders(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return file
	}
	c := write("src/t.c", "#include \"own.h\"\n#  include <sys.h>\n#include <stdio.h>\n#include MACRO\nint main(void) { return N; }\n")
	write("src/own.h", "#include \"deep.h\"\n#include \"own.h\"\n")
	write("src/deep.h", "#define N 1\n")
	write("inc/sys.h", "#define M 1\n")
	write("src/other.h", "#define N 1\n")
	built := write("tree/drv/d.c", "#include <linux/x.h>\n")
	write("tree/drv/.d.o.cmd", "cmd_drv/d.o := gcc -c -o drv/d.o drv/d.c\n\nsource_drv/d.o := drv/d.c\n\ndeps_drv/d.o := \\\n  include/linux/x.h \\\n    $(wildcard include/config/X) \\\n  include/linux/gone.h \\\n\ndrv/d.o: $(deps_drv/d.o)\n")
	write("tree/include/linux/x.h", "#define X 1\n")
	model := write("m.c", "#include \"m.h\"\nint f(void) { return 1; }\n")
	tasks := map[string]*Task{
		"-I":    {Args: []string{"check", "-I", filepath.Join(dir, "new"), "-I", filepath.Join(dir, "inc"), c}, Files: []string{c}},
		"joint": {Args: []string{"check", "--isystem=" + filepath.Join(dir, "new"), "-I" + filepath.Join(dir, "inc"), "--model=" + model, c}, Files: []string{c}},
		"built": {Args: []string{"check", "-p", filepath.Join(dir, "tree"), built}, Files: []string{built}},
	}
	hashes := func() map[string]string {
		all := map[string]string{}
		for name, task := range tasks {
			all[name] = task.Hash()
		}
		return all
	}
	was := hashes()
	for _, edit := range []struct {
		file, text string
		others     []string // the tasks that are others then
	}{
		{"src/other.h", "#define N 2\n", nil},
		{"src/deep.h", "#define N 2\n", []string{"-I", "joint"}},
		{"inc/sys.h", "#define M 2\n", []string{"-I", "joint"}},
		{"new/sys.h", "#define M 3\n", []string{"-I", "joint"}},
		{"inc/sys.h", "#define M 4\n", nil}, // another one is found
		{"m.h", "int g;\n", []string{"joint"}},
		{"m.c", "int f(void) { return 2; }\n", []string{"joint"}},
		{"tree/include/linux/x.h", "#define X 2\n", []string{"built"}},
		{"tree/include/linux/gone.h", "#define Y 2\n", []string{"built"}},
		{"tree/drv/.d.o.cmd", "cmd_drv/d.o := gcc -DY -c -o drv/d.o drv/d.c\n", []string{"built"}},
	} {
		write(edit.file, edit.text)
		now := hashes()
		for name := range tasks {
			other := false
			for _, o := range edit.others {
				other = other || o == name
			}
			if (now[name] != was[name]) != other {
				t.Errorf("%s after an edit of %s: another task: %v, want %v", name, edit.file, !other, other)
			}
		}
		was = now
	}
}
