package revision_test

import (
	"testing"

	"hardbop/internal/mutant"
)

// TestMutants plants faults and expects other tests to fail.
func TestMutants(t *testing.T) {
	mutant.Kill(t, []mutant.Fault{
		{Name: "files that nobody knew are what they are", File: "tree.go", Tests: "TestRead",
			Old: "err == nil && t.ignores(rel) {", New: "err == nil {"},
		{Name: "files are what they are", File: "tree.go", Tests: "TestRead",
			Old: "return t.blobs.read(e.id)\n	}\n	if", New: "if b, err := source.ReadRegular(place); err == nil { return b, nil }\n return t.blobs.read(e.id)\n	}\n	if"},
		{Name: "links lead where they led", File: "tree.go", Tests: "TestHidden",
			Old: "if err := t.same(next, target, isLink); err != nil {", New: "if err := t.same(next, target, isLink); false {"},
		{Name: "what can't be told is forgotten", File: "tree.go", Tests: "TestHidden",
			Old: "			t.err = err\n", New: ""},
		{Name: "what git ignores is known", File: "tree.go", Tests: "TestUnknown",
			Old: "case !had && t.ignores(rel):", New: "case !had && false:"},
		{Name: "what git ignores now was never known", File: "tree.go", Tests: "TestUnknown",
			Old: "case !had && t.ignores(rel):", New: "case (had || !had) && t.ignores(rel):"},
		{Name: "what is outside is known", File: "tree.go", Tests: "TestUnknown",
			Old: "case !inside:\n		return name", New: "case !inside && false:\n		return name"},
		{Name: "builds need nothing", File: "tree.go", Tests: "TestBuilder",
			Old: "			return name, nil\n", New: ""},
		{Name: "hooks say where to look", File: "git.go", Tests: "TestHook",
			Old: "slices.DeleteFunc(os.Environ(), isPlace)", New: "os.Environ()"},
		{Name: "a file of another folder is the same", File: "tree.go", Tests: "TestFormer",
			Old: "&& path.Dir(words[i+1]) == path.Dir(rel)", New: "&& path.Dir(rel) != \"x\""},
	})
}
