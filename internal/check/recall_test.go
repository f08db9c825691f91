package check

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"hardbop/internal/cache"
	"hardbop/internal/need"
	"hardbop/internal/obs"
	"hardbop/internal/result"
	"hardbop/internal/smt/z3"
)

// TestCacheOfAnotherProgram checks random programs one after the other under the same name with one
// cache: what is kept of one begins the next, and the defects are those that trying all values finds.
func TestCacheOfAnotherProgram(t *testing.T) {
	lib, dir := need.Z3(t), t.TempDir()
	kept, err := cache.Open(filepath.Join(dir, "cache"), 1<<30, "test")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "m.c")
	for seed := range int64(12) {
		m := newMaze(100 + seed/2) // each twice
		if err := os.WriteFile(file, []byte(m.text.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		for _, e := range []Encoding{Auto, Small} {
			opt := Options{Files: []string{file}, Property: "reach", Encoding: e, Inline: InlineAuto, Replay: ReplayOff, Defects: -1, Cache: kept}
			all := false
			opt.Ended = func(is bool) { all = is }
			var lines []int
			err := Run(context.Background(), opt, lib.Opener(z3.Options{}), obs.NewEnv(nil, nil), func(r *result.Result, _ Stats) {
				if r.Verdict == result.Unsafe {
					lines = append(lines, r.Where.Line)
				}
			})
			slices.Sort(lines)
			want := slices.Sorted(maps.Keys(m.found))
			if !all && e == Small {
				want = slices.DeleteFunc(want, func(line int) bool { return !slices.Contains(lines, line) })
			}
			if err != nil || !all && e == Auto || !slices.Equal(lines, want) {
				t.Errorf("seed %d, %s: lines %v, all %v, %v; want %v\n%s", seed, e, lines, all, err, want, m.text.String())
			}
		}
	}
}
