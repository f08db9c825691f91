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
	return foundEvents(t, Options{Database: dir, Files: []string{filepath.Join(dir, driver)}, Rules: []string{filepath.Join(kernelData, "events.slic")}})
}

// TestWDMEvents compares the event places of WDM drivers under mingw-w64's headers, where
// many of the names are macros, with the uses in their text.
func TestWDMEvents(t *testing.T) {
	ddk := need.DDK(t)
	drivers, err := filepath.Glob("../rules/testdata/wdm/*_good.c")
	if err != nil || len(drivers) < 8 {
		t.Fatal(len(drivers), "drivers", err)
	}
	rule := filepath.Join(kernelData, "wdm.slic")
	text, err := os.ReadFile(rule)
	if err != nil {
		t.Fatal(err)
	}
	uses := regexp.MustCompile(`\b(` + strings.Join(eventNames(string(text)), "|") + `)\(`)
	for _, driver := range drivers {
		t.Run(filepath.Base(driver), func(t *testing.T) {
			opt := Options{Model: "LLP64", SystemIncludes: []string{filepath.Join(ddk, "ddk"), ddk}, Files: []string{driver}, Rules: []string{rule}}
			got, want := foundEvents(t, opt), usesIn(t, driver, uses)
			if !slices.Equal(got, want) || len(want) == 0 {
				t.Errorf("missed: %v\nfound beyond the text: %v", without(want, got), without(got, want))
			}
		})
	}
}

// eventNames lists the functions of a rule whose events are all calls.
func eventNames(rule string) []string {
	var names []string
	for _, m := range regexp.MustCompile(`(\w+)\.call`).FindAllStringSubmatch(rule, -1) {
		names = append(names, m[1])
	}
	return names
}

// usesIn finds the places in a driver's text, comments aside, each as "line name".
func usesIn(t *testing.T, driver string, uses *regexp.Regexp) []string {
	text, err := os.ReadFile(driver)
	if err != nil {
		t.Fatal(err)
	}
	var places []string
	for i, line := range strings.Split(string(text), "\n") {
		code, _, _ := strings.Cut(line, "//")
		for _, m := range uses.FindAllStringSubmatch(code, -1) {
			places = append(places, fmt.Sprintf("%d %s", i+1, m[1]))
		}
	}
	return sorted(places)
}

func foundEvents(t *testing.T, opt Options) []string {
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
