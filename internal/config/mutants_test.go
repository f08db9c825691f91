package config

import (
	"testing"

	"hardbop/internal/mutant"
)

// TestMutants plants faults in the reader of settings.
func TestMutants(t *testing.T) {
	mutant.Kill(t, []mutant.Fault{
		{Name: "any text is true", File: "config.go", Tests: "TestErrors", Old: `return n.Tag == "!!bool"`, New: `return n.Tag != ""`},
		{Name: "keys that are refused are set", File: "config.go", Tests: "TestErrors", Old: `case i >= 0 && r.keys[i].Refused != "":`, New: `case i >= 0 && r.keys[i].Refused == "no":`},
		{Name: "the second of two values counts", File: "config.go", Tests: "TestErrors", Old: "if seen[key.Value] {", New: "if false {"},
		{Name: "names are relative to the working directory", File: "config.go", Tests: "TestParse", Old: "return filepath.Join(filepath.Dir(r.name), v)", New: "return v"},
		{Name: "aliases are followed", File: "config.go", Tests: "TestErrors", Old: "if n.Kind != yaml.ScalarNode {\n\t\treturn false", New: "if n.Kind != yaml.ScalarNode && n.Kind != yaml.AliasNode {\n\t\treturn false"},
		{Name: "a second document is passed over", File: "config.go", Tests: "TestErrors", Old: "err := d.Decode(&yaml.Node{}); !errors.Is(err, io.EOF)", New: "err := d.Decode(&yaml.Node{}); errors.Is(err, io.ErrClosedPipe)"},
		{Name: "settings of other projects count", File: "find.go", Tests: "TestFind", Old: `os.Lstat(filepath.Join(at, ".git"))`, New: `os.Lstat(filepath.Join(at, ".none"))`},
		{Name: "anybody's settings count", File: "find.go", Tests: "TestFind", Old: "if !trusted(info, dir) {", New: "if info == nil {"},
	})
}
