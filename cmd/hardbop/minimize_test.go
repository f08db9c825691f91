package main

import (
	"hash/crc32"
	"strings"
	"sync/atomic"
	"testing"
)

// TestMinimizedVerdicts checks a sample of the programs in testdata/verdicts with few
// predicates: the verdict is the same, or UNKNOWN. Each has its turn with one strategy, and
// with and without finite domains.
func TestMinimizedVerdicts(t *testing.T) {
	modes := [][]string{{"--minimize=optimal"}, {"--minimize=greedy"}, {"--minimize=optimal", "--no-finite-domain"}, {"--minimize=greedy", "--no-finite-domain"}}
	var decided, open atomic.Int64
	t.Cleanup(func() { // when all are done
		if t.Logf("%d decided, %d open", decided.Load(), open.Load()); open.Load() > decided.Load()/20 {
			t.Errorf("%d of %d verdicts are lost", open.Load(), open.Load()+decided.Load())
		}
	})
	eachVerdictAtOnce(t, func(t *testing.T, want string, args []string) {
		sum := crc32.ChecksumIEEE([]byte(t.Name()))
		if sum%minimizedSample != 0 || strings.Contains(strings.Join(args, " "), "--encoding") {
			return
		}
		mode := modes[sum/minimizedSample%uint32(len(modes))]
		out, errs, _ := tool(append(args, append(mode, "--replay", "off")...)...)
		switch got, _, _ := strings.Cut(out, " "); got {
		case want:
			decided.Add(1)
		case "UNKNOWN":
			open.Add(1)
			t.Logf("%v: %s", mode, out)
		default:
			t.Errorf("%v: got %s%s\nwant %s", mode, out, errs, want)
		}
	})
}

// minimizedSample is of how many programs one is in the sample.
const minimizedSample = 16
