package main

import (
	"archive/zip"
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestBugReport runs what bug reports hold again, elsewhere, and compares what comes out.
func TestBugReport(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		dir  string // to run in; "" for one with files
		args []string
		code int
		want string // in the results
	}{
		{"rule", root, []string{"--rule", "examples/demo/lock.slic", "--entry", "dispatch", "examples/demo/driver_bug.c"}, exitUnsafe, `"UNSAFE"`},
		{"absolute", "", []string{"--rule", filepath.Join(root, "examples/demo/lock.slic"), "--entry=dispatch", filepath.Join(root, "examples/demo/driver.c")}, exitOK, `"SAFE"`},
		{"headers", "", []string{"--property=label:ERROR", "-I", "inc", "-D", `N="a b"`, "-D", "M=2", "h.c"}, exitUnsafe, `"UNSAFE"`},
		{"database", "", []string{"--property=label:ERROR", "-p", "db", "h.c"}, exitUnsafe, `"UNSAFE"`},
		{"mistake", "", []string{"--property=label:ERROR", "-I", "inc", "bad.c"}, exitInput, ``},
		{"timeout", root, []string{"--rule", "linux/mutex", "--entry=auto", "--timeout=30ms", "testdata/entries/usb.c"}, exitUnknown, `"timeout"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.dir == "" {
				c.dir = reportedFiles(t)
			}
			archive := filepath.Join(t.TempDir(), "r.zip")
			again := unpackReport(t, hardbopIn(t, c.dir, c.code, append([]string{"check", "-v", "--replay=off", "--format=json", "--bug-report", archive}, c.args...)...), archive)
			first := readAll(t, filepath.Join(again, "results.json"))
			if !strings.Contains(first, c.want) || hasAbsolute(first, root, c.dir) {
				t.Errorf("the results are\n%s", first)
			}
			for _, f := range []string{"ABOUT.txt", "log.txt", "again.sh"} {
				if text := readAll(t, filepath.Join(again, f)); hasAbsolute(text, root, c.dir) {
					t.Errorf("%s has absolute names:\n%s", f, text)
				}
			}
			script := exec.Command("sh", filepath.Join(again, "again.sh"))
			out, err := script.Output()
			if code := script.ProcessState.ExitCode(); code != c.code {
				t.Errorf("again, the exit code is %d (%v)\n%s", code, err, out)
			}
			if line, _, _ := strings.Cut(string(out), ":"); c.want != "" && !strings.Contains(c.want, strings.Fields(line)[0]) && c.name != "timeout" {
				t.Errorf("again, it says\n%s", out)
			}
		})
	}
}

// reportedFiles is a folder with files that need one another.
func reportedFiles(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"h.c":     "#include <limits.h>\n#include \"g.h\"\nint main(void) { int x = M; if (x < INT_MAX && x == TWO) { ERROR: return 1; } return 0; }\n",
		"bad.c":   "#include \"g.h\"\n#include \"none.h\"\nint main(void) { return 0; }\n",
		"inc/g.h": "#define TWO 2\n#include \"deep/k.h\"\n", "inc/deep/k.h": "\n",
		"db/compile_commands.json": `[{"directory": "..", "file": "h.c", "arguments": ["gcc", "-Iinc", "-DM=2", "-c", "h.c"]}]`,
	} {
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

// hardbopIn runs the tool in a folder and returns its messages.
func hardbopIn(t *testing.T, dir string, code int, args ...string) string {
	t.Helper()
	cmd := exec.Command("hardbop", args...)
	var stderr bytes.Buffer
	cmd.Dir, cmd.Stderr = dir, &stderr
	out, err := cmd.Output()
	if cmd.ProcessState.ExitCode() != code {
		t.Fatalf("the exit code is %d (%v)\n%s%s", cmd.ProcessState.ExitCode(), err, out, stderr.String())
	}
	return stderr.String()
}

// unpackReport unpacks an archive, each of whose files the messages must have told.
func unpackReport(t *testing.T, messages, archive string) string {
	t.Helper()
	dir := t.TempDir()
	z, err := zip.OpenReader(archive)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	for _, f := range z.File {
		if !strings.Contains(messages, "\n  "+f.Name+"\n") {
			t.Errorf("nothing was said of %s:\n%s", f.Name, messages)
		}
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		to := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// hasAbsolute reports whether a text names something in the folders, other than as in the archive.
func hasAbsolute(text string, dirs ...string) bool {
	for _, d := range dirs {
		if strings.Contains(strings.ReplaceAll(text, "outside"+d, ""), d) {
			return true
		}
	}
	return false
}

func readAll(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
