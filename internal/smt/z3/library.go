package z3

/*
#cgo LDFLAGS: -ldl
#include <stdlib.h>
#include "api.h"
*/
import "C"

import (
	"fmt"
	"strconv"
	"strings"
	"unsafe"

	"hardbop/internal/smt"
)

// Library is the opened library. It may be used by any number of goroutines.
type Library struct {
	t     *C.z3_table
	spare chan C.context // one, after Prepare: it is on its way as long as the channel is open and empty
}

// Names returns the names under which [Open] looks for the library, in order.
func Names() []string {
	return []string{"libz3.so.4", "libz3.so", "libz3.so.4.8", "libz3.so.4.15", "libz3.so.4.14", "libz3.so.4.13",
		"libz3.so.4.12", "libz3.so.4.11", "libz3.so.4.10", "libz3.so.4.9", "libz3.dylib"}
}

// Open opens the first library that can be used among names, or among [Names] if there
// are none. The error is a *[MissingError].
func Open(names ...string) (*Library, error) {
	if len(names) == 0 {
		names = Names()
	}
	missing := &MissingError{Tried: names}
	for _, name := range names {
		t, reason := open(name)
		if t == nil {
			if missing.Reason == "" || !strings.Contains(reason, "cannot open shared object") {
				missing.Reason = reason
			}
			continue
		}
		lib := &Library{t: t}
		if lib.oldVersion() {
			missing.Reason = name + " is version " + lib.Version()
			C.z3_close(t)
			continue
		}
		return lib, nil
	}
	return nil, missing
}

func open(name string) (t *C.z3_table, reason string) {
	cname := C.CString(name)
	defer C.free(unsafe.Pointer(cname))
	var problem, function *C.char
	t = C.z3_open(cname, &problem, &function)
	switch {
	case problem != nil:
		reason = C.GoString(problem)
		C.free(unsafe.Pointer(problem))
	case function != nil:
		reason = name + " has no function " + C.GoString(function)
	}
	return t, reason
}

// Version returns the library's version, like "4.8.12.0".
func (l *Library) Version() string {
	v := C.GoString(C.z3_get_full_version(l.t))
	return strings.TrimPrefix(v, "Z3 ")
}

func (l *Library) oldVersion() bool {
	var major, minor, build int
	if _, err := fmt.Sscanf(l.Version(), "%d.%d.%d", &major, &minor, &build); err != nil {
		return false
	}
	have := [3]int{major, minor, build}
	for i, want := range [3]int{4, 8, 12} {
		if have[i] != want {
			return have[i] < want
		}
	}
	return false
}

// Opener returns a maker of contexts with options o.
func (l *Library) Opener(o Options) smt.Opener {
	return func(f *smt.Factory) (smt.Backend, error) { return l.NewContext(f, o), nil }
}

// Prepare makes the state of a context beside what its caller goes on with, for the first one
// that needs it: Z3 takes milliseconds for it. It is called once, before any context is made.
func (l *Library) Prepare() {
	l.spare = make(chan C.context, 1)
	go func() {
		l.spare <- l.makeContext(0)
		close(l.spare)
	}()
}

// takeContext returns Z3's state for a context with a limit; 0 is none.
func (l *Library) takeContext(limit uint) C.context {
	if l.spare != nil && limit == 0 {
		if c, ok := <-l.spare; ok {
			return c
		}
	}
	return l.makeContext(limit)
}

func (l *Library) makeContext(limit uint) C.context {
	cfg := C.z3_mk_config(l.t)
	defer C.z3_del_config(l.t, cfg)
	if limit > 0 {
		setConfig(l.t, cfg, "rlimit", strconv.FormatUint(uint64(min(limit, 1<<32-1)), 10))
	}
	c := C.z3_mk_context_rc(l.t, cfg)
	C.z3_silence(l.t, c)
	return c
}

// Close releases the library. All contexts must have been closed.
func (l *Library) Close() {
	if l.spare != nil {
		if c, ok := <-l.spare; ok {
			C.z3_del_context(l.t, c)
		}
	}
	C.z3_close(l.t)
}
