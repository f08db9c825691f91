package witness

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"

	"hardbop/internal/need"
	"hardbop/internal/source"
)

// sample has one of each.
func sample(typ string) *Entry {
	at := func(line int) Location { return Location{File: `a"b: \ c.c`, Line: line, Col: 3, Func: "main"} }
	e := &Entry{Type: typ, Metadata: Metadata{FormatVersion: "2.0", CreationTime: "2026-01-31T00:00:00Z",
		Producer: Producer{Name: "Hardbop", Version: "0.1", CommandLine: "hardbop check \u202e\x1b[31m </script>"},
		Task: Task{InputFiles: []string{"a.c"}, Hashes: []Hash{{File: "a.c", SHA256: SHA256([]byte("x"))}},
			Specification: "CHECK( init(main()), LTL(G ! call(reach_error())) )", DataModel: "ILP32", Language: "C"}}}
	if typ == InvariantSet {
		e.Invariants = []Invariant{{Type: LoopInvariant, At: at(3), Value: "i <= n && p->q[1] == 'x'"}, {Type: LocationInvariant, At: at(4), Value: "1"}}
		return e
	}
	e.Segments = []Segment{
		{{Type: FunctionEnter, Action: Follow, At: at(1)}},
		{{Type: Assumption, Action: Avoid, At: at(2), Value: "x > 2"}, {Type: Branching, Action: Follow, At: at(3), Value: "false"}},
		{{Type: FunctionReturn, Action: Follow, At: at(4), Value: `\result == 4`}},
		{{Type: Target, Action: Follow, At: at(5)}},
	}
	return e
}

func write(t testing.TB, e *Entry) []byte {
	var b bytes.Buffer
	if err := Write(&b, e); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// unplaced drops where things are in the file.
func unplaced(e *Entry) *Entry {
	e.Pos, e.Metadata.UUID = source.Pos{}, ""
	for i := range e.Metadata.Task.Hashes {
		e.Metadata.Task.Hashes[i].Pos = source.Pos{}
	}
	for _, s := range e.Segments {
		for i := range s {
			s[i].Pos = source.Pos{}
		}
	}
	for i := range e.Invariants {
		e.Invariants[i].Pos = source.Pos{}
	}
	return e
}

// What is written is read back, and its bytes depend on its content only.
func TestWrittenIsRead(t *testing.T) {
	for _, typ := range []string{ViolationSequence, InvariantSet} {
		text := write(t, sample(typ))
		if !bytes.Equal(text, write(t, sample(typ))) {
			t.Error("the same witness has other bytes")
		}
		if bytes.ContainsAny(text, "\x1b\u202e") {
			t.Error("what acts on a terminal isn't escaped")
		}
		list, err := Read("w.yml", text)
		if err != nil || len(list) != 1 {
			t.Fatalf("%v\n%s", err, text)
		}
		uuid := list[0].Metadata.UUID
		if got, want := unplaced(list[0]), sample(typ); !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v, want %+v", got, want)
		}
		other := sample(typ)
		other.Metadata.Task.DataModel = "LP64"
		if bytes.Contains(write(t, other), []byte(uuid)) {
			t.Error("another witness has the same uuid")
		}
	}
}

// asJSON is YAML as JSON has it; times are text.
func asJSON(n *yaml.Node) any {
	switch n.Kind {
	case yaml.DocumentNode:
		return asJSON(n.Content[0])
	case yaml.AliasNode:
		return asJSON(n.Alias)
	case yaml.SequenceNode:
		list := []any{}
		for _, e := range n.Content {
			list = append(list, asJSON(e))
		}
		return list
	case yaml.MappingNode:
		m := map[string]any{}
		for i := 0; i < len(n.Content); i += 2 {
			m[n.Content[i].Value] = asJSON(n.Content[i+1])
		}
		return m
	}
	switch n.Tag {
	case "!!int", "!!float":
		return json.Number(n.Value)
	case "!!bool":
		return n.Value == "true"
	}
	return n.Value
}

func conforms(t *testing.T, s *jsonschema.Schema, text []byte) error {
	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	return s.Validate(asJSON(&doc))
}

func TestSchema(t *testing.T) {
	s := need.Schema(t, "../../docs/witness.schema.json")
	for _, typ := range []string{ViolationSequence, InvariantSet} {
		text := string(write(t, sample(typ)))
		if err := conforms(t, s, []byte(text)); err != nil {
			t.Errorf("%v\n%s", err, text)
		}
		for _, r := range [][2]string{{`"2.0"`, `"2.1"`}, {`"ILP32"`, `"ILP64"`}, {`line: 3`, `line: 0`}, {"c_expression", "acsl"}, {"uuid: \"", "uuid: \"g"}} {
			if broken := strings.Replace(text, r[0], r[1], 1); conforms(t, s, []byte(broken)) == nil {
				t.Errorf("%s with %s is fine for the schema", typ, r[1])
			}
		}
	}
}

