package supervise

import (
	"runtime"
	"runtime/debug"
	"testing"
)

// TestCollectLate sees that only the first collection is late.
func TestCollectLate(t *testing.T) {
	before := debug.SetGCPercent(150)
	defer debug.SetGCPercent(before)
	collectLate()
	if now := debug.SetGCPercent(firstAt); now != firstAt {
		t.Errorf("%d at first", now)
	}
	for range 100 {
		runtime.GC()
		if now := debug.SetGCPercent(150); now == 150 {
			return
		} else {
			debug.SetGCPercent(now)
		}
		runtime.Gosched()
	}
	t.Error("collections stay late")
}
