package result

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"hardbop/internal/source"
)

// Schema is the version of the JSON form of a [Result].
const Schema = 1

// Verdict is the answer to one question.
type Verdict string

// The verdicts.
const (
	Safe          Verdict = "SAFE"
	Unsafe        Verdict = "UNSAFE"
	Unknown       Verdict = "UNKNOWN"
	NotApplicable Verdict = "NOT-APPLICABLE" // the program has none of the rule's events
	Conforms      Verdict = "CONFORMS"       // the procedure does what its specification allows
	NotChecked    Verdict = "NOT-CHECKED"    // nobody looked: the program is what it was at a revision
)

// Place is a position as results hold it.
type Place struct {
	File string `json:"file,omitempty"`
	Line int    `json:"line,omitempty"`
	Col  int    `json:"column,omitempty"`
}

// At converts a position.
func At(p source.Pos) Place { return Place{p.File, p.Line, p.Col} }

// String returns file:line, or "-".
func (p Place) String() string {
	return source.Pos{File: p.File, Line: p.Line}.String()
}

// Header reports whether the place is in a header.
func (p Place) Header() bool { return strings.HasSuffix(p.File, ".h") }

// Result is the answer to one question: one property of one program from one entry.
type Result struct {
	Schema   int     `json:"schema"`
	Verdict  Verdict `json:"verdict"`
	Property string  `json:"property"` // the rule's name, or label:ERROR, reach, assert
	Entry    string  `json:"entry"`
	// Message and Where say what is violated, and where; of UNSAFE.
	Message string `json:"message,omitempty"`
	Where   *Place `json:"where,omitempty"`
	// Reason says why the verdict is UNKNOWN.
	Reason *Reason `json:"reason,omitempty"`
	// Replayed says how an UNSAFE was checked.
	Checked string `json:"checked,omitempty"`
	// Undefined is what no run along the path goes round; of UNSAFE, nil if there is none, or none is known.
	Undefined *Undefined `json:"undefined,omitempty"`
	// Replay says whether the path was gone by a compiled program; of UNSAFE, nil if that
	// was not tried.
	Replay *Replay `json:"replay,omitempty"`
	// Trace leads to the violation; of UNSAFE.
	Trace []Step `json:"trace,omitempty"`
	// Outside are functions that are called only since files that aren't known may call them: of UNSAFE those on the way to the
	// violation, of UNKNOWN all.
	Outside []string `json:"outside,omitempty"`
	// Slice says whether the needed steps of the trace were proved to suffice; of UNSAFE, nil if
	// that was not tried.
	Slice *Slice `json:"slice,omitempty"`
	// Defect says which of several defects it is; of UNSAFE, nil if only one was looked for.
	Defect *Defect `json:"defect,omitempty"`
	// Akin is the place of a defect that was found before and comes of the same return that leaves the rule's state so; of UNSAFE.
	Akin *Place `json:"akin,omitempty"`
	// Beside says that defects were found, and that only whether there are others isn't decided; of UNKNOWN.
	Beside *Beside `json:"beside,omitempty"`
	// Known says that the defect was there in an earlier run; of UNSAFE.
	Known bool `json:"known,omitempty"`
	// Waived says that the defect is accepted for now; of UNSAFE.
	Waived *Waiver `json:"waived,omitempty"`
	// Assumptions lists what the verdict takes for granted, in order of their codes.
	Assumptions []Assumption `json:"assumptions,omitempty"`
	// Events counts the rule's events in the program.
	Events *Events `json:"events,omitempty"`
	// Coverage says how much of the program runs may reach.
	Coverage *Coverage `json:"coverage,omitempty"`
	// Integers says how exactly integers were reasoned about: math, bits, or
	// bits for bit operations.
	Integers string `json:"integers,omitempty"`
	// Certified says that a separate checker accepted a certificate; of SAFE.
	Certified *Certified `json:"certified,omitempty"`
	// Witness is about a witness of another run; the verdict is then that on the program with the
	// witness in it.
	Witness *Witness `json:"witness,omitempty"`
	// Conformance is about a procedure and its specification.
	Conformance *Conformance `json:"conformance,omitempty"`
	// Provenance says what the result was made with, and of what.
	Provenance *Provenance `json:"provenance,omitempty"`
	// Iterations of the refinement loop, and the predicates of the last one.
	Iterations int      `json:"iterations"`
	Predicates []string `json:"predicates,omitempty"`
	// Note says what else is to be known of the predicates.
	Note string `json:"note,omitempty"`
	// Evidence is more of what was seen, if that was asked for.
	Evidence *Evidence `json:"-"`
}

