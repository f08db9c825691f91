package doctor

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func none() (string, error) { return "", errors.New("no such thing") }
func some() (string, error) { return "thing 1.0", nil }

// What is missing comes with the command of the system; only what is required makes the machine unfit.
func TestExamine(t *testing.T) {
	packages := Packages{Debian: "libthing", Fedora: "thing-libs"}
	for _, test := range []struct {
		release string
		need    Need
		look    func() (string, error)
		install string
		healthy bool
	}{
		{"ID=ubuntu\nID_LIKE=debian\n", Required, none, "apt-get install libthing", false},
		{"ID=rocky\nID_LIKE=\"rhel centos fedora\"\n", Required, none, "dnf install thing-libs", false},
		{"ID=arch\n", Useful, none, "", true},
		{"", Optional, none, "apt-get install libthing, or dnf install thing-libs", true},
		{"ID=debian\n", Required, some, "", true},
	} {
		r := Examine([]Probe{{Name: "thing", Need: test.need, For: "work", Packages: packages, Look: test.look}}, test.release)
		if c := r.Checks[0]; c.Install != test.install || r.Healthy() != test.healthy {
			t.Errorf("%q: %+v, healthy %v", test.release, c, r.Healthy())
		}
		var b bytes.Buffer
		if err := r.Text(&b); err != nil || !strings.Contains(b.String(), test.install) || strings.Contains(b.String(), "MISSING") == test.healthy {
			t.Errorf("%q: %v\n%s", test.release, err, b.String())
		}
	}
}

// unmounted is an error that knows what mends it.
type unmounted struct{ error }

func (unmounted) Fix() string { return "mount it" }

// What can be mended by a command comes with that.
func TestFix(t *testing.T) {
	look := func() (string, error) { return "", fmt.Errorf("run: %w", unmounted{errors.New("isn't mounted")}) }
	var b bytes.Buffer
	r := Examine([]Probe{{Name: "thing", Need: Useful, For: "work", Look: look}}, "")
	if err := r.Text(&b); err != nil || r.Checks[0].Fix != "mount it" || !strings.Contains(b.String(), "  fix: mount it\n") {
		t.Errorf("%v\n%s", err, b.String())
	}
}

func TestProbes(t *testing.T) {
	if _, err := Command("no-such-command-here"); err == nil {
		t.Error("a command that isn't there was found")
	}
	if _, err := Compiler("/bin/false", nil); err == nil {
		t.Error("false is a compiler")
	}
	if _, err := Sandbox(""); err == nil {
		t.Error("a sandbox without a compiler")
	}
	if found, err := Sandbox("/bin/false"); err == nil {
		t.Errorf("false builds a program: %s", found)
	}
}

// The folder in which modules are built is that of the last kernel whose headers are there.
func TestKernel(t *testing.T) {
	root := t.TempDir()
	if _, err := Kernel(root); err == nil || !strings.Contains(err.Error(), "no "+root) {
		t.Errorf("in an empty folder: %v", err)
	}
	for _, name := range []string{"6.1.0", "6.2.0", "6.3.0"} {
		if err := os.MkdirAll(filepath.Join(root, name), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("/nowhere/at/all", filepath.Join(root, "6.3.0", "build")); err != nil {
		t.Fatal(err)
	}
	if _, err := Kernel(root); err == nil || !strings.Contains(err.Error(), "6.3.0/build has no Makefile") {
		t.Errorf("without headers: %v", err)
	}
	for _, name := range []string{"6.1.0", "6.2.0"} {
		if err := os.MkdirAll(filepath.Join(root, name, "build"), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, name, "build", "Makefile"), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if found, err := Kernel(root); err != nil || found != filepath.Join(root, "6.2.0", "build") {
		t.Errorf("%s, %v", found, err)
	}
}

// What Ubuntu calls otherwise than Debian is called so.
func TestUbuntu(t *testing.T) {
	p := Packages{Debian: "headers-amd64", Ubuntu: "headers-generic"}
	for release, want := range map[string]string{"ID=ubuntu\nID_LIKE=debian\n": "apt-get install headers-generic", "ID=debian\n": "apt-get install headers-amd64"} {
		if got := install(p, release); got != want {
			t.Errorf("%q: %s", release, got)
		}
	}
}
