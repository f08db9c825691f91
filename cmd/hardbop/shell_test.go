package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hardbop/internal/need"
)

// Each command stands in one group of the list.
func TestGroups(t *testing.T) {
	var told []string
	for _, g := range groups() {
		told = append(told, g.names...)
	}
	slices.Sort(told)
	if names := slices.Sorted(slices.Values(commandNames())); !slices.Equal(told, names) {
		t.Errorf("told are %v, there are %v", told, names)
	}
}

// completed are the words that may stand at the end.
func completed(words ...string) []string {
	var texts []string
	for _, c := range complete(words) {
		texts = append(texts, c.text)
	}
	return texts
}

func TestComplete(t *testing.T) {
	for _, test := range []struct{ words, want string }{
		{"che", "check"},
		{"help ent", "entries"},
		{"nothing ", ""},
		{"suite ", "run,diff,merge,table,task,plant"},
		{"suite nothing ", ""},
		{"suite run --mem", "--memory"},
		{"suite diff --mem", ""},
		{"check --encoding ", "small,large,auto"},
		{"check --encoding l", "large"},
		{"check --encoding=l", "--encoding=large"},
		{"check --rule linux/mut", "linux/mutex,:files slic"},
		{"check --spec ", ":files prp"},
		{"check --dump ", ":dirs"},
		{"check --data-model I", "ILP32"},
		{"check -D ", ""},
		{"check --property r", "reach"},
		{"check --strict ", ":files c"},
		{"rules explain linux/spinl", "linux/spinlock,linux/spinlock_alloc"},
		{"explain timeo", "timeout,:files json"},
		{"completion f", "fish"},
	} {
		got := completed(strings.Split(test.words, " ")...)
		if strings.Join(got, ",") != test.want {
			t.Errorf("%q: got %q, want %q", test.words, got, test.want)
		}
	}
	for _, c := range commands() { // every option of every command
		d := describe(c)
		if d.options == nil {
			t.Errorf("%s doesn't say what its options are", c.name)
		}
	}
}

// bashReply asks bash itself: the words that it would offer for a line, which ends where the cursor is.
func bashReply(t *testing.T, dir, line string) string {
	t.Helper()
	words := strings.ReplaceAll(strings.ReplaceAll(line, "=", " = "), "  ", " ")
	if strings.HasSuffix(line, "=") {
		words = strings.TrimSuffix(words, " ")
	}
	var quoted []string
	for _, w := range strings.Split(words, " ") {
		quoted = append(quoted, "'"+w+"'")
	}
	script := `source <(hardbop completion bash) || exit 1
COMP_WORDS=(` + strings.Join(quoted, " ") + `); COMP_CWORD=$((${#COMP_WORDS[@]}-1))
_hardbop
printf '%s\n' "${COMPREPLY[@]}"`
	cmd := exec.Command("bash", "--norc", "-c", script)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("%s: %v\n%s", line, err, out)
	}
	return strings.Join(strings.Fields(string(out)), " ")
}

// shellFolder has files to complete.
func shellFolder(t *testing.T) string {
	dir := t.TempDir()
	for _, name := range []string{"driver.c", "driver.h", "lock.slic", "sub/x.c"} {
		save(t, filepath.Join(dir, name), "\n")
	}
	return dir
}

func TestBash(t *testing.T) {
	need.Command(t, "bash")
	dir := shellFolder(t)
	for line, want := range map[string]string{
		"hardbop che":                      "check",
		"hardbop check --enc":              "--encoding",
		"hardbop check --encoding=":        "small large auto",
		"hardbop check --encoding=s":       "small",
		"hardbop check --encoding s":       "small",
		"hardbop check --rule linux/mutex": "linux/mutex",
		"hardbop check --rule lo":          "lock.slic",
		"hardbop check --rule=lo":          "lock.slic",
		"hardbop check d":                  "driver.c",
		"hardbop check --dump s":           "sub",
		"hardbop rules explain linux/mut":  "linux/mutex",
		"hardbop frobnicate ":              "",
	} {
		if got := bashReply(t, dir, line); got != want {
			t.Errorf("%s: bash offers %q, expected %q", line, got, want)
		}
	}
}

// zsh and fish take their scripts, and fish says what it would offer.
func TestOtherShells(t *testing.T) {
	zsh, fish := need.Command(t, "zsh"), need.Command(t, "fish")
	dir := shellFolder(t)
	cmd := exec.Command(zsh, "-f", "-c", `autoload -U compinit && compinit -u -d ./dump && source <(hardbop completion zsh) && print -r -- $_comps[hardbop]`)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil || strings.TrimSpace(string(out)) != "_hardbop" {
		t.Errorf("zsh: %v\n%s", err, out)
	}
	for line, want := range map[string]string{
		"hardbop che":                    "check",
		"hardbop check --encoding=l":     "--encoding=large",
		"hardbop check --rule linux/mut": "linux/mutex",
		"hardbop check dri":              "driver.c driver.h",
	} {
		cmd := exec.Command(fish, "--no-config", "-c", "hardbop completion fish | source; complete -C '"+line+"'")
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "HOME="+dir)
		out, err := cmd.CombinedOutput()
		var got []string
		for l := range strings.Lines(string(out)) {
			text, _, _ := strings.Cut(strings.TrimSpace(l), "\t")
			got = append(got, text)
		}
		if err != nil || strings.Join(got, " ") != want {
			t.Errorf("%s: fish offers %q, expected %q (%v)", line, got, want, err)
		}
	}
}

// The manual pages have no faults that mandoc or groff know of, and all options.
func TestManPages(t *testing.T) {
	mandoc := need.Command(t, "mandoc")
	dir := t.TempDir()
	if _, errs, code := tool("man", "-o", dir, "--docs", "../../docs"); code != exitOK {
		t.Fatal(errs)
	}
	pages, err := filepath.Glob(filepath.Join(dir, "*.1"))
	if err != nil || len(pages) != len(commands())+1 {
		t.Fatalf("%d pages: %v", len(pages), err)
	}
	for _, p := range pages {
		// What the date of a page is nobody says; long lines are those of the docs' blocks.
		out, err := exec.Command(mandoc, "-T", "lint", "-W", "warning", p).CombinedOutput()
		for l := range strings.Lines(string(out)) {
			if !strings.Contains(l, "missing date") {
				t.Errorf("%s", l)
			}
		}
		_ = err // says that there were warnings
		if groff, err := exec.LookPath("groff"); err == nil {
			if out, err := exec.Command(groff, "-man", "-ww", "-Tutf8", "-z", p).CombinedOutput(); err != nil || len(out) > 0 && !onlyBreaks(string(out)) {
				t.Errorf("groff %s: %v\n%s", filepath.Base(p), err, out)
			}
		}
	}
	text, err := exec.Command(mandoc, "-T", "ascii", filepath.Join(dir, "hardbop-check.1")).Output()
	if err != nil || !strings.Contains(string(text), "S\bSY\bYN\bNO\bOP\bPS\bSI\bIS\bS") || !strings.Contains(string(text), "SAFE") {
		t.Errorf("%v\n%s", err, text)
	}
}

// onlyBreaks reports whether groff complains of lines that it can't fill, and of nothing else.
func onlyBreaks(complaints string) bool {
	for l := range strings.Lines(complaints) {
		if !strings.Contains(l, "cannot adjust line") && !strings.Contains(l, "can't break line") && !strings.Contains(l, "cannot break line") {
			return false
		}
	}
	return true
}
