package main

import (
	"os"
	"runtime/debug"
	"syscall"
	"time"

	"hardbop/internal/obs"
	"hardbop/internal/result"
	"hardbop/internal/supervise"
)

// faultEnv names the fault that a child process of the test binary has instead of doing
// its work: what can't be brought about from outside.
const faultEnv = "HARDBOP_TEST_FAULT"

// misbehave answers the first question, --rule first.slic, says where it is, and goes wrong.
func misbehave(child *supervise.Child, fault string) {
	if fault == "hang in turn" && os.Getenv(envAnswered) == "2" {
		child.Send(eventResult, &result.Result{Schema: result.Schema, Verdict: result.Safe, Property: "reach", Entry: "main"})
		child.Send(eventEnded, false)
		os.Exit(exitOK)
	}
	child.Send(eventResult, &result.Result{Schema: result.Schema, Verdict: result.Safe, Property: "first", Entry: "main"})
	child.Send(eventEnded, false)
	child.Stage("the work")
	obs.NewEnv(progressWriter{child}, nil).Report(obs.Iteration{N: 1})
	switch fault {
	case "panic in a goroutine":
		go func() { panic("a worker gave up") }()
	case "stack overflow":
		debug.SetMaxStack(16 << 20)
		go deeper(0)
	case "silent exit":
		os.Exit(exitUnsafe)
	case "no answer":
		os.Exit(exitOK)
	case "memory":
		fillMemory()
	}
	select {}
}

// deeper recurses without end.
func deeper(n int) int {
	if n < 0 {
		return 0
	}
	return deeper(n+1) + 1
}

// fillMemory takes memory as a library does of which Go's collector knows nothing, as
// fast as a prover does at its worst: half a gigabyte a second.
func fillMemory() {
	for {
		b, err := syscall.Mmap(-1, 0, 1<<20, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
		if err != nil {
			os.Exit(exitInternal)
		}
		for i := 0; i < len(b); i += 4096 {
			b[i] = 1
		}
		time.Sleep(2 * time.Millisecond)
	}
}
