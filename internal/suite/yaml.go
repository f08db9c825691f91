package suite

import (
	"bytes"
	"fmt"
	"path/filepath"
	"sort"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"hardbop/internal/source"
)

// definition is a task file: SV-COMP's keys and our own.
type definition struct {
	FormatVersion string     `yaml:"format_version"`
	InputFiles    stringList `yaml:"input_files"`
	RequiredFiles stringList `yaml:"required_files"`
	Properties    []struct {
		File     string `yaml:"property_file"`
		Expected *bool  `yaml:"expected_verdict"`
		Sub      string `yaml:"subproperty"`
	} `yaml:"properties"`
	Options struct {
		Language  string `yaml:"language"`
		DataModel string `yaml:"data_model"`
	} `yaml:"options"`

	Files        stringList        `yaml:"files"`
	Rules        stringList        `yaml:"rules"`
	Property     string            `yaml:"property"`
	Entry        string            `yaml:"entry"`
	Expected     map[string]string `yaml:"expected"`
	ExpectedLine map[string]int    `yaml:"expected_line"`
	Args         stringList        `yaml:"args"`
	Tags         stringList        `yaml:"tags"`
}

// stringList accepts one string or a list of them.
type stringList []string

// UnmarshalYAML implements yaml.Unmarshaler.
func (l *stringList) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind == yaml.ScalarNode {
		*l = []string{n.Value}
		return nil
	}
	var list []string
	if err := n.Decode(&list); err != nil {
		return err
	}
	*l = list
	return nil
}

// maxTaskFile bounds the size of a task definition, in bytes.
const maxTaskFile = 1 << 20

// isTaskFile reports whether a .yml file in a folder looks like a task definition;
// folders hold other YAML too, such as witnesses.
func isTaskFile(name string) bool {
	b, err := source.ReadRegular(name)
	if err != nil || len(b) > maxTaskFile {
		return err != nil
	}
	for _, key := range []string{"\ninput_files:", "\nfiles:"} {
		if bytes.Contains(append([]byte("\n"), b...), []byte(key)) {
			return true
		}
	}
	return false
}

