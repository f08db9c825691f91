//go:build cgo

package main

import (
	"fmt"
	"os"
)

// envStarts asks a build of the tool with cgo whether it starts at all: the loader and the C library
// are there, and new enough.
const envStarts = "HARDBOP_STARTS"

// becomeWhole is for the static build of releases; this one has nothing to become. It answers that
// one's question.
func becomeWhole() {
	if os.Getenv(envStarts) != "" {
		fmt.Print(envStarts)
		os.Exit(exitOK)
	}
}

// isStatic says that this is the build without libraries.
const isStatic = false
