package main

import (
	"encoding/json"
	"hash/crc32"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

// TestBodiesInPlace checks a sample of the programs in testdata/verdicts with and without
// the bodies of functions in the place of their calls: the verdict, the place, the counts,
// the assumptions and the trace are the same. What the other passes find out depends on the
// calls, so they are off; and so are small blocks, where the shortest path counts the ends of
// calls.
func TestBodiesInPlace(t *testing.T) {
	eachVerdictAtOnce(t, func(t *testing.T, want string, args []string) {
		if crc32.ChecksumIEEE([]byte(t.Name()))%30 == 0 || inPlace.MatchString(t.Name()) {
			sameInPlace(t, args)
		}
	})
}

// inPlace matches more programs of the sample: those whose events and calls are special.
var inPlace = regexp.MustCompile("/inline/|/rule_state_safe$|/callee_event$|/alias24_n1$")

// sameInPlace compares the results for the arguments of check.
func sameInPlace(t *testing.T, args []string) {
	args = append(args, "--format", "json", "--no-propagation", "--no-slice", "--encoding", "large", "--timeout", "60")
	want, errs, _ := tool(args...)
	got, errs2, _ := tool(append(args, "--inline", "300")...)
	a, b := seen(want), seen(got)
	if len(a) == 0 || !reflect.DeepEqual(a, b) {
		t.Errorf("with bodies in place\n%s%s\nwithout\n%s%s", got, errs2, want, errs)
	}
}

// seen returns what is to be the same of the results in text, as JSON: values along a path
// may be others, and predicates are over other variables.
func seen(text string) []map[string]any {
	var all []map[string]any
	for dec := json.NewDecoder(strings.NewReader(text)); ; {
		var r map[string]any
		if dec.Decode(&r) != nil {
			return all
		}
		for _, key := range []string{"predicates", "iterations", "replay", "integers", "provenance"} {
			delete(r, key)
		}
		steps, _ := r["trace"].([]any)
		for _, s := range steps {
			delete(s.(map[string]any), "note")
		}
		all = append(all, r)
	}
}
