package witness

import "hardbop/internal/source"

// The kinds of entries.
const (
	ViolationSequence = "violation_sequence"
	InvariantSet      = "invariant_set"
)

// The types of waypoints.
const (
	Assumption     = "assumption"
	Branching      = "branching"
	FunctionEnter  = "function_enter"
	FunctionReturn = "function_return"
	Target         = "target"
)

// The types of invariants.
const (
	LoopInvariant     = "loop_invariant"
	LocationInvariant = "location_invariant"
)

// The actions of waypoints.
const (
	Follow = "follow"
	Avoid  = "avoid"
)

// Entry is a witness: segments if it is a [ViolationSequence], else invariants.
type Entry struct {
	Type       string
	Metadata   Metadata
	Segments   []Segment
	Invariants []Invariant
	Pos        source.Pos // in the witness
}

// Metadata says where a witness comes from and what it is about.
type Metadata struct {
	FormatVersion, UUID, CreationTime string
	Producer                          Producer
	Task                              Task
}

// Producer is the tool that wrote a witness.
type Producer struct{ Name, Version, Configuration, CommandLine string }

// Task is the question that a witness answers.
type Task struct {
	InputFiles    []string
	Hashes        []Hash
	Specification string
	DataModel     string // ILP32 or LP64
	Language      string
}

// Hash is the SHA-256 hash of an input file in hexadecimal digits.
type Hash struct {
	File, SHA256 string
	Pos          source.Pos
}

// Segment is passed by a run that comes to the last of its waypoints, which it follows, without
// passing one of those before, which it avoids.
type Segment []Waypoint

// Waypoint is passed by a run that is at its place while its constraint holds.
type Waypoint struct {
	Type, Action string
	At           Location
	// Value is the constraint: a C expression, or of [Branching] true, false or the number of a
	// case; "" for none. In that of [FunctionReturn] \result is what is returned.
	Value string
	Pos   source.Pos
}

// Invariant holds whenever a run is at its place.
type Invariant struct {
	Type  string
	At    Location
	Value string // a C expression
	Pos   source.Pos
}

// Location is a place in a C file. Line counts from 1; Col, in bytes from 1, is 0 if only the line
// is known; Func is "" if it isn't said.
type Location struct {
	File      string
	Line, Col int
	Func      string
}
