package supervise

import (
	"bufio"
	"os"
	"runtime/debug"
	"strings"
	"testing"
)

// TestHugeHeap sees that the heap is in memory for which huge pages are asked, and isn't with little memory.
func TestHugeHeap(t *testing.T) {
	if _, err := os.Stat("/sys/kernel/mm/transparent_hugepage"); err != nil {
		t.Skip("the kernel has no huge pages")
	}
	before := debug.SetMemoryLimit(firstHeap)
	hugeHeap()
	few := advised(t)
	debug.SetMemoryLimit(before)
	hugeHeap()
	if many := advised(t); many-few < firstHeap-2*hugePage {
		t.Errorf("huge pages are asked for %d bytes, before for %d", many, few)
	}
	if few >= firstHeap/2 {
		t.Errorf("huge pages are asked for %d bytes where there is little memory", few)
	}
}

// advised is for how many bytes of this process huge pages are asked.
func advised(t *testing.T) int {
	t.Helper()
	file, err := os.Open("/proc/self/smaps")
	if err != nil {
		t.Skip(err)
	}
	defer file.Close()
	total, kb := 0, 0
	for in := bufio.NewScanner(file); in.Scan(); {
		if n, ok := strings.CutPrefix(in.Text(), "Size:"); ok {
			kb = 0
			for _, c := range strings.TrimSpace(n) {
				if c < '0' || c > '9' {
					break
				}
				kb = 10*kb + int(c-'0')
			}
		}
		if flags, ok := strings.CutPrefix(in.Text(), "VmFlags:"); ok && strings.Contains(flags+" ", " hg ") {
			total += kb << 10
		}
	}
	return total
}
