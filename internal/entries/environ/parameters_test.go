package environ_test

import (
	"slices"
	"strings"
	"testing"

	"hardbop/internal/entries/environ"
)

// TestWritten lists what sysfs writes in an environment.
func TestWritten(t *testing.T) {
	prog, _ := withEnvironment(t, "../../../testdata/entries/parameters.c")
	var got []string
	for v, yes := range environ.Written(prog) {
		if yes && !strings.HasPrefix(v.Name, "tmp") {
			got = append(got, v.Name)
		}
	}
	slices.Sort(got)
	if want := "cfg half label quick"; strings.Join(got, " ") != want {
		t.Errorf("got %v, want %s", got, want)
	}
}