// benchWitnesses are those of others.
func benchWitnesses(t *testing.T) []string {
	dir := need.Suite(t, "witnesses")
	list, err := filepath.Glob(filepath.Join(dir, "*.yml"))
	if err != nil || len(list) == 0 {
		t.Fatalf("no witnesses in %s (%v)", dir, err)
	}
	return list
}

func TestWitnessesOfOthers(t *testing.T) {
	s := need.Schema(t, "../../docs/witness.schema.json")
	for _, name := range benchWitnesses(t) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := conforms(t, s, text); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := Read(name, text); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Whatever is wrong is told with its place.
func TestReadErrors(t *testing.T) {
	v, i := string(write(t, sample(ViolationSequence))), string(write(t, sample(InvariantSet)))
	for _, c := range []struct{ text, from, to, want string }{
		{v, `"2.0"`, `"3.0"`, `w.yml:3:21: unknown "3.0": expected 2.0, 2.0.1, 2.0.2`},
		{v, `violation_sequence`, `ghost`, `w.yml:1:15: unknown "ghost": expected violation_sequence, invariant_set`},
		{v, `"target"`, `"branching"`, "no key constraint: expected one of branching"},
		{v, `"assumption"`, `"target"`, "target has no constraint"},
		{v, `"avoid"`, `"follow"`, "expected waypoints to avoid, then one to follow"},
		{v, `"function_enter"`, `"target"`, "expected the target at the end of the last segment, and only there"},
		{v, `"x > 2"`, `"x = 2"`, "= can't be in the expression of a witness"},
		{v, `"false"`, `"maybe"`, "expected true, false or the number of a case"},
		{v, `action`, `actoin`, "unknown key actoin; did you mean action?"},
		{v, `line: 1`, `line: -1`, "expected a number from 1"},
		{v, `line: 1`, "line: 1\n              line: 2", "the key line stands here twice"},
		{v, `"ILP32"`, `"ILP16"`, `unknown "ILP16": expected ILP32, LP64, 32bit, 64bit`},
		{v, SHA256([]byte("x")), "12", "expected a SHA-256 hash"},
		{v, "- entry_type", "- [", "not YAML"},
		{i, `"i <= n`, `"f(n)`, "f( looks like a call"},
		{i, `"i <= n`, `"(i <= n`, "the bracket ( isn't closed"},
		{i, "c_expression", "ext_c_expression", `unknown "ext_c_expression": expected c_expression`},
		{"[]", "", "", "no entry"},
		{"", "", "", "expected a list of entries"},
		{"a: 1\n---\nb: 1", "", "", "a second document"},
	} {
		text := strings.Replace(c.text, c.from, c.to, 1)
		if _, err := Read("w.yml", []byte(text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s -> %s: got %v, want %s", c.from, c.to, err, c.want)
		}
	}
}

// Aliases that repeat each other don't take for ever.
func TestAliases(t *testing.T) {
	var b strings.Builder
	b.WriteString("- &a0 x\n")
	for i := range 60 {
		fmt.Fprintf(&b, "- &a%d [*a%d, *a%d, *a%d]\n", i+1, i, i, i)
	}
	if _, err := Read("w.yml", []byte(b.String())); err == nil {
		t.Error("no error")
	}
}

func TestCheckExpr(t *testing.T) {
	for _, good := range []string{"x", "x >= 1024U", "(long long)x + 1 <= y", "((struct s *)(p))->a[i] == 'a'", "a ? b : !c", "sizeof(int) > 3", "x == 1.5e-3"} {
		if err := CheckExpr(good); err != nil {
			t.Errorf("%s: %v", good, err)
		}
	}
	for _, bad := range []string{"", "x = 1", "x++", "--x", "f(x)", "(f)(x)", "a[0](x)", "x; y", "x, y", "({ 1; })", "x)", "(x", "(x]", `"a"`, "x += 1", "__witness_at", "x #", `\result`} {
		if CheckExpr(bad) == nil {
			t.Errorf("%s is fine", bad)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(string(write(f, sample(ViolationSequence))))
	f.Add(string(write(f, sample(InvariantSet))))
	f.Add("- &a [*a, {x: *a}]")
	f.Fuzz(func(t *testing.T, text string) {
		list, err := Read("w.yml", []byte(text))
		if err == nil && len(list) == 0 {
			t.Fatal("nothing was read")
		}
	})
}
