package sandbox

import (
	"encoding/json"
	"os"
	"runtime"
	"syscall"
	"unsafe"
)

// envLauncher marks the launcher; its value is its job.
const envLauncher = "HARDBOP_SANDBOX"

// job is what the launcher is told.
type job struct {
	CPU    uint64 // seconds
	Memory uint64 // bytes
	// Filter says that the program may run without the filter of system calls.
	Filter bool
}

// Descriptors of the launcher.
const (
	programFD = 3
	reportFD  = 4
)

// IsLauncher reports whether this process is to become a program that [Run] runs.
func IsLauncher() bool { return os.Getenv(envLauncher) != "" }

// Launch makes this process the program, within limits. It doesn't return.
func Launch() {
	runtime.LockOSThread()
	var j job
	if err := json.Unmarshal([]byte(os.Getenv(envLauncher)), &j); err != nil {
		fail("the launcher's job can't be read")
	}
	syscall.CloseOnExec(programFD)
	syscall.CloseOnExec(reportFD)
	missing := enclose()
	filtered := canFilter()
	if !filtered {
		missing = append(missing, CallFilter)
		if !j.Filter {
			fail(ErrUnprotected.Error())
		}
	}
	say(report{Missing: missing})
	syscall.Close(0)
	syscall.Close(2)
	become(j.bounds(), filtered)
}

// say tells the parent.
func say(r report) {
	b, err := json.Marshal(r)
	if err == nil {
		syscall.Write(reportFD, append(b, '\n'))
	}
}

func fail(why string) {
	say(report{Failed: why})
	os.Exit(1)
}

// Numbers of Linux that package syscall doesn't have.
const (
	prSetNoNewPrivs   = 38
	prCapBSetDrop     = 24
	lastCapability    = 63
	rlimitNProc       = 6
	rlimitMemLock     = 8
	rlimitMsgQueue    = 12
	sysExecveat       = 322
	atEmptyPath       = 0x1000
	stackBytes        = 8 << 20
	seccompModeFilter = 2
)

// enclose makes the present folder, which is empty, the root. It returns what could not
// be done.
func enclose() []string {
	if syscall.Chroot(".") != nil || syscall.Chdir("/") != nil {
		return []string{EmptyRoot}
	}
	return nil
}

// bound is a limit to be set.
type bound struct {
	which uintptr
	most  syscall.Rlimit
}

// bounds lists the limits.
func (j job) bounds() []bound {
	var bs []bound
	for _, b := range []struct {
		which int
		most  uint64
	}{
		{syscall.RLIMIT_CORE, 0}, {syscall.RLIMIT_FSIZE, 0}, {rlimitNProc, 0}, {rlimitMemLock, 0}, {rlimitMsgQueue, 0},
		{syscall.RLIMIT_NOFILE, 0}, {syscall.RLIMIT_STACK, stackBytes}, {syscall.RLIMIT_CPU, j.CPU}, {syscall.RLIMIT_AS, j.Memory},
	} {
		bs = append(bs, bound{uintptr(b.which), syscall.Rlimit{Cur: b.most, Max: b.most}})
	}
	return bs
}

// become gives up rights, sets the limits and the filter, and executes the program. The
// runtime of Go can't live within the limits: all that is needed is made before, and
// system calls are made directly.
func become(bs []bound, filtered bool) {
	name, argv0 := &[1]byte{}, &[8]byte{'h', 'a', 'r', 'n', 'e', 's', 's'}
	argv, envp := &[2]*byte{&argv0[0], nil}, &[1]*byte{nil}
	prog := filterProgram()
	for c := uintptr(0); c <= lastCapability; c++ {
		syscall.RawSyscall(syscall.SYS_PRCTL, prCapBSetDrop, c, 0)
	}
	syscall.RawSyscall6(syscall.SYS_PRCTL, prSetNoNewPrivs, 1, 0, 0, 0, 0)
	for i := range bs {
		syscall.RawSyscall(syscall.SYS_SETRLIMIT, bs[i].which, uintptr(unsafe.Pointer(&bs[i].most)), 0)
	}
	if filtered {
		syscall.RawSyscall(syscall.SYS_PRCTL, syscall.PR_SET_SECCOMP, seccompModeFilter, uintptr(unsafe.Pointer(prog)))
	}
	syscall.RawSyscall6(sysExecveat, programFD, uintptr(unsafe.Pointer(name)), uintptr(unsafe.Pointer(argv)),
		uintptr(unsafe.Pointer(envp)), atEmptyPath, 0)
	syscall.RawSyscall(syscall.SYS_EXIT_GROUP, cantExecute, 0, 0)
}

// cantExecute is the status of a launcher whose program can't be executed.
const cantExecute = 126
