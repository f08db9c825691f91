package witness

import (
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// entry reads one.
func (r *reader) entry(n *yaml.Node) *Entry {
	e := &Entry{Pos: r.pos(n)}
	var content *yaml.Node
	r.mapping(n, "an entry: entry_type, metadata, content", false,
		key{"entry_type", true, r.into(&e.Type, ViolationSequence, InvariantSet)},
		key{"metadata", true, func(n *yaml.Node) { r.metadata(n, &e.Metadata) }},
		key{"content", true, func(n *yaml.Node) { content = n }})
	switch {
	case content == nil:
	case e.Type == ViolationSequence:
		r.segments(content, e)
	case e.Type == InvariantSet:
		r.list(content, "a list of invariants", func(n *yaml.Node) {
			r.mapping(n, "an invariant", false, key{"invariant", true, func(n *yaml.Node) { e.Invariants = append(e.Invariants, r.invariant(n)) }})
		})
	}
	return e
}

func (r *reader) metadata(n *yaml.Node, m *Metadata) {
	r.mapping(n, "the metadata: format_version, uuid, creation_time, producer, task", true,
		key{"format_version", true, r.into(&m.FormatVersion, "2.0", "2.0.1", "2.0.2")},
		key{"uuid", true, r.into(&m.UUID)},
		key{"creation_time", true, r.into(&m.CreationTime)},
		key{"producer", true, func(n *yaml.Node) { r.producer(n, &m.Producer) }},
		key{"task", true, func(n *yaml.Node) { r.task(n, &m.Task) }})
}

func (r *reader) producer(n *yaml.Node, p *Producer) {
	r.mapping(n, "the producer: name", true, key{"name", true, r.into(&p.Name)}, key{"version", false, r.into(&p.Version)},
		key{"configuration", false, r.into(&p.Configuration)}, key{"command_line", false, r.into(&p.CommandLine)})
}

func (r *reader) task(n *yaml.Node, t *Task) {
	r.mapping(n, "the task: input_files, input_file_hashes, specification, data_model, language", true,
		key{"input_files", true, func(n *yaml.Node) {
			r.list(n, "a list of files", func(n *yaml.Node) { t.InputFiles = append(t.InputFiles, r.scalar(n)) })
		}},
		key{"input_file_hashes", true, func(n *yaml.Node) { t.Hashes = r.hashes(n) }},
		key{"specification", true, r.into(&t.Specification)},
		key{"data_model", true, func(n *yaml.Node) { t.DataModel = r.model(n) }},
		key{"language", true, r.into(&t.Language, "C")})
}

// model reads a data model, under its other name too.
func (r *reader) model(n *yaml.Node) string {
	m := r.scalar(n, "ILP32", "LP64", "32bit", "64bit")
	return map[string]string{"32bit": "ILP32", "64bit": "LP64"}[m] + strings.TrimSuffix(strings.TrimSuffix(m, "32bit"), "64bit")
}

func (r *reader) hashes(n *yaml.Node) []Hash {
	to := r.follow(n)
	if to == nil || to.Kind != yaml.MappingNode {
		r.errorf(n, "expected the hash of each file: \"FILE\": \"SHA-256\"")
		return nil
	}
	var list []Hash
	for i := 0; i+1 < len(to.Content); i += 2 {
		h := Hash{File: to.Content[i].Value, SHA256: strings.ToLower(r.scalar(to.Content[i+1])), Pos: r.pos(to.Content[i+1])}
		if len(h.SHA256) != 64 || strings.Trim(h.SHA256, "0123456789abcdef") != "" {
			r.errorf(to.Content[i+1], "expected a SHA-256 hash: 64 hexadecimal digits")
		}
		list = append(list, h)
	}
	return list
}

// segments reads the content of a violation sequence: the target comes at the end, and only there.
func (r *reader) segments(n *yaml.Node, e *Entry) {
	r.list(n, "a list of segments", func(n *yaml.Node) {
		r.mapping(n, "a segment", false, key{"segment", true, func(n *yaml.Node) { e.Segments = append(e.Segments, r.segment(n)) }})
	})
	last := len(e.Segments) - 1
	if last < 0 {
		r.errorf(n, "no segment: expected at least one, with the target")
		return
	}
	for i, s := range e.Segments {
		if k := len(s); k > 0 && (s[k-1].Type == Target) != (i == last) {
			at := s[k-1].Pos
			r.errorf(&yaml.Node{Line: at.Line, Column: at.Col}, "expected the target at the end of the last segment, and only there")
		}
	}
}

func (r *reader) segment(n *yaml.Node) Segment {
	var s Segment
	r.list(n, "a list of waypoints", func(n *yaml.Node) {
		r.mapping(n, "a waypoint", false, key{"waypoint", true, func(n *yaml.Node) { s = append(s, r.waypoint(n)) }})
	})
	for i, w := range s {
		if (w.Action == Follow) != (i == len(s)-1) {
			r.errorf(n, "expected waypoints to avoid, then one to follow")
			break
		}
	}
	if len(s) == 0 {
		r.errorf(n, "expected a waypoint to follow")
	}
	return s
}

func (r *reader) waypoint(n *yaml.Node) Waypoint {
	w := Waypoint{Pos: r.pos(n)}
	var constraint *yaml.Node
	r.mapping(n, "a waypoint: type, action, location", false,
		key{"type", true, r.into(&w.Type, Assumption, Branching, FunctionEnter, FunctionReturn, Target)},
		key{"action", true, r.into(&w.Action, Follow, Avoid)},
		key{"location", true, func(n *yaml.Node) { w.At = r.location(n) }},
		key{"constraint", false, func(n *yaml.Node) { constraint = n }})
	bare := w.Type == Target || w.Type == FunctionEnter
	switch {
	case constraint != nil && bare:
		r.errorf(constraint, "%s has no constraint", w.Type)
	case constraint != nil:
		w.Value = r.constraint(constraint, w.Type)
	case w.Type == Assumption || w.Type == Branching:
		r.errorf(n, "no key constraint: expected one of %s", w.Type)
	}
	if w.Type == Target && w.Action == Avoid {
		r.errorf(n, "a target to avoid: expected one to follow")
	}
	return w
}

// constraint reads that of a waypoint of the type.
func (r *reader) constraint(n *yaml.Node, typ string) string {
	value := ""
	r.mapping(n, "a constraint: value", false,
		key{"value", true, func(n *yaml.Node) { value = r.value(n, typ) }},
		key{"format", false, func(n *yaml.Node) { r.scalar(n, "c_expression") }})
	return value
}

func (r *reader) value(n *yaml.Node, typ string) string {
	text := r.scalar(n)
	if typ == Branching {
		if _, err := strconv.ParseInt(text, 0, 64); err != nil && text != "true" && text != "false" {
			r.errorf(n, "expected true, false or the number of a case")
		}
		return text
	}
	plain := text
	if typ == FunctionReturn {
		plain = Returned(text, "r")
	}
	if err := CheckExpr(plain); err != nil {
		r.errorf(n, "%s", err.Error())
	}
	return text
}

// Returned is the constraint of a function's return with a name for what is returned.
func Returned(value, name string) string {
	return strings.NewReplacer(`\result`, name, `\return`, name).Replace(value)
}

func (r *reader) invariant(n *yaml.Node) Invariant {
	i := Invariant{Pos: r.pos(n)}
	r.mapping(n, "an invariant: type, location, value, format", false,
		key{"type", true, r.into(&i.Type, LoopInvariant, LocationInvariant)},
		key{"location", true, func(n *yaml.Node) { i.At = r.location(n) }},
		key{"value", true, func(n *yaml.Node) { i.Value = r.value(n, Assumption) }},
		key{"format", true, func(n *yaml.Node) { r.scalar(n, "c_expression") }})
	return i
}

func (r *reader) location(n *yaml.Node) Location {
	var l Location
	r.mapping(n, "a location: file_name, line", false,
		key{"file_name", true, r.into(&l.File)},
		key{"line", true, func(n *yaml.Node) { l.Line = r.number(n, 1) }},
		key{"column", false, func(n *yaml.Node) { l.Col = r.number(n, 0) }},
		key{"function", false, r.into(&l.Func)})
	return l
}
