package doctor

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"hardbop/internal/source"
)

// Need says how much depends on something.
type Need string

// Without what is required the tool checks nothing; without what is useful, something less is sure;
// what is optional is for some work only.
const (
	Required Need = "required"
	Useful   Need = "useful"
	Optional Need = "optional"
)

// Check is what was found of one thing.
type Check struct {
	Name string `json:"name"`
	Need Need   `json:"need"`
	OK   bool   `json:"ok"`
	// Found says what is there, or what is wrong.
	Found string `json:"found"`
	// For is what it is good for.
	For string `json:"for"`
	// Install is the command that brings it; "" where it is there or nobody knows.
	Install string `json:"install,omitempty"`
	// Fix is the command that mends what is wrong; "" if none is known.
	Fix string `json:"fix,omitempty"`

	packages Packages
}

// Packages names what has to be installed, by the family of the system; Ubuntu's are Debian's unless it calls them otherwise.
type Packages struct{ Debian, Ubuntu, Fedora, Arch, Suse, Alpine string }

// Report is all that was found.
type Report struct {
	Schema int     `json:"schema"` // 1
	System string  `json:"system"` // as the system calls itself
	Checks []Check `json:"checks"`
}

// Probe looks at one thing.
type Probe struct {
	Name     string
	Need     Need
	For      string
	Packages Packages
	// Look returns what is there, or an error that says what is wrong.
	Look func() (string, error)
}

// Examine makes the report. release is the text of /etc/os-release, "" if there is none.
func Examine(probes []Probe, release string) *Report {
	r := &Report{Schema: 1, System: orElse(field(release, "PRETTY_NAME"), "an unknown system")}
	for _, p := range probes {
		c := Check{Name: p.Name, Need: p.Need, For: p.For, OK: true, packages: p.Packages}
		found, err := p.Look()
		if c.Found = found; err != nil {
			c.OK, c.Found, c.Install = false, err.Error(), install(p.Packages, release)
			if known, ok := errors.AsType[fixed](err); ok {
				c.Fix = known.Fix()
			}
		}
		r.Checks = append(r.Checks, c)
	}
	return r
}

// fixed are errors that know the command that mends what they tell.
type fixed interface {
	error
	Fix() string
}

// Healthy reports whether all that is required is there.
func (r *Report) Healthy() bool {
	for _, c := range r.Checks {
		if c.Need == Required && !c.OK {
			return false
		}
	}
	return true
}

// Text writes the report for people.
func (r *Report) Text(w io.Writer) error {
	var b strings.Builder
	missing := 0
	for _, c := range r.Checks {
		mark := "ok      "
		switch {
		case c.OK:
		case c.Need == Required:
			mark, missing = "MISSING ", missing+1
		default:
			mark = "without "
		}
		fmt.Fprintf(&b, "%s %-12s %s\n", mark, c.Name, source.Printable(c.Found))
		if !c.OK {
			fmt.Fprintf(&b, "%22s%s: %s\n", "", c.Need, c.For)
		}
		if c.Install != "" {
			fmt.Fprintf(&b, "%22sinstall: %s\n", "", source.Printable(c.Install))
		}
		if c.Fix != "" {
			fmt.Fprintf(&b, "%22sfix: %s\n", "", source.Printable(c.Fix))
		}
	}
	switch {
	case missing > 0:
		fmt.Fprintf(&b, "%d required things are missing on %s\n", missing, source.Printable(r.System))
	default:
		fmt.Fprintf(&b, "all that is required is there on %s\n", source.Printable(r.System))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// install is the command that installs the packages on the system; all that are known, if that isn't known.
func install(p Packages, release string) string {
	if p == (Packages{}) {
		return ""
	}
	type way struct{ family, command, packages string }
	ways := []way{{"debian", "apt-get install ", p.Debian}, {"fedora", "dnf install ", p.Fedora}, {"arch", "pacman -S ", p.Arch},
		{"suse", "zypper install ", p.Suse}, {"alpine", "apk add ", p.Alpine}}
	if field(release, "ID") == "ubuntu" && p.Ubuntu != "" {
		return known("apt-get install ", p.Ubuntu)
	}
	ids := strings.Fields(field(release, "ID") + " " + field(release, "ID_LIKE"))
	for _, id := range ids {
		for _, w := range ways {
			if aliases()[id] == w.family {
				return known(w.command, w.packages)
			}
		}
	}
	var all []string
	for _, w := range ways {
		if w.packages != "" {
			all = append(all, w.command+w.packages)
		}
	}
	return strings.Join(all, ", or ")
}

// known is the command, or nothing where the system has no such package.
func known(command, packages string) string {
	if packages == "" {
		return ""
	}
	return command + packages
}

// aliases are the families by what systems call themselves and their relatives.
func aliases() map[string]string {
	return map[string]string{"debian": "debian", "ubuntu": "debian", "fedora": "fedora", "rhel": "fedora", "centos": "fedora",
		"arch": "arch", "suse": "suse", "opensuse": "suse", "sles": "suse", "alpine": "alpine"}
}

// field returns a field of /etc/os-release.
func field(release, name string) string {
	for line := range strings.Lines(release) {
		if v, ok := strings.CutPrefix(strings.TrimSpace(line), name+"="); ok {
			return strings.Trim(v, `"'`)
		}
	}
	return ""
}

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}
