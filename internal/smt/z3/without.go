//go:build !cgo

package z3

import "hardbop/internal/smt"

// Library is never there in a build without cgo, which can't open libraries.
type Library struct{}

// Open says that there is no library.
func Open(names ...string) (*Library, error) {
	return nil, &MissingError{Tried: names, Reason: "this is the static build, which opens no libraries: it goes on as the other one of the release, libexec/hardbop/hardbop, where that starts, which takes the GNU C library 2.34 or newer"}
}

// Version, Opener, Prepare and Close are there for callers that have a library.
func (*Library) Version() string { return "" }

// Opener is never called.
func (*Library) Opener(Options) smt.Opener { return nil }

// Prepare is never called.
func (*Library) Prepare() {}

// Close is never called.
func (*Library) Close() {}
