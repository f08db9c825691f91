package supervise

import (
	"runtime"
	"runtime/debug"
	"syscall"
	"unsafe"
)

const (
	hugePage = 2 << 20
	// firstHeap is as much heap as short runs need, a little less than the piece in which Go's runtime gets it.
	firstHeap = 56 << 20
)

// hugeHeap asks for huge pages for the first part of the heap: short runs spend a sixth of their time on the faults of
// pages of 4 kB. Go gets memory as it needs it, a little at a time; so that there is something to ask for, all of it is
// allocated once, and given back untouched. Kernels without huge pages pass over it. A heap that may hardly become that
// large stays as it is.
func hugeHeap() {
	if debug.SetMemoryLimit(-1) < 8*firstHeap {
		return
	}
	block := make([]byte, firstHeap)
	start := (uintptr(unsafe.Pointer(&block[0])) + hugePage - 1) &^ (hugePage - 1)
	_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, start, firstHeap-hugePage, syscall.MADV_HUGEPAGE)
	runtime.KeepAlive(block)
	runtime.GC()
}
