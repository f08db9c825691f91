package result

// Evidence is what views for people show besides a result, where they are asked for it. It is no
// part of the result's JSON form.
type Evidence struct {
	Rule *Rule `json:"rule,omitempty"`
	// Lines are those with code of each C file, in the order of the files.
	Lines []FileLines `json:"lines,omitempty"`
	// Invariants hold whenever a place is passed; of SAFE.
	Invariants []Invariant `json:"invariants,omitempty"`
	// Claims are what a witness says: of UNSAFE what the error path passes, of SAFE what holds at the
	// heads of loops.
	Claims []Claim `json:"claims,omitempty"`
	// Texts are those that the trace speaks of and no file has.
	Texts []Text `json:"texts,omitempty"`
	// Rounds are those of the refinement loop, as far as they are known.
	Rounds []Round `json:"rounds,omitempty"`
}

// Claim is a waypoint or an invariant of a witness. Its place is that of the text, whatever #line
// says; its value is an expression in C.
type Claim struct {
	Type  string `json:"type"` // as witnesses have it: branching, loop_invariant and others
	Func  string `json:"function,omitempty"`
	Where Place  `json:"where"`
	Value string `json:"value,omitempty"`
}

// Rule is the rule that a result is about.
type Rule struct {
	File    string   `json:"file"`
	Summary string   `json:"summary,omitempty"` // a line
	Text    string   `json:"text"`              // the whole file
	Machine *Machine `json:"machine,omitempty"` // nil if the rule has no few states
}

// Machine is a rule as an automaton.
type Machine struct {
	States []State `json:"states"`
	Start  int     `json:"start"`
	Edges  []Edge  `json:"edges"`
	// Absent are events of functions that the program doesn't have.
	Absent []string `json:"absent,omitempty"`
}

// Text is a text that no file has: the environment, or a model.
type Text struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// State is a value for each variable of a rule's state, in their order.
type State []Value

// Value is a variable with its value as people write it.
type Value struct {
	Var   string `json:"var"`
	Value string `json:"value"`
	Enum  bool   `json:"enum,omitempty"` // the value says it all
}

// Where edges of a [Machine] lead that lead to no state: to a violation of the rule, or to states that
// it doesn't have, where a variable has counted farther.
const (
	Violation = -1
	More      = -2
)

// Edge is what an event may do to a rule's state.
type Edge struct {
	From  int    `json:"from"`
	To    int    `json:"to"`    // or [Violation], [More]
	Event string `json:"event"` // FUNCTION.EVENT
	// Message is that of a violation.
	Message string `json:"message,omitempty"`
}

// FileLines are the lines of a file with code that runs may reach, and those that they don't.
type FileLines struct {
	File    string `json:"file"`
	Reached []int  `json:"reached,omitempty"`
	Missed  []int  `json:"missed,omitempty"`
}

// Invariant is a condition in C that holds at a place whenever a run passes it.
type Invariant struct {
	Func  string `json:"function"`
	Point string `json:"point"` // entry, exit or loop
	Where Place  `json:"where"`
	Text  string `json:"text"`
}

// Round is one round of the refinement loop.
type Round struct {
	Number     int      `json:"number"`
	Encoding   string   `json:"encoding"` // small or large blocks
	Predicates []string `json:"predicates,omitempty"`
	Program    string   `json:"program,omitempty"` // the Boolean program
	// Path is the length of the shortest error path in statements; 0 if there is none.
	Path int `json:"path"`
	// Loop is the loop that the path turns in most.
	Loop *Loop `json:"loop,omitempty"`
	// Passes are statements of the program that the path goes through, as those of a [Reason].
	Passes []Passed `json:"passes,omitempty"`
	// Called is what it is in a [Reason].
	Called string `json:"called,omitempty"`
}

// Loop is a loop of the program with how often a path goes through its head.
type Loop struct {
	Func  string `json:"function"`
	Where Place  `json:"where"`
	Turns int    `json:"turns"`
}

// LookBack is of how many rounds the turns of a loop are compared.
const LookBack = 8

// fewTurns is how often a path may go round a loop without being told of.
const fewTurns = 2

// Latest returns the rounds that [Diverges] compares: the last ones that had one encoding.
func Latest(rounds []Round) []Round {
	n := len(rounds)
	for n > 0 && rounds[n-1].Encoding == rounds[len(rounds)-1].Encoding {
		n--
	}
	return rounds[max(n, len(rounds)-LookBack):]
}

// Diverges returns the loop that one of the latest error paths turns in most, with the number of turns,
// if paths turn in it more often in the second half of the latest rounds than in the first; else nil.
func Diverges(rounds []Round) *Loop {
	latest := Latest(rounds)
	var most *Loop
	for _, r := range latest {
		if r.Loop != nil && (most == nil || r.Loop.Turns > most.Turns) {
			most = r.Loop
		}
	}
	if most == nil || most.Turns <= fewTurns || len(latest) < 2 {
		return nil
	}
	for _, r := range latest[:len(latest)/2] {
		if r.Turns(most) == most.Turns {
			return nil
		}
	}
	return most
}

// Turns is how often the error path goes round l, as far as that is known: 0 if it is another loop that
// it turns in most.
func (r Round) Turns(l *Loop) int {
	if r.Loop == nil || r.Loop.Where != l.Where {
		return 0
	}
	return r.Loop.Turns
}
