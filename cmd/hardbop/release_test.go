package main

import (
	"debug/elf"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"hardbop/internal/need"
)

// script runs a script of the checkout.
func script(t *testing.T, env []string, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command("../../scripts/"+name, args...)
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, out)
	}
	return string(out)
}

// filesBelow lists the files below a folder.
func filesBelow(t *testing.T, dir string) []string {
	var list []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			name, _ := filepath.Rel(dir, path)
			list = append(list, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// What is installed is all there, and all of it goes away again; what else is there stays.
func TestInstall(t *testing.T) {
	hardbop := need.Command(t, "hardbop")
	dir := t.TempDir()
	mine := filepath.Join(dir, "share/man/man1/other.1")
	save(t, mine, "mine\n")
	script(t, nil, "install.sh", hardbop, dir)
	have := filesBelow(t, dir)
	for _, want := range []string{"bin/hardbop", "share/man/man1/hardbop.1", "share/man/man1/hardbop-check.1", "share/bash-completion/completions/hardbop",
		"share/zsh/site-functions/_hardbop", "share/fish/vendor_completions.d/hardbop.fish", "share/hardbop/rules/linux/mutex.slic",
		"share/hardbop/contrib/benchexec/hardbop.py", "share/doc/hardbop/README.md", "share/doc/hardbop/docs/check.md", "share/doc/hardbop/LICENSE"} {
		if !slices.Contains(have, want) {
			t.Errorf("%s isn't installed", want)
		}
	}
	for _, c := range commands() {
		if !slices.Contains(have, "share/man/man1/hardbop-"+c.name+".1") {
			t.Errorf("no page of %s", c.name)
		}
	}
	script(t, nil, "install.sh", "--remove", dir)
	if left := filesBelow(t, dir); !slices.Equal(left, []string{"share/man/man1/other.1"}) {
		t.Errorf("left are %v", left)
	}
}

// A release has the same bytes whenever it is made, and its binary starts where there is nothing else.
func TestRelease(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the tool twice")
	}
	t.Parallel()
	dir, again := t.TempDir(), t.TempDir()
	name := strings.TrimSpace(script(t, []string{"DIST=" + dir}, "dist.sh"))
	other := strings.TrimSpace(script(t, []string{"DIST=" + again}, "dist.sh"))
	a, err := os.ReadFile(name)
	b, err2 := os.ReadFile(other)
	if err != nil || err2 != nil || string(a) != string(b) {
		t.Errorf("two archives of one commit differ (%v, %v)", err, err2)
	}
	if out, err := exec.Command("tar", "-C", dir, "-xzf", name).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	top := strings.TrimSuffix(name, ".tar.gz")
	static(t, filepath.Join(top, "bin/hardbop"))
	out, err := exec.Command(filepath.Join(top, "bin/hardbop"), "version").CombinedOutput()
	if err != nil || !strings.Contains(string(out), "solver: z3 ") {
		t.Errorf("it doesn't become the whole tool: %v\n%s", err, out)
	}
	alone(t, top)
	installed := filepath.Join(dir, "prefix")
	if out, err := exec.Command(filepath.Join(top, "install.sh"), installed).CombinedOutput(); err != nil || !strings.Contains(string(out), "required is there") {
		t.Errorf("%v\n%s", err, out)
	}
	demo := exec.Command(filepath.Join(installed, "bin/hardbop"), "demo")
	demo.Dir = t.TempDir()
	if out, err := demo.CombinedOutput(); err != nil || !strings.Contains(string(out), "\nSAFE  lock") || !strings.Contains(string(out), "\nUNSAFE  lock") {
		t.Errorf("demo: %v\n%s", err, out)
	}
}

// static sees that a program asks for no loader and no library.
func static(t *testing.T, name string) {
	t.Helper()
	f, err := elf.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	libs, _ := f.ImportedLibraries()
	interp := slices.ContainsFunc(f.Progs, func(p *elf.Prog) bool { return p.Type == elf.PT_INTERP })
	if len(libs) > 0 || interp {
		t.Errorf("%s needs %v, or a loader", name, libs)
	}
}

// alone runs the release in a root folder of its own, where there is nothing else.
func alone(t *testing.T, top string) {
	t.Helper()
	if os.Getuid() != 0 {
		return // only root may
	}
	save(t, filepath.Join(top, "dev/null"), "")
	for says, args := range map[string][]string{
		"solver: none":             {"version"},
		"MISSING  Z3":              {"doctor"},
		"linux/mutex":              {"rules", "list"},
		"no usable Z3 library":     {"check", "--rule", "/share/hardbop/examples/demo/lock.slic", "--entry", "dispatch", "/share/hardbop/examples/demo/driver.c"},
		"queue_lock":               {"slic", "/share/hardbop/examples/demo/lock.slic", "--entry", "dispatch", "/share/hardbop/examples/demo/driver.c"},
		"the check didn't work":    {"demo", "/tmp-demo"},
		"hardbop checks C driver":  {"help"},
		"unknown command \"chek\"": {"chek"},
	} {
		cmd := exec.Command("/bin/hardbop", args...)
		cmd.Path, cmd.Dir, cmd.Env = "/bin/hardbop", "/", []string{"PATH=/bin"}
		cmd.SysProcAttr = &syscall.SysProcAttr{Chroot: top}
		if out, _ := cmd.CombinedOutput(); !strings.Contains(string(out), says) {
			t.Errorf("%v prints\n%s, which doesn't have %q", args, out, says)
		}
	}
}
