package supervise

import (
	"runtime"
	"syscall"
	"unsafe"
)

const hugePage = 2 << 20

// hugeHeap asks for huge pages for what short runs need of the heap: without them there is a page
// fault for every 4 kB that they touch. Kernels without huge pages pass over it.
func hugeHeap() {
	block := make([]byte, 56<<20)
	start := (uintptr(unsafe.Pointer(&block[0])) + hugePage-1) &^ (hugePage - 1)
	_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, start, uintptr(len(block))-hugePage, syscall.MADV_HUGEPAGE)
	block = nil
	runtime.GC()
}
