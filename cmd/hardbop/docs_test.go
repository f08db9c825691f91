package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"hardbop/internal/need"
	"hardbop/slic"
)

// The manual is tested: what README.md and docs/*.md show happens when it is typed, from
// the top of the checkout.
//
//   - In a block marked console, each line that begins with "$ " is run, in the order of
//     the page; the lines below it are what it prints. A line "..." stands for any lines.
//   - A block whose mark has a second word is a file of that name, which the line before
//     says as well: marks aren't seen by readers.
//   - A block marked slic is a rule that can be read.
//   - A command's page has a block without a mark that is the synopsis, the usage that
//     --help begins with.
//
// With UPDATE_MANUAL=1 the outputs that are shown whole are brought up to date.

// block is a fenced block of a page.
type block struct {
	mark, file string
	before     string // the last line of text before it
	lines      []string
	line       int // of its first line
}

// blocks returns the fenced blocks of a page.
func blocks(t *testing.T, page string) []block {
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	var bs []block
	open, before := false, ""
	for i, line := range strings.Split(string(text), "\n") {
		switch mark, fence := strings.CutPrefix(line, "```"); {
		case fence && open:
			open = false
		case fence:
			open = true
			mark, file, _ := strings.Cut(mark, " ")
			bs = append(bs, block{mark: mark, file: file, before: before, line: i + 2})
		case open:
			bs[len(bs)-1].lines = append(bs[len(bs)-1].lines, line)
		case line != "":
			before = line
		}
		if strings.HasPrefix(strings.TrimLeft(line, "$ "), "hardbop ") && (!open || bs[len(bs)-1].mark != "console" && bs[len(bs)-1].mark != "") {
			t.Errorf("%s:%d: a command outside of a console block", page, i+1)
		}
	}
	return bs
}

func (b block) text() string { return strings.Join(b.lines, "\n") + "\n" }

// pages returns the pages of the manual.
func pages(t *testing.T) []string {
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(pages) < 10 {
		t.Fatalf("%d pages: %v", len(pages), err)
	}
	return append(pages, "../../README.md")
}

// TestManual runs the commands of the manual and compares what they print.
func TestManual(t *testing.T) {
	for _, page := range pages(t) {
		t.Run(filepath.Base(page), func(t *testing.T) {
			t.Parallel()
			switch filepath.Base(page) {
			case "tutorial-linux.md":
				need.ModuleBuild(t)
			case "tutorial-wdm.md":
				need.Mingw(t)
			}
			dir := checkout(t)
			lines := map[int]string{}
			for _, b := range blocks(t, page) {
				switch {
				case b.file != "":
					if !strings.Contains(b.before, "`"+b.file+"`") {
						t.Errorf("%s:%d: the text before the block doesn't name %s", page, b.line, b.file)
					}
					save(t, filepath.Join(dir, b.file), b.text())
				case b.mark == "console":
					console(t, dir, page, b, lines)
				}
				if b.mark == "slic" {
					if _, err := slic.Parse(page, b.text()); err != nil {
						t.Errorf("%s:%d: %v", page, b.line, err)
					}
				}
			}
			if os.Getenv("UPDATE_MANUAL") != "" {
				rewrite(t, page, lines)
			}
		})
	}
}

