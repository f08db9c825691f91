package z3

import (
	"fmt"
	"time"
)

// Options are the options of a context. The zero Options are the defaults.
type Options struct {
	// Timeout bounds each check in wall time, for protection only; 0 is no bound.
	Timeout time.Duration
	// Recycle is the number of checks after which a solver is made anew, to bound its
	// memory; 0 is 4000.
	Recycle int
	// CacheSize bounds the number of terms kept translated; 0 is 20000.
	CacheSize int
}

// MissingError says that there is no Z3 that can be used.
type MissingError struct {
	Tried  []string // names of the library
	Reason string   // of the last one that was tried
}

// Error says what to do.
func (e *MissingError) Error() string {
	return fmt.Sprintf("no usable Z3 library (%s): install Z3 4.8.12 or newer, for instance with `apt-get install libz3-4`",
		e.Reason)
}
