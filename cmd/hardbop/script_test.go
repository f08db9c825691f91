package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"hardbop/internal/sandbox"
	"hardbop/internal/supervise"
)

// TestMain lets the test binary be hardbop: for the scripts, and for the child processes
// that hardbop starts of itself.
func TestMain(m *testing.M) {
	if sandbox.IsLauncher() {
		sandbox.Launch()
	}
	if supervise.IsChild() {
		if fault := os.Getenv(faultEnv); fault != "" {
			misbehave(supervise.InChild(), fault)
		}
		main()
		return
	}
	testscript.Main(m, map[string]func(){"hardbop": main})
}

// TestScripts runs the command-line scenarios.
func TestScripts(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join(root, "testdata", "script"),
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			e.Setenv("ROOT", root)
			return nil
		},
	})
}
