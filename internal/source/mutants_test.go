package source_test

import (
	"testing"

	"hardbop/internal/mutant"
)

// TestMutants plants faults and expects other tests to fail.
func TestMutants(t *testing.T) {
	mutant.Kill(t, []mutant.Fault{
		{Name: "a folder's name is a pattern", File: "glob.go", Tests: "TestGlob",
			Old: "quoted.Replace(dir)", New: "dir"},
		{Name: "a backslash in a folder's name is none", File: "glob.go", Tests: "TestGlob",
			Old: "`\\`, `\\\\`, ", New: ""},
	})
}
