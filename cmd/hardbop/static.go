//go:build !cgo

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
)

// envStarts asks a build of the tool with cgo whether it starts at all.
const envStarts = "HARDBOP_STARTS"

// isStatic says that this is the build without libraries.
const isStatic = true

// becomeWhole becomes the build with cgo that lies beside this one in a release, if it starts here. A
// static program can't open the solver's library, and a dynamic one doesn't start where there is
// no C library, or an old one: so a release has both, and this one always starts.
func becomeWhole() {
	whole, err := wholeTool()
	if err != nil {
		return
	}
	ask := exec.Command(whole)
	ask.Env = append(os.Environ(), envStarts+"=1")
	if said, err := ask.Output(); err != nil || string(said) != envStarts {
		return
	}
	_ = syscall.Exec(whole, os.Args, os.Environ()) // if it fails, this one goes on
}

// wholeTool is the name of the other build: ../libexec/hardbop/hardbop.
func wholeTool() (string, error) {
	self, err := os.Executable()
	if err != nil { // there is no /proc
		self, err = exec.LookPath(os.Args[0])
	}
	if err != nil {
		return "", err
	}
	if self, err = filepath.EvalSymlinks(self); err != nil {
		return "", err
	}
	whole := filepath.Join(filepath.Dir(self), "..", "libexec", "hardbop", "hardbop")
	_, err = os.Stat(whole)
	return whole, err
}
