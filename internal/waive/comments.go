package waive

import (
	"bytes"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"hardbop/internal/result"
	"hardbop/internal/source"
)

// This file says what is wrong with waivers in comments. A mistake there waives nothing, and one would
// wonder why.

// meant is what begins like a waiver, in a comment or behind one's beginning.
var meant = regexp.MustCompile(`(?:/\*|//|^\s*\*).*?(hardbop\s*:\s*waive\b)`)

// Comments lists what is wrong with the waivers in the comments of the files, in their order: those that
// aren't one, those of rules that don't exist, and those to which no defect came although the rule was checked. rules
// returns the names that there are; it is called if there is a waiver.
func (l *List) Comments(files []string, rules func() []string, rs []*result.Result) []string {
	var notes []string
	rules = sync.OnceValue(rules)
	for _, file := range files {
		text, err := l.read(file)
		if err != nil || !bytes.Contains(text, []byte("hardbop")) {
			continue
		}
		n := 0
		for line := range strings.Lines(string(text)) {
			n++
			if m := meant.FindStringSubmatchIndex(line); m != nil {
				if what := l.wrong(place{file, n}, line, rules, rs); what != "" {
					notes = append(notes, fmt.Sprintf("%s: %s", source.Pos{File: file, Line: n, Col: m[2] + 1}, what))
				}
			}
		}
	}
	return notes
}

// wrong says what is wrong with the waiver in a line; "" for nothing.
func (l *List) wrong(at place, line string, rules func() []string, rs []*result.Result) string {
	m := inSource.FindStringSubmatch(line)
	if m == nil || strings.HasPrefix(m[2], "*/") {
		return "this is no waiver: expected hardbop: waive(RULE): REASON"
	}
	w := &Waiver{Rule: m[1]}
	if _, err := path.Match(w.Rule, ""); err != nil {
		return fmt.Sprintf("%q is no rule and no pattern such as linux/*", w.Rule)
	}
	known := slices.Clone(rules())
	for _, r := range rs {
		known = append(known, r.Property)
	}
	switch {
	case !slices.ContainsFunc(known, func(name string) bool { ok, _ := path.Match(w.Rule, name); return ok }):
		return fmt.Sprintf("there is no rule %s%s", w.Rule, source.DidYouMean(w.Rule, known))
	case !l.met[at] && w.decided(rs):
		return "this waiver matches no defect: is it mended?"
	}
	return ""
}
