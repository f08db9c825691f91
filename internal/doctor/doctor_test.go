package doctor

import (
	"bytes"
	"errors"
	"fmt"
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
