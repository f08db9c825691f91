package report

import (
	"bytes"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"hardbop/internal/need"
	"hardbop/internal/result"
)

// allExamples lists the examples in the order of their names.
func allExamples() []*result.Result {
	var all []*result.Result
	for _, name := range slices.Sorted(maps.Keys(examples)) {
		all = append(all, examples[name])
	}
	return all
}

// sarifOf is the SARIF log of the results, as JSON values.
func sarifOf(t *testing.T, rs []*result.Result) (string, any) {
	t.Helper()
	var b bytes.Buffer
	if err := SARIF(&b, rs, Tool{Version: "1.2.3", Rules: map[string]RuleText{"lock": {"a lock alternates", "It is taken and given back.", "lock: a lock alternates"}}}); err != nil {
		t.Fatal(err)
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(b.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	return b.String(), v
}

// TestSARIFIsValid compares logs with the schema of the standard.
func TestSARIFIsValid(t *testing.T) {
	schema := need.Schema(t, need.SarifSchema(t))
	for _, rs := range [][]*result.Result{allExamples(), nil, {examples["safe"]}, {examples["unknown"]}} {
		text, v := sarifOf(t, rs)
		if err := schema.Validate(v); err != nil {
			t.Errorf("%v\n%s", err, text)
		}
	}
	text, _ := sarifOf(t, allExamples())
	for _, broken := range []string{`"startLine": 0`, `"level": "grave"`, `"uri": 7`} {
		key, _, _ := strings.Cut(broken, ":")
		at := strings.Index(text, key)
		end := at + strings.IndexAny(text[at:], ",\n")
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(text[:at] + broken + text[end:]))
		if err != nil {
			t.Fatal(err)
		}
		if schema.Validate(v) == nil {
			t.Errorf("the schema allows %s", broken)
		}
	}
}

// TestSARIFText compares the log of all examples with its golden file.
func TestSARIFText(t *testing.T) {
	text, _ := sarifOf(t, allExamples())
	golden(t, filepath.Join("testdata", "all.sarif"), text)
	if i := strings.IndexFunc(text, func(c rune) bool { return c < ' ' && c != '\n' || c == 0x7f || c == 0x202e }); i >= 0 {
		t.Errorf("a control character at %q", text[i:])
	}
}
