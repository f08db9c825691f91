package check

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hardbop/internal/cache"
	"hardbop/internal/need"
	"hardbop/internal/smt/z3"
)

// TestKeptReplays checks a faulty driver again and again with one cache and a compiler that counts the programs that it makes: the
// results are the same with all that they say, and from the second time on no program is made, unless the verdict depends on it, the
// compiler is another one, or the driver is edited.
func TestKeptReplays(t *testing.T) {
	lib, dir := need.Z3(t), t.TempDir()
	log, cc := filepath.Join(dir, "log"), filepath.Join(dir, "cc")
	script := fmt.Sprintf("#!/bin/sh\ncase $1 in -###) ;; *) echo >> %s;; esac\nexec %s \"$@\"\n", log, need.GCC(t))
	driver, err := os.ReadFile("../../examples/demo/driver_bug.c")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "driver.c")
	put := func(name, text string, mode os.FileMode) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
	}
	put(cc, script, 0o755)
	put(file, string(driver), 0o666)
	kept, err := cache.Open(filepath.Join(dir, "cache"), 1<<30, "test")
	if err != nil {
		t.Fatal(err)
	}
	programs := func() int {
		text, _ := os.ReadFile(log)
		return strings.Count(string(text), "\n")
	}
	opt := Options{Files: []string{file}, Rules: []string{"../../examples/demo/lock.slic"}, Entry: "dispatch", Encoding: Auto, Inline: InlineAuto,
		Replay: ReplayAuto, ReplayCC: cc, Cache: kept}
	check := func(what string, opt Options, made int) string {
		t.Helper()
		before := programs()
		got := resultsOf(t, opt, lib.Opener(z3.Options{}))
		if n := programs() - before; n != made {
			t.Errorf("%s: %d programs, want %d", what, n, made)
		}
		return got
	}
	check("first", opt, 1)
	second := check("second", opt, 0)
	if !strings.Contains(second, `"replayed":true`) {
		t.Errorf("not replayed: %s", second)
	}
	must := opt
	must.Replay = ReplayRequire
	if must := check("required", must, 1); must != second {
		t.Errorf("required\n%s\nwant\n%s", must, second)
	}
	if third := check("third", opt, 0); third != second {
		t.Errorf("got\n%s\nwant\n%s", third, second)
	}
	flip(t, filepath.Join(dir, "cache"))
	if got := check("damaged", opt, 1); !strings.Contains(got, `"replayed":true`) {
		t.Errorf("got %s", got)
	}
	check("whole again", opt, 0)
	put(cc, script+"\n", 0o755)
	if fourth := check("another compiler", opt, 1); fourth != second {
		t.Errorf("got\n%s\nwant\n%s", fourth, second)
	}
	put(file, "\n"+string(driver), 0o666)
	check("an edit", opt, 1)
	opt.ReplayCC = filepath.Join(dir, "none")
	if got := check("no compiler", opt, 0); !strings.Contains(got, `"code":"no-compiler"`) {
		t.Errorf("got %s", got)
	}
}

// flip spoils a bit of each entry of a cache.
func flip(t *testing.T, dir string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*", "*.hbcache"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d entries, %v", len(files), err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		text[len(text)-3] ^= 1
		if err := os.WriteFile(name, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