func loadYAML(name string) ([]*Task, error) {
	b, err := source.ReadText(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(b) > maxTaskFile {
		return nil, fmt.Errorf("%s: larger than a task definition may be (%d bytes)", name, maxTaskFile)
	}
	var d definition
	dec := yaml.NewDecoder(bytes.NewReader(b))
	dec.KnownFields(true)
	if err := dec.Decode(&d); err != nil {
		return nil, yamlErrors(name, string(b), err)
	}
	if len(d.InputFiles) > 0 {
		return d.svcomp(name, string(b))
	}
	return d.own(name, string(b))
}

// yamlErrors turns what the YAML reader says, which has line numbers inside the text, into
// positioned errors.
func yamlErrors(name, text string, err error) error {
	var list source.ErrorList
	for _, line := range strings.Split(strings.TrimPrefix(err.Error(), "yaml: "), "\n") {
		line = strings.TrimSpace(line)
		if line == "unmarshal errors:" {
			continue
		}
		pos := source.Pos{File: name, Line: 1, Col: 1}
		if rest, ok := strings.CutPrefix(line, "line "); ok {
			number, msg, _ := strings.Cut(rest, ": ")
			if n, err := strconv.Atoi(number); err == nil {
				pos.Line, line = n, msg
			}
		}
		line = strings.TrimSuffix(line, " not found in type suite.definition")
		if key, ok := strings.CutPrefix(line, "field "); ok {
			line = "unknown key " + key
		}
		list.Add(pos, text, "%s", line)
	}
	return list.Err()
}

// complain returns a positioned error about the line that starts with key.
func complain(name, text, key, format string, args ...any) error {
	line := 1
	for i, l := range strings.Split(text, "\n") {
		if strings.HasPrefix(strings.TrimSpace(l), key) {
			line = i + 1
			break
		}
	}
	var list source.ErrorList
	list.Add(source.Pos{File: name, Line: line, Col: 1}, text, format, args...)
	return list.Err()
}

func (d *definition) model(name, text string) ([]string, error) {
	switch d.Options.DataModel {
	case "":
		return nil, nil
	case "ILP32", "LP64", "LLP64":
		return []string{"--data-model", d.Options.DataModel}, nil
	}
	return nil, complain(name, text, "data_model", "unknown data model %q: expected ILP32, LP64 or LLP64", d.Options.DataModel)
}

// svcomp makes one task of each property.
func (d *definition) svcomp(name, text string) ([]*Task, error) {
	model, err := d.model(name, text)
	if err != nil {
		return nil, err
	}
	dir := filepath.Dir(name)
	files := relative(dir, d.InputFiles)
	var tasks []*Task
	for _, p := range d.Properties {
		prp := filepath.Join(dir, p.File)
		t := &Task{Suite: filepath.Base(dir), Name: baseName(name), Property: baseName(prp), Tags: d.Tags,
			Files: append(append([]string{prp}, files...), relative(dir, d.RequiredFiles)...)}
		t.Args = append(append(append([]string{"check", "--spec", prp}, model...), d.Args...), files...)
		if p.Expected != nil {
			t.Expected = map[bool]string{true: "SAFE", false: "UNSAFE"}[*p.Expected]
		}
		tasks = append(tasks, t)
	}
	if len(tasks) == 0 {
		return nil, complain(name, text, "input_files", "no properties: expected a list properties with property_file")
	}
	return tasks, nil
}

// own makes one task of each rule, or of the property.
func (d *definition) own(name, text string) ([]*Task, error) {
	if len(d.Files) == 0 {
		return nil, complain(name, text, "files", "no input: expected files or input_files")
	}
	model, err := d.model(name, text)
	if err != nil {
		return nil, err
	}
	dir := filepath.Dir(name)
	files := relative(dir, d.Files)
	var tasks []*Task
	add := func(what string, args ...string) {
		t := &Task{Suite: filepath.Base(dir), Name: baseName(name), Property: what, Tags: d.Tags,
			Expected: verdictOf(d.Expected[what]), ExpectedLine: d.ExpectedLine[what], Files: append([]string(nil), files...)}
		t.Args = append(append(append([]string{"check"}, args...), model...), d.Args...)
		if d.Entry != "" {
			t.Args = append(t.Args, "--entry", d.Entry)
		}
		t.Args = append(t.Args, files...)
		tasks = append(tasks, t)
	}
	for _, r := range d.Rules {
		rule := filepath.Join(dir, r)
		if filepath.Ext(r) != ".slic" {
			add(r, "--rule", r) // of the library
			continue
		}
		add(baseName(r), "--rule", rule)
		tasks[len(tasks)-1].Files = append(tasks[len(tasks)-1].Files, rule)
	}
	if d.Property != "" {
		add(d.Property, "--property", d.Property)
	}
	if len(tasks) == 0 {
		return nil, complain(name, text, "files", "nothing to check: expected rules or property")
	}
	return tasks, d.checkExpected(name, text, tasks)
}

// checkExpected complains about expectations for rules that the task doesn't have, and
// about verdicts that don't exist.
func (d *definition) checkExpected(name, text string, tasks []*Task) error {
	var keys []string
	for k := range d.Expected {
		keys = append(keys, k)
	}
	for k := range d.ExpectedLine {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	for _, k := range keys {
		known := false
		for _, t := range tasks {
			known = known || t.Property == k
		}
		if !known {
			return complain(name, text, k, "an expectation for %q, which the task doesn't check", k)
		}
		if v, ok := d.Expected[k]; ok && verdictOf(v) == "" {
			return complain(name, text, k, "unknown verdict %q: expected SAFE, UNSAFE, UNKNOWN or NOT-APPLICABLE", v)
		}
	}
	return nil
}

func relative(dir string, files []string) []string {
	var out []string
	for _, f := range files {
		out = append(out, filepath.Join(dir, f))
	}
	return out
}

func baseName(path string) string {
	b := filepath.Base(path)
	return strings.TrimSuffix(b, filepath.Ext(b))
}