// checkout makes a folder that looks like the top of the checkout after make build.
func checkout(t *testing.T) string {
	dir := t.TempDir()
	for _, name := range []string{"examples", "testdata"} {
		from, err := filepath.Abs(filepath.Join("../..", name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(from, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	tool, err := exec.LookPath("hardbop")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "bin"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(tool, filepath.Join(dir, "bin", "hardbop")); err != nil {
		t.Fatal(err)
	}
	return dir
}

func save(t *testing.T, file, text string) {
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// rewrite replaces the outputs that begin at the lines.
func rewrite(t *testing.T, page string, outputs map[int]string) {
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	skip := false
	for i, line := range strings.SplitAfter(string(text), "\n") {
		if strings.HasPrefix(line, "$ ") || strings.HasPrefix(line, "```") {
			skip = false
		}
		if out, ok := outputs[i+1]; ok {
			b.WriteString(out)
			skip = true
		}
		if !skip {
			b.WriteString(line)
		}
	}
	save(t, page, b.String())
}

// console runs the commands of a block. It puts outputs that are shown whole, and differ,
// into the map, by their first line.
func console(t *testing.T, dir, page string, b block, differ map[int]string) {
	for i := 0; i < len(b.lines); {
		typed, ok := strings.CutPrefix(b.lines[i], "$ ")
		if !ok {
			t.Fatalf("%s:%d: expected a command behind a dollar", page, b.line+i)
		}
		at := b.line + i
		var shown []string
		for i++; i < len(b.lines) && !strings.HasPrefix(b.lines[i], "$ "); i++ {
			shown = append(shown, b.lines[i])
		}
		if ownTarget.MatchString(typed) {
			continue // TestMakeTargets
		}
		cmd := exec.Command("sh", "-c", typed)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil && cmd.ProcessState.ExitCode() >= exitInput && len(shown) == 0 {
			t.Errorf("%s:%d: %s: %v\n%s", page, at, typed, err, out)
		}
		if len(shown) > 0 && !matches(shown, string(out)) {
			if !slices.Contains(shown, "...") {
				differ[at+1] = string(out)
			}
			t.Errorf("%s:%d: %s prints\n%s\nthe page has\n%s", page, at, typed, out, strings.Join(shown, "\n"))
		}
	}
}

// ownTarget matches what is made by our Makefile.
var ownTarget = regexp.MustCompile(`^make [a-z]`)

// What differs from run to run, from machine to machine, or with each improvement: the
// counters of progress lines, times, and memory behind a time.
var (
	progress = regexp.MustCompile(`(?m)^( +\d+)(?: +\d+){6} +\d+\.\d\d$`)
	duration = regexp.MustCompile(` +\d+\.\d+s?`)
	memory   = regexp.MustCompile(`# +\d+(?:MB)?`)
)

// matches compares what is shown with what was printed.
func matches(shown []string, printed string) bool {
	var b strings.Builder
	for _, line := range shown {
		if strings.TrimSpace(line) == "..." {
			b.WriteString(`(.*\n)*?`)
		} else {
			b.WriteString(regexp.QuoteMeta(untimed(line)) + "\n")
		}
	}
	return regexp.MustCompile("^(?:" + b.String() + ")$").MatchString(untimed(printed))
}

func untimed(text string) string {
	text = progress.ReplaceAllString(text, "$1")
	return memory.ReplaceAllString(duration.ReplaceAllString(text, " #"), "#")
}

// TestMatches sees that the comparison notices differences.
func TestMatches(t *testing.T) {
	for _, c := range []struct {
		shown, printed string
		want           bool
	}{
		{"a\nb", "a\nb\n", true},
		{"a\nb", "a\nc\n", false},
		{"a\nb", "a\nb\nc\n", false},
		{"a\n...", "a\nb\nc\n", true},
		{"...\nb", "a\nb\nc\n", false},
		{"a\n...\nb", "a\nb\n", true},
		{"    1      0     20        0        0         2     14     0.01", "    1      0     20        9        0         2     14     7.21\n", true},
		{"    1      0     20        0        0         2     14     0.01", "    2      0     20        0        0         2     14     0.01\n", false},
		{"[1/2] correct  SAFE             0.09s     44MB  a/lock", "[1/2] correct  SAFE            11.10s    144MB  a/lock\n", true},
		{"[1/2] correct  SAFE             0.09s     44MB  a/lock", "[1/2] correct  UNSAFE           0.09s     44MB  a/lock\n", false},
	} {
		if got := matches(strings.Split(c.shown, "\n"), c.printed); got != c.want {
			t.Errorf("%q shown, %q printed: got %v", c.shown, c.printed, got)
		}
	}
}

// TestSynopses compares each command's synopsis in the manual with its --help.
func TestSynopses(t *testing.T) {
	for _, c := range commands() {
		page := "../../docs/" + c.name + ".md"
		if _, err := os.Stat(page); err != nil {
			t.Errorf("no page for %s", c.name)
			continue
		}
		help, _, _ := tool(c.name, "--help")
		var usage []string
		for _, line := range strings.Split(help[:strings.Index(help, "\n\n")], "\n") {
			usage = append(usage, strings.TrimSpace(strings.TrimPrefix(line, "usage:")))
		}
		want, found := strings.Join(usage, "\n")+"\n", false
		for _, b := range blocks(t, page) {
			found = found || b.mark == "" && b.text() == want
		}
		if !found {
			t.Errorf("%s doesn't have the synopsis of --help:\n%s", page, want)
		}
	}
}

// TestOptionsInManual looks for each option of a command on its page, or on that of
// check, and there with its default.
func TestOptionsInManual(t *testing.T) {
	check, err := os.ReadFile("../../docs/check.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range commands() {
		page, err := os.ReadFile("../../docs/" + c.name + ".md")
		if err != nil {
			t.Fatal(err)
		}
		help, _, _ := tool(c.name, "--help")
		for _, m := range regexp.MustCompile(`(?m)^(?:      |  -\w, )--([\w-]+)`).FindAllStringSubmatch(help, -1) {
			option := regexp.MustCompile("--" + m[1] + `\b`)
			if !option.Match(page) && !option.Match(check) {
				t.Errorf("docs/%s.md doesn't have --%s", c.name, m[1])
			}
		}
	}
	known := newFlagSet("all", "", streams{})
	known.Bool("help", false, "")
	for _, m := range regexp.MustCompile("(?m)^\\| .*?`--([\\w-]+)").FindAllSubmatch(check, -1) {
		known.Bool(string(m[1]), false, "")
	}
	help, _, _ := tool("check", "--help")
	known.VisitAll(func(f *pflag.Flag) {
		if f.Name != "help" && !strings.Contains(help, "--"+f.Name) {
			t.Errorf("docs/check.md has --%s, which doesn't exist", f.Name)
		}
	})
}

// TestMakeTargets looks for the targets that the pages speak of in the Makefile.
func TestMakeTargets(t *testing.T) {
	makefile, err := os.ReadFile("../../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range append(pages(t), "../../CONTRIBUTING.md", "../../ARCHITECTURE.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile("(?m)(?:^|`|\\$ )make ([a-z][a-z-]*)").FindAllSubmatch(text, -1) {
			if !regexp.MustCompile(`(?m)^` + string(m[1]) + `:`).Match(makefile) {
				t.Errorf("%s: the Makefile has no target %s", page, m[1])
			}
		}
	}
}

// TestLinks looks for the files of the checkout that the pages name, other than those that
// they show.
func TestLinks(t *testing.T) {
	for _, page := range append(pages(t), "../../CONTRIBUTING.md", "../../ARCHITECTURE.md", "../../ASSUMPTIONS.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile("`([\\w./-]+\\.(?:md|txt|sh))`|\\]\\(([\\w./-]+)\\)").FindAllSubmatch(text, -1) {
			name := string(m[1]) + string(m[2])
			_, beside := os.Stat(filepath.Join(filepath.Dir(page), name))
			_, atTop := os.Stat(filepath.Join("../..", name))
			made := slices.ContainsFunc(blocks(t, page), func(b block) bool { return b.file == name })
			if beside != nil && atTop != nil && !made {
				t.Errorf("%s names %s, which doesn't exist", page, name)
			}
		}
	}
}

// TestMap looks for each package in the map of ARCHITECTURE.md.
func TestMap(t *testing.T) {
	text, err := os.ReadFile("../../ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("../../*/*/doc.go")
	deeper, err2 := filepath.Glob("../../*/*/*/doc.go")
	top, err3 := filepath.Glob("../../*/doc.go")
	if files = append(append(files, deeper...), top...); err != nil || err2 != nil || err3 != nil || len(files) < 20 {
		t.Fatalf("%d packages: %v %v %v", len(files), err, err2, err3)
	}
	for _, f := range files {
		pkg := strings.TrimPrefix(filepath.ToSlash(filepath.Dir(f)), "../../")
		short := strings.TrimPrefix(pkg, "internal/")
		if !strings.Contains(string(text), "`"+pkg+"`") && !strings.Contains(string(text), "`"+short+"`") {
			t.Errorf("ARCHITECTURE.md doesn't have %s", pkg)
		}
	}
}
