package source

import (
	"fmt"
	"strings"
	"testing"
)

// words scans what is between white space and comments, with its places.
func words(text string) (string, error) {
	var errs ErrorList
	s := NewScanner("t", text, &errs)
	var out []string
	for s.Space(); s.Rest() != ""; s.Space() {
		pos := s.Pos()
		n := max(1, Span(s.Rest(), IsWord))
		out = append(out, fmt.Sprintf("%s@%d:%d", s.Take(n), pos.Line, pos.Col))
	}
	return strings.Join(out, " "), errs.Err()
}

// Words have their places, whatever comments and lines come before them.
func TestScanner(t *testing.T) {
	for text, want := range map[string]string{
		"":                             "",
		"a b_1":                        "a@1:1 b_1@1:3",
		"a // b\nc":                    "a@1:1 c@2:1",
		"/* x\n y */ a\r\n\tb":         "a@2:7 b@3:2",
		"/**/a/*/ b */c":               "a@1:5 c@1:14",
		"x//":                          "x@1:1",
		"é=1":                          "\xc3@1:1 \xa9@1:2 =@1:3 1@1:4",
		"a/b":                          "a@1:1 /@1:2 b@1:3",
		"1/* one\n\n*/ /* two */ // 3": "1@1:1",
	} {
		if got, err := words(text); got != want || err != nil {
			t.Errorf("%q has %s, expected %s: %v", text, got, want, err)
		}
	}
	if got, err := words("a\n /* b"); got != "a@1:1" || err == nil || !strings.Contains(err.Error(), "t:2:2: the comment that starts here has no end") {
		t.Errorf("got %s: %v", got, err)
	}
}
