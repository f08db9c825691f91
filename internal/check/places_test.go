package check

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"hardbop/internal/need"
)

const kernelData = "../../testdata/kernel"

// TestKernelEvents compares the event places of ten drivers with those found by reading,
// in a tree that was prepared with allmodconfig and in one with defconfig. The drivers have
// been compiled there: make -k drivers/char/tlclk.o ...
func TestKernelEvents(t *testing.T) {
	for config, tree := range map[string]func(testing.TB) string{"all": need.Kernel, "def": need.KernelDef} {
		t.Run(config, func(t *testing.T) {
			dir := tree(t)
			byHand := eventsByHand(t, config)
			for _, driver := range slices.Sorted(maps.Keys(byHand)) {
				t.Run(filepath.Base(driver), func(t *testing.T) {
					got := kernelEvents(t, dir, driver)
					if want := byHand[driver]; !slices.Equal(got, want) {
						t.Errorf("missed: %v\nfound beyond the table: %v", without(want, got), without(got, want))
					}
				})
			}
		})
	}
}

// eventsByHand reads the table of the drivers' places, each as "line name", sorted, each
// once.
func eventsByHand(t *testing.T, config string) map[string][]string {
	text, err := os.ReadFile(filepath.Join(kernelData, "events.txt"))
	if err != nil {
		t.Fatal(err)
	}
	table := map[string][]string{}
	driver := ""
	for _, line := range strings.Split(string(text), "\n") {
		words := strings.Fields(line)
		switch {
		case len(words) == 0 || words[0] == "#":
		case len(words) == 1:
			driver = words[0]
		case len(words) == 2 || words[0] == config:
			table[driver] = append(table[driver], strings.Join(words[len(words)-2:], " "))
		}
	}
	for d := range table {
		table[d] = sorted(table[d])
	}
	return table
}

func sorted(places []string) []string {
	slices.Sort(places)
	return slices.Compact(places)
}

// place matches a line of ListEvents.
var place = regexp.MustCompile(`^.*?:(\d+):\d+: (\w+)\.call in `)

func kernelEvents(t *testing.T, dir, driver string) []string {
	opt := Options{Database: dir, Files: []string{filepath.Join(dir, driver)}, Rules: []string{filepath.Join(kernelData, "events.slic")}}
	if _, err := opt.Settle(context.Background()); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := ListEvents(opt, &out); err != nil {
		t.Fatal(err)
	}
	var places []string
	for _, line := range strings.Split(out.String(), "\n") {
		if m := place.FindStringSubmatch(line); m != nil {
			places = append(places, fmt.Sprintf("%s %s", m[1], m[2]))
		} else if strings.Contains(line, "is no event") {
			t.Error(line)
		}
	}
	return sorted(places)
}

// without returns what is in a and not in b.
func without(a, b []string) []string {
	return slices.DeleteFunc(slices.Clone(a), func(s string) bool { return slices.Contains(b, s) })
}
