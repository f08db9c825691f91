package sandbox

import (
	"runtime"
	"syscall"
	"unsafe"
)

// Numbers of seccomp.
const (
	archX86_64     = 0xc000003e
	archI386       = 0x40000003
	retKillProcess = 0x80000000
	retAllow       = 0x7fff0000
	offsetNumber   = 0
	offsetArch     = 4
)

// calls64 and calls32 are the system calls that a program may make: write, map memory,
// exit, and for the launcher becoming the program.
func calls64() []uint32 { return []uint32{1, 9, 15, 60, 231, sysExecveat} }
func calls32() []uint32 { return []uint32{1, 4, 90, 192, 252} }

// canFilter reports whether the filter can be set: the kernel says that it got no program.
func canFilter() bool {
	if runtime.GOARCH != "amd64" {
		return false
	}
	_, _, errno := syscall.RawSyscall(syscall.SYS_PRCTL, syscall.PR_SET_SECCOMP, seccompModeFilter, 0)
	return errno == syscall.EFAULT
}

// filterProgram returns the filter: all but a few calls kill the process.
func filterProgram() *syscall.SockFprog {
	code := filterCode()
	return &syscall.SockFprog{Len: uint16(len(code)), Filter: (*syscall.SockFilter)(unsafe.Pointer(&code[0]))}
}

func filterCode() []syscall.SockFilter {
	load := func(at uint32) syscall.SockFilter {
		return syscall.SockFilter{Code: syscall.BPF_LD | syscall.BPF_W | syscall.BPF_ABS, K: at}
	}
	equal := func(k uint32, yes, no uint8) syscall.SockFilter {
		return syscall.SockFilter{Code: syscall.BPF_JMP | syscall.BPF_JEQ | syscall.BPF_K, K: k, Jt: yes, Jf: no}
	}
	end := func(k uint32) syscall.SockFilter {
		return syscall.SockFilter{Code: syscall.BPF_RET | syscall.BPF_K, K: k}
	}
	allowing := func(calls []uint32) []syscall.SockFilter {
		code := []syscall.SockFilter{load(offsetNumber)}
		for i, n := range calls {
			code = append(code, equal(n, uint8(len(calls)-i), 0))
		}
		return append(code, end(retKillProcess), end(retAllow))
	}
	wide, narrow := allowing(calls64()), allowing(calls32())
	code := []syscall.SockFilter{load(offsetArch), equal(archX86_64, 0, uint8(len(wide)))}
	code = append(code, wide...)
	code = append(code, equal(archI386, 1, 0), end(retKillProcess))
	return append(code, narrow...)
}
