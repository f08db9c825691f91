package source

import (
	"slices"
	"testing"
)

func TestNearest(t *testing.T) {
	names := []string{"mutex_lock", "mutex_unlock", "mutex_trylock", "up", "down", "mutex_lock", "linux/mutex", "linux/urb"}
	for name, want := range map[string][]string{
		"mutex_lokc":  {"mutex_lock"},
		"Mutex_Lock":  {"mutex_lock"},
		"linux/mutx":  {"linux/mutex"},
		"linux/xyz":   nil,
		"linx/mutex":  {"linux/mutex"},
		"mutex_lock":  {"mutex_unlock", "mutex_trylock"},
		"dawn":        {"down"},
		"x":           nil,
		"":            nil,
		"unrelated_f": nil,
	} {
		if got := Nearest(name, names); !slices.Equal(got, want) {
			t.Errorf("Nearest(%q) = %v, want %v", name, got, want)
		}
	}
	if got := DidYouMean("dawn", names); got != "; did you mean down?" {
		t.Error(got)
	}
}
