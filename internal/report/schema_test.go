package report

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"hardbop/internal/need"
)

// TestResultSchema compares results in JSON with the published schema.
func TestResultSchema(t *testing.T) {
	schema := need.Schema(t, filepath.Join("..", "..", "docs", "result.schema.json"))
	valid := func(text string) error {
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		return schema.Validate(v)
	}
	for name, r := range examples {
		if err := valid(string(r.JSON())); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, change := range map[string][2]string{
		"unsafe":         {`"verdict": "UNSAFE"`, `"verdict": "MAYBE"`},
		"brief":          {`"needed"`, `"neded"`},
		"safe":           {`"verdict": "SAFE"`, `"verdict": "UNKNOWN"`},
		"unknown":        {`"verdict": "UNKNOWN"`, `"verdict": "SAFE"`},
		"not_applicable": {`"present": 0`, `"present": -1`},
	} {
		text := string(examples[name].JSON())
		if other := strings.Replace(text, change[0], change[1], 1); other == text || valid(other) == nil {
			t.Errorf("%s: the schema allows %s", name, change[1])
		}
	}
}
