package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"hardbop/internal/need"
)

// Each line on the standard error is an event of the schema, the first one start and the last one end,
// whatever happens.
func TestProgressEvents(t *testing.T) {
	schema := need.Schema(t, "../../docs/progress.schema.json")
	const demo = "../../examples/demo/"
	bad := filepath.Join(t.TempDir(), "bad.c")
	save(t, bad, "int main(void) { return \x1b[31m;")
	for _, args := range [][]string{
		{"--rule", demo + "lock.slic", "--entry", "dispatch", demo + "driver_bug.c"},
		{"--rule", demo + "lock.slic", "--entry", "dispatch", "--timeout", "1ms", demo + "driver.c"},
		{"--rule", demo + "lock.slic", "--entry", "nothing", demo + "driver.c"},
		{"--rule", "linux/mutex", "--entry", "dispatch", "-v", "-q", demo + "driver.c"},
		{"--property", "reach", bad},
	} {
		_, errs, _ := tool(append([]string{"check", "--no-config", "--progress=json"}, args...)...)
		lines := strings.Split(strings.TrimSuffix(errs, "\n"), "\n")
		for _, line := range lines {
			v, err := jsonschema.UnmarshalJSON(strings.NewReader(line))
			if err == nil {
				err = schema.Validate(v)
			}
			if err != nil {
				t.Errorf("%v: %s: %v", args, line, err)
			}
		}
		if !strings.HasPrefix(lines[0], `{"event":"start"`) || !strings.HasPrefix(lines[len(lines)-1], `{"event":"end"`) {
			t.Errorf("%v: events are\n%s", args, errs)
		}
	}
	for _, wrong := range []string{`{"event":"begin"}`, `{"event":"end"}`, `{"event":"end","exit":7,"seconds":1}`, `{"event":"stage","stage":"x","seconds":1,"more":2}`} {
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(wrong))
		if err != nil {
			t.Fatal(err)
		}
		if schema.Validate(v) == nil {
			t.Errorf("the schema allows %s", wrong)
		}
	}
}
