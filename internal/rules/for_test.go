package rules

import (
	"reflect"
	"testing"
)

// TestFor finds words in the library for them as in the whole one.
func TestFor(t *testing.T) {
	whole, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	words := append(whole.Names(), whole.Families()...)
	for _, w := range append(words, "linux/*", "linux/mut*", "mutex", "linux/nothing", "linux/", "../x.slic", "[", "", "linux/../linux/mutex") {
		lib, err := For([]string{w})
		if err != nil {
			t.Fatal(err)
		}
		got, failed := lib.Find(w)
		want, wrong := whole.Find(w)
		if !reflect.DeepEqual(got, want) || !reflect.DeepEqual(failed, wrong) {
			t.Errorf("%q: %v, %v, want %v, %v", w, got, failed, want, wrong)
		}
	}
	names := whole.Names()
	lib, err := For([]string{names[0], "./x.slic", names[3], names[0]})
	if err != nil || len(lib.Rules) != 2 {
		t.Errorf("%v, %v", lib.Names(), err)
	}
	if all, err := For([]string{names[0], "linux"}); err != nil || len(all.Rules) != len(names) {
		t.Errorf("%d rules of %d, %v", len(all.Rules), len(names), err)
	}
}