// Subject is what the result is about: the rule or property, or a procedure with its abstraction.
func (r *Result) Subject() string {
	if c := r.Conformance; c != nil {
		return c.Procedure + ", abstraction " + c.Abstraction + " of " + c.Spec
	}
	return r.Property
}

// Since is the event that last changed the rule's state before the one that violates it; nil if there
// is none.
func (r *Result) Since() *Step {
	var since, last *Step
	for i := range r.Trace {
		s := &r.Trace[i]
		if !s.Event {
			continue
		}
		if last != nil && strings.Contains(last.Note, " -> ") {
			since = last
		}
		last = s
	}
	return since
}

// AtEnd reports whether the violation is that the program ends in a wrong state: what is at fault is then where
// the state was entered, or what should have left it.
func (r *Result) AtEnd() bool {
	e := r.Violation()
	return e != nil && e.Text == "program.end"
}

// Violation is the rule's event that violates it; nil if there is none.
func (r *Result) Violation() *Step {
	for i := range slices.Backward(r.Trace) {
		if r.Trace[i].Event {
			return &r.Trace[i]
		}
	}
	return nil
}

// Accepted reports whether the defect doesn't fail a run.
func (r *Result) Accepted() bool { return r.Known || r.Waived != nil }

// Beside counts the defects that were found of a question.
type Beside struct {
	Defects  int `json:"defects"`
	Accepted int `json:"accepted"` // of these: known or waived
}

// Provenance is what one needs to get a result again.
type Provenance struct {
	Tool   string `json:"tool"`             // name and version
	Solver string `json:"solver,omitempty"` // name and version
	// Options are those of the command line that the result may depend on.
	Options []string `json:"options,omitempty"`
	// Inputs are the files that the command line names, Included the others that were read.
	Inputs   []Input   `json:"inputs,omitempty"`
	Included *Included `json:"included,omitempty"`
}

// Input is a file with the SHA-256 of its content, in hexadecimal digits.
type Input struct {
	File   string `json:"file"`
	SHA256 string `json:"sha256"`
}

// Included sums files up: SHA256 is that of the files' own, in order, a line each.
type Included struct {
	Files  int    `json:"files"`
	SHA256 string `json:"sha256"`
}

// Conformance says how a procedure was compared with its specification.
type Conformance struct {
	Spec        string `json:"spec"`        // the file
	Procedure   string `json:"procedure"`   // of the program
	Abstraction string `json:"abstraction"` // its name
	// Relation is that between the procedure and the specification, of CONFORMS: simulation,
	// or traces. Strategy shows why it isn't simulation then.
	Relation string   `json:"relation,omitempty"`
	Strategy []string `json:"strategy,omitempty"`
	// Actions lead to the violation, Expected are those that the specification allows instead
	// of the last one; of UNSAFE.
	Actions  []string `json:"actions,omitempty"`
	Expected []string `json:"expected,omitempty"`
	// Assumed are the procedures whose abstractions stood for calls, Silent the actions that
	// the specification doesn't have, Never those of it that nothing does.
	Assumed []string `json:"assumed,omitempty"`
	Silent  []string `json:"silent,omitempty"`
	Never   []string `json:"never,omitempty"`
	// States counts those of the last model.
	States int `json:"states"`
}

// Coverage counts what runs may reach of the C files, headers aside. Of SAFE it is what the
// proof's Boolean program reaches, else what is in functions that the entry may call.
type Coverage struct {
	Functions Share `json:"functions"`
	// Lines are those with code in the functions that the entry may call.
	Lines     Share    `json:"lines"`
	Unreached []string `json:"unreached,omitempty"` // functions, in the order of the files
	// NeverRun are the functions that the environment calls and no run gets to.
	NeverRun []string `json:"never_run,omitempty"`
}

// Witness says what became of a witness that was looked at.
type Witness struct {
	File string `json:"file"`
	Kind string `json:"kind"` // violation_sequence or invariant_set
	// Answer is CONFIRMED or REFUSED of a violation, VALID or INVALID of invariants, or UNKNOWN.
	Answer string `json:"answer"`
	// Why says why it isn't right, and Where is what is wrong in it.
	Why   string `json:"why,omitempty"`
	Where *Place `json:"where,omitempty"`
}

