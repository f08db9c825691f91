package main

import (
	"hash/crc32"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// TestVerdicts checks the small programs in testdata/verdicts. Each line at the top of an
// archive has a name, the verdict, and the arguments of check. A sample of what is UNSAFE
// is replayed; make soak replays all.
func TestVerdicts(t *testing.T) {
	eachVerdictAtOnce(t, func(t *testing.T, want string, args []string) {
		if replay := "off"; want == "UNSAFE" {
			if crc32.ChecksumIEEE([]byte(t.Name()))%20 == 0 {
				replay = "require"
			}
			args = append(args, "--replay", replay)
		}
		out, errs, _ := tool(args...)
		if got, _, _ := strings.Cut(out, " "); got != want {
			t.Errorf("got %s%s\nwant %s", out, errs, want)
		}
	})
}

// eachVerdict calls f with each verdict in testdata/verdicts and the arguments for it, one after the other.
func eachVerdict(t *testing.T, f func(t *testing.T, want string, args []string)) {
	verdicts(t, false, f)
}

// eachVerdictAtOnce is [eachVerdict] with the archives side by side.
func eachVerdictAtOnce(t *testing.T, f func(t *testing.T, want string, args []string)) {
	verdicts(t, true, f)
}

func verdicts(t *testing.T, atOnce bool, f func(t *testing.T, want string, args []string)) {
	archives, err := filepath.Glob("../../testdata/verdicts/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal("no archives", err)
	}
	for _, name := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			if atOnce {
				t.Parallel()
			}
			a, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			for _, f := range a.Files {
				if err := os.WriteFile(filepath.Join(dir, f.Name), f.Data, 0o666); err != nil {
					t.Fatal(err)
				}
			}
			for _, line := range strings.Split(strings.TrimSpace(string(a.Comment)), "\n") {
				words := strings.Fields(line)
				t.Run(words[0], func(t *testing.T) { f(t, words[1], checkArgs(dir, words[2:])) })
			}
		})
	}
}

// checkArgs are the arguments of check, with the files in the folder.
func checkArgs(dir string, words []string) []string {
	args := []string{"check", "-q", "--timeout", "60"}
	for _, a := range words {
		if _, err := os.Stat(filepath.Join(dir, a)); err == nil {
			a = filepath.Join(dir, a)
		}
		args = append(args, a)
	}
	return args
}
