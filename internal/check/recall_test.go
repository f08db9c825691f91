package check

import (
	"context"
	"fmt"
	"maps"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"
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

// TestEditsWithCache edits programs again and again, in one thing at a time: the verdicts with one cache
// for all are those without, unless one of the two gives up.
func TestEditsWithCache(t *testing.T) {
	lib, dir := need.Z3(t), t.TempDir()
	kept, err := cache.Open(filepath.Join(dir, "cache"), 1<<30, "test")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "t.c")
	verdict := func(e Encoding, c *cache.Dir) (got result.Verdict) {
		opt := Options{Files: []string{file}, Property: "reach", Encoding: e, Inline: InlineAuto, Replay: ReplayOff, Cache: c}
		if err := Run(context.Background(), opt, lib.Opener(z3.Options{}), obs.NewEnv(nil, nil), func(r *result.Result, _ Stats) { got = r.Verdict }); err != nil {
			t.Fatal(err)
		}
		return got
	}
	count := map[result.Verdict]int{}
	check := func(text string) {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		for _, e := range []Encoding{Auto, Small} {
			want, got := verdict(e, nil), verdict(e, kept)
			count[want]++
			if got != want && got != result.Unknown && want != result.Unknown {
				t.Errorf("%s: %s with a cache, %s without\n%s", e, got, want, text)
			}
		}
	}
	r := rand.New(rand.NewSource(5))
	for seed := range int64(4) {
		text := newMaze(200 + seed).text.String()
		for range 4 {
			check(text)
			text = otherDigit(r, text)
		}
	}
	aliases := []string{"&x", "&y", "&z"}
	p, q := 0, 1
	for range 10 {
		check(fmt.Sprintf(`void reach_error(void); int nondet(void); int z; int *g = &z;
			void put(int *to) { *to = 1; }
			int main(void) { int x = 0, y = 0, n = nondet(); int *p = %s; z = 0; if (n == 4) p = &y; put(p); *g = 2; if (x == 1 && z == %d) reach_error(); return 0; }`,
			aliases[p], q))
		if r.Intn(2) == 0 {
			p = r.Intn(3)
		} else {
			q = r.Intn(3)
		}
	}
	if count[result.Safe] < 5 || count[result.Unsafe] < 5 {
		t.Errorf("only %v", count)
	}
}

// otherDigit replaces a constant of a program.
func otherDigit(r *rand.Rand, text string) string {
	head := strings.Index(text, "return 0;") + len("return 0;")
	var at []int
	for i := head; i < len(text); i++ {
		if text[i] >= '0' && text[i] <= '3' {
			at = append(at, i)
		}
	}
	i := at[r.Intn(len(at))]
	return text[:i] + string('0'+rune(r.Intn(4))) + text[i+1:]
}