// Share is a part of what there is.
type Share struct {
	Reached int `json:"reached"`
	Present int `json:"present"`
}

// Events counts program points that a rule watches.
type Events struct {
	Present int `json:"present"`
	// Reached counts those that runs may reach; see [Coverage].
	Reached int `json:"reached"`
	// Unreached lists the others, in the order of the program.
	Unreached []Place  `json:"unreached,omitempty"`
	Missing   []string `json:"missing,omitempty"` // functions of the rule that the program doesn't have
}

// Undefined is behaviour that C doesn't define: What a statement does, "divides by zero", and where it stands.
type Undefined struct {
	What  string `json:"what"`
	Where Place  `json:"where"`
}

// Replay says how the replay of an error path went.
type Replay struct {
	Replayed bool `json:"replayed"`
	// Code and Text say why not: see docs/replay.md.
	Code string `json:"code,omitempty"`
	Text string `json:"text,omitempty"`
}

// Certified says what a separate checker accepted: so many conditions, by so many questions to the
// prover; and what that rests on.
type Certified struct {
	Claims    int      `json:"claims"`
	Questions int      `json:"questions"`
	Trusts    []string `json:"trusts"`
}

// Waiver says why a defect is accepted for now, who answers for that and until which day, and
// where that is written.
type Waiver struct {
	Reason  string `json:"reason"`
	Owner   string `json:"owner,omitempty"`
	Expires string `json:"expires,omitempty"` // YYYY-MM-DD
	Where   *Place `json:"where,omitempty"`
}

// Defect counts the defects of one question.
type Defect struct {
	Number int `json:"number"` // from 1
	Found  int `json:"found"`
	// All says that there are no others.
	All bool `json:"all"`
}

// Step is one step of a trace.
type Step struct {
	Place Place  `json:"place"`
	Func  string `json:"function"`
	Depth int    `json:"depth"` // calls that have not returned
	Text  string `json:"text"`  // the statement
	// Note says what happens: the side of a branch, a value.
	Note string `json:"note,omitempty"`
	// Rule marks steps of the rule's own code, and its events; Event only those: Text is
	// FUNCTION.EVENT, and the steps of the rule's code for it follow.
	Rule  bool `json:"rule,omitempty"`
	Event bool `json:"event,omitempty"`
	// Needed marks the steps that the violation depends on: with anything else in the place of
	// the others, it follows from these.
	Needed bool `json:"needed,omitempty"`
	// Brief marks the steps of a trace in brief: those needed, apart from those that others tell,
	// with the calls that lead to them, and where the driver is called and returns.
	Brief bool `json:"brief,omitempty"`
	// Outside marks the steps of the environment and of models.
	Outside bool `json:"outside,omitempty"`
	// Says is the step in words, where Text is a statement of no interest.
	Says string `json:"says,omitempty"`
	// Target is where the function is that the environment calls, of a step with a place that no file has.
	Target *Place `json:"target,omitempty"`
	// Statement is the one at which an event happens.
	Statement string `json:"statement,omitempty"`
	// Reads are values that the step reads and no step in brief before tells.
	Reads string `json:"reads,omitempty"`
	// Left says of a return in which state the function leaves the rule that it has changed, where
	// that is what the violation comes from.
	Left string `json:"left,omitempty"`
	// Forgets says the same of the return, before it if there is one, of the function in which that was changed, where that has code to end it: it
	// may be what has to be mended.
	Forgets string `json:"forgets,omitempty"`
	// Runs are the functions of the driver that run in the call, and Waits says that it waits for them.
	Runs  []string `json:"runs,omitempty"`
	Waits bool     `json:"waits,omitempty"`
	// Ends says that they run at the end of the call, which doesn't wait for them.
	Ends bool `json:"ends,omitempty"`
	// Cause says that no later call rightly goes on from what is left so: violations that come of it are one
	// defect, which is here.
	Cause bool `json:"cause,omitempty"`
	// Blamed marks the step whose place is told as the violation's, which itself is in an environment or a model: the return of the
	// callback that it is about, or the call of the model.
	Blamed bool `json:"blamed,omitempty"`
}

