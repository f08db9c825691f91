package check

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hardbop/internal/cache"
)

// TestSinceKept compares with a revision where a cache says what the program is: a header that the program was made of
// counts although it isn't read, and so does one that is there now and was looked for in vain then.
func TestSinceKept(t *testing.T) {
	r, opt := sinceRepository(t)
	dir, err := cache.Open(t.TempDir(), 1<<30, "test")
	if err != nil {
		t.Fatal(err)
	}
	opt.Cache, opt.Entries = dir, []string{"plain", "macro"}
	for _, step := range []struct{ header, since, want string }{
		{sinceHeader, "", "plain macro"},
		{sinceHeader, "HEAD", ""},
		{sinceHeader, "HEAD", ""},
		{strings.Replace(sinceHeader, "STEP 1", "STEP 2", 1), "", "plain macro"},
		{strings.Replace(sinceHeader, "STEP 1", "STEP 2", 1), "HEAD", "plain"},
		{strings.Replace(sinceHeader, "STEP 1", "STEP 2", 1), "HEAD", "plain"}, // what it is comes from the cache
		{sinceHeader, "HEAD", ""},
	} {
		r.Write("d.h", step.header)
		opt.Since = step.since
		looked, _ := sinceRun(t, opt)
		if got := strings.Join(looked, " "); got != step.want {
			t.Errorf("since %q: looked at %q, want %q", step.since, got, step.want)
		}
	}
}

// TestSinceShadowed has a header that comes before another one of its name, and wasn't there, and then is gone.
func TestSinceShadowed(t *testing.T) {
	r, opt := sinceRepository(t)
	r.Write("d.c", strings.Replace(sinceText, `#include "d.h"`, `#include <e.h>`, 1))
	r.Write("late/e.h", sinceHeader)
	r.Commit()
	opt.IncludeDirs = []string{r.Dir + "/early", r.Dir + "/late"}
	if looked, _ := sinceRun(t, opt); len(looked) > 0 {
		t.Errorf("looked at %v, nothing has changed", looked)
	}
	r.Write("early/e.h", strings.Replace(sinceHeader, "STEP 1", "STEP 2", 1))
	if looked, _ := sinceRun(t, opt); strings.Join(looked, " ") != "plain" {
		t.Errorf("looked at %v, want plain", looked)
	}
	r.Commit()
	if err := os.Remove(filepath.Join(r.Dir, "early", "e.h")); err != nil {
		t.Fatal(err)
	}
	if looked, _ := sinceRun(t, opt); strings.Join(looked, " ") != "plain" {
		t.Errorf("a header that is gone: looked at %v, want plain", looked)
	}
}
