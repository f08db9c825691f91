// Package hardbop holds the page that says what verdicts take for granted.
package hardbop

import (
	_ "embed"
	"regexp"
	"strings"
)

//go:embed ASSUMPTIONS.md
var page string

// row matches the first two columns of a row of the page, and the last one.
var row = regexp.MustCompile(`(?m)^\| (A[0-9]+) \| (.*?) \| .*\| (.*?) \|$`)

// Assumption is a row of ASSUMPTIONS.md. Over says that it is an over-approximation: SAFE doesn't rest on it.
type Assumption struct {
	Number, Text string
	Over         bool
}

// Assumptions lists the rows of ASSUMPTIONS.md in their order.
func Assumptions() []Assumption {
	var all []Assumption
	for _, m := range row.FindAllStringSubmatch(page, -1) {
		all = append(all, Assumption{m[1], m[2], strings.HasPrefix(m[3], "over-approximation")})
	}
	return all
}