// Blamed is the step whose place is told as that of a violation in an environment or a model; nil if there is none.
func (r *Result) Blamed() *Step {
	for i := range r.Trace {
		if r.Trace[i].Blamed {
			return &r.Trace[i]
		}
	}
	return nil
}

// CalledAt is where a C file calls what violates the rule in a header; nil if the violation isn't in one.
func (r *Result) CalledAt() *Place {
	if s := r.calling(); s != nil {
		return &s.Place
	}
	return nil
}

// calling is the step of that call.
func (r *Result) calling() *Step {
	if r.Where == nil || !r.Where.Header() {
		return nil
	}
	depth := -1
	for i := range slices.Backward(r.Trace) {
		s := &r.Trace[i]
		switch {
		case depth < 0 && s.Place == *r.Where:
			depth = s.Depth
		case depth >= 0 && s.Depth < depth:
			if depth = s.Depth; !s.Place.Header() {
				return s
			}
		}
	}
	return nil
}

// In lists the functions that the violation is told in: its own, for one in a header who calls that, and those whose returns are
// told with it.
func (r *Result) In() []string {
	list := []string{r.Function()}
	for _, s := range append(r.Leaving(), r.calling(), r.Blamed()) {
		if s != nil && !slices.Contains(list, s.Func) {
			list = append(list, s.Func)
		}
	}
	return list
}

// DriverPlace is the violation's place, or where a C file calls what is in a header.
func (r *Result) DriverPlace() *Place {
	if at := r.CalledAt(); at != nil {
		return at
	}
	return r.Where
}

// Left is the return that leaves the rule's state as [Result.Since] has changed it; nil if there is none.
func (r *Result) Left() *Step {
	for i := range r.Trace {
		if r.Trace[i].Left != "" {
			return &r.Trace[i]
		}
	}
	return nil
}

// Cause is that return if it is what is at fault; nil if there is none.
func (r *Result) Cause() *Step {
	if s := r.Left(); s != nil && s.Cause {
		return s
	}
	return nil
}

// Forgetful is the return in a function that the callback calls which leaves the rule's state as [Result.Since] has changed it; nil if there is none.
func (r *Result) Forgetful() *Step {
	for i := range r.Trace {
		if r.Trace[i].Forgets != "" {
			return &r.Trace[i]
		}
	}
	return nil
}

// Phrase is a part of a sentence: words, a place, words.
type Phrase struct {
	Before string
	At     Place
	Behind string
}

// Leaving are the returns that leave the rule's state so, the innermost first.
func (r *Result) Leaving() []*Step {
	return slices.DeleteFunc([]*Step{r.Forgetful(), r.Left()}, func(s *Step) bool { return s == nil })
}

// Returned says which returns leave the rule's state so and where they are, the innermost first; nothing if there are none.
func (r *Result) Returned() []Phrase {
	var list []Phrase
	before, behind := "", ""
	for _, s := range r.Leaving() {
		left := s.Left + s.Forgets
		if behind = " with " + strings.ReplaceAll(left, " is ", " "); strings.Contains(left, " is still ") {
			before, behind = left+": ", ""
		}
		if len(list) > 0 {
			list[0].Behind = ""
			list = append(list, Phrase{", " + s.Func + " at ", s.Place, behind})
		} else {
			list = append(list, Phrase{before + s.Func + " returned at ", s.Place, behind})
		}
	}
	return list
}

// These stand in what a step reads behind what others have changed: in a wait, or before any.
const (
	WhileWaiting = "(changed while waiting)"
	ByOthers     = "(changed by others)"
)

// Words is what people read of the step.
func (s Step) Words() string {
	switch {
	case s.Says != "":
		return s.Says
	case s.Statement != "":
		return s.Statement
	}
	return s.Text
}

// Remarks is what stands behind the words: the side of a branch, values, the event.
func (s Step) Remarks() string {
	var parts []string
	if s.Event && s.Statement != "" {
		parts = append(parts, s.Text)
	}
	for _, p := range []string{s.Note, s.Reads, s.Ran(), s.Left, s.Forgets} {
		if p != "" {
			parts = append(parts, p)
		}
	}
	return strings.Join(parts, ", ")
}

