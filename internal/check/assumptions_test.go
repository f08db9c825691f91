package check

import (
	"os"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"

	"hardbop/internal/cfront"
	"hardbop/internal/result"
)

// codesOfPackages are the codes of assumptions that other packages and this one make.
var codesOfPackages = []string{"large-initialiser", "entry-pointer", // entries
	"signed-overflow", "extern-call", "unknown-call", "model", "one-thread", "environment", "address-kept", "whole-module", "logical-memory", "globals-init", "rule-start", "halt", "volatile", // check
	"abstraction", "guard"} // conform

// assumingFiles are the sources of the packages whose codes are listed above.
var assumingFiles = []string{"assume.go", "answer.go", "conform.go", "../entries/harness.go", "../entries/trim.go"}

// TestAssumptionsPage holds the codes in brackets in ASSUMPTIONS.md against those that
// exist: each code of an assumption is explained there, and each code there exists.
func TestAssumptionsPage(t *testing.T) {
	page := codesIn(t, "../../ASSUMPTIONS.md", "`\\[([a-z-]+)\\]`")
	all := slices.Clone(codesOfPackages)
	for c := range result.Assumptions {
		if !slices.Contains(codesOfPackages, c) {
			t.Errorf("result.Assumptions explains %s, which nothing makes", c)
		}
	}
	for c := range cfront.Unsupported {
		all = append(all, c)
	}
	for _, c := range all {
		if !slices.Contains(page, c) {
			t.Errorf("ASSUMPTIONS.md doesn't explain %s", c)
		}
	}
	for _, c := range page {
		if _, reason := result.Codes[c]; !reason && !slices.Contains(all, c) {
			t.Errorf("ASSUMPTIONS.md has %s, which doesn't exist", c)
		}
	}
}

// TestNumbersOfCodes holds the numbers that results give to codes against the rows of
// ASSUMPTIONS.md.
func TestNumbersOfCodes(t *testing.T) {
	text, err := os.ReadFile("../../ASSUMPTIONS.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string][]string{}
	for _, row := range regexp.MustCompile(`(?m)^\| (A[0-9]+) \|.*$`).FindAllStringSubmatch(string(text), -1) {
		for _, code := range regexp.MustCompile("`\\[([a-z-]+)\\]`").FindAllStringSubmatch(row[0], -1) {
			rows[code[1]] = append(rows[code[1]], row[1])
		}
	}
	for code, numbers := range rows {
		got, ok := result.Numbers[code]
		if _, reason := result.Codes[code]; !ok && reason {
			continue
		}
		if want := strings.Join(numbers, ", "); got != want {
			t.Errorf("%s: results say %q, the page %q", code, got, want)
		}
	}
	for code := range result.Numbers {
		if rows[code] == nil {
			t.Errorf("%s has a number and is in no row", code)
		}
	}
}

// TestAssumptionCodes finds the codes of assumptions in the source: a new one has to be
// put into the list above, and so into the page.
func TestAssumptionCodes(t *testing.T) {
	var made []string
	for _, f := range assumingFiles {
		made = append(made, codesIn(t, f, `(?:l\.add\(|Assumption\{Code: |Note\{Code: )"([a-z-]+)"`)...)
	}
	for _, c := range made {
		if !slices.Contains(codesOfPackages, c) {
			t.Errorf("%s isn't in the list of codes", c)
		}
	}
	for _, c := range codesOfPackages {
		if !slices.Contains(made, c) {
			t.Errorf("nothing makes %s", c)
		}
		if result.Assumptions[c] == "" {
			t.Errorf("result.Assumptions doesn't explain %s", c)
		}
	}
}

// TestAssumptionNumbers holds the rows of ASSUMPTIONS.md against each other: they count
// up from A1.
func TestAssumptionNumbers(t *testing.T) {
	rows := matches(t, "../../ASSUMPTIONS.md", `(?m)^\| A([0-9]+) \|`)
	for i, n := range rows {
		if want := i + 1; n != strconv.Itoa(want) {
			t.Fatalf("row %d is A%s", want, n)
		}
	}
	if len(rows) < 20 {
		t.Errorf("only %d rows", len(rows))
	}
}

// codesIn returns what the first group of pattern matches in a file, sorted, each once.
func codesIn(t *testing.T, file, pattern string) []string {
	t.Helper()
	list := matches(t, file, pattern)
	sort.Strings(list)
	return slices.Compact(list)
}

// matches returns what the first group of pattern matches in a file, in order.
func matches(t *testing.T, file, pattern string) []string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, m := range regexp.MustCompile(pattern).FindAllSubmatch(text, -1) {
		list = append(list, string(m[1]))
	}
	return list
}