// Ran says which functions of the driver run in the call.
func (s Step) Ran() string {
	names := strings.Join(s.Runs, " and ")
	switch {
	case names == "":
		return ""
	case s.Ends && len(s.Runs) == 1:
		return names + " runs before that returns"
	case s.Ends:
		return names + " run before that returns"
	case !s.Waits:
		return "calls " + names
	case len(s.Runs) == 1:
		return "waits for " + names + ", which runs now"
	}
	return "waits for " + names + ", which run now"
}

// Waiting is the call that waits for what violates the rule, which runs in it; nil if there is none.
func (r *Result) Waiting() *Step {
	depth := -1
	for i := range slices.Backward(r.Trace) {
		switch s := &r.Trace[i]; {
		case depth >= 0 && s.Depth >= depth, s.Rule && !s.Event:
		case s.Waits:
			return s
		default:
			depth = s.Depth
		}
	}
	return nil
}

// Meanwhile says who waits for what violates the rule, and where; the zero Phrase if nobody does.
func (r *Result) Meanwhile() Phrase {
	s := r.Waiting()
	if s == nil {
		return Phrase{}
	}
	return Phrase{Before: "while " + s.Func + " waits for " + strings.Join(s.Runs, " and ") + " at ", At: s.Place}
}

// Slice says whether it was proved that the needed steps of a trace suffice: that with anything
// in the place of the others, runs get to the violation or never come to an end.
type Slice struct {
	Proved bool `json:"proved"`
	// Why and Where say what stood against it.
	Why   string `json:"why,omitempty"`
	Where *Place `json:"where,omitempty"`
}

// Reason is why a verdict is UNKNOWN: a code out of [Codes], a place, a text.
type Reason struct {
	Code  string `json:"code"`
	Text  string `json:"text"`
	Where *Place `json:"where,omitempty"`
	// Phase is what was being done: a stage of the run.
	Phase string `json:"phase,omitempty"`
	// Loop is the one that error paths go round more and more often; nil if there is none.
	Loop *Loop `json:"loop,omitempty"`
	// Called is the function that is at issue on the error path that couldn't be decided, of those that the environment calls: in which the rule's state
	// changed last; "" without one.
	Called string `json:"called,omitempty"`
	// Passes are statements of the program that the last error path which couldn't be decided goes through, those first of which
	// it is hardest to say what they do.
	Passes []Passed `json:"passes,omitempty"`
}

// Passed is a statement as the source has it.
type Passed struct {
	Place Place  `json:"place"`
	Text  string `json:"text"`
}

// Assumption is something that a verdict rests on.
type Assumption struct {
	Code   string `json:"code"`
	Number string `json:"number"` // its rows in ASSUMPTIONS.md
	Text   string `json:"text"`
	Where  *Place `json:"where,omitempty"`
}

// Same reports whether a and b say the same of the same place.
func (a Assumption) Same(b Assumption) bool {
	return a.Code == b.Code && a.Text == b.Text && (a.Where == b.Where || a.Where != nil && b.Where != nil && *a.Where == *b.Where)
}

// NumberAssumptions gives the assumptions the numbers of their rows in ASSUMPTIONS.md.
func (r *Result) NumberAssumptions() {
	for i, a := range r.Assumptions {
		r.Assumptions[i].Number = Numbers[a.Code]
	}
}

// Lower makes r UNKNOWN for the reason, unless it is UNKNOWN already.
func (r *Result) Lower(reason Reason) {
	if r.Verdict == Unknown {
		return
	}
	if _, ok := Codes[reason.Code]; !ok {
		panic(fmt.Sprintf("result: %q is not in the list of reason codes", reason.Code))
	}
	r.Verdict = Unknown
	r.Reason = &reason
	r.Trace, r.Message, r.Where, r.Checked, r.Undefined, r.Replay, r.Certified = nil, "", nil, "", nil, nil, nil
	if c := r.Conformance; c != nil {
		c.Relation, c.Strategy, c.Actions, c.Expected = "", nil, nil, nil
	}
}

// JSON returns r as indented JSON with a final newline. What could act on a terminal is
// escaped, as JSON allows.
func (r *Result) JSON() []byte {
	b, err := json.MarshalIndent(printed{r, r.printed(), r.cause()}, "", "  ")
	if err != nil {
		panic(fmt.Sprintf("result: %v", err))
	}
	lines := strings.Split(string(b), "\n")
	for i, line := range lines {
		lines[i] = source.Printable(line)
	}
	return []byte(strings.Join(lines, "\n") + "\n")
}
