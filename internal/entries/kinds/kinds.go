package kinds

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

//go:embed kinds.txt
var text string

// Role says when a function is called in the life of its object.
type Role string

// The roles; see kinds.txt.
const (
	Init     Role = "init"
	Teardown Role = "teardown"
	Pause    Role = "pause"
	Resume   Role = "resume"
	Before   Role = "before"
	After    Role = "after"
	Early    Role = "early"
	Run      Role = "run"
	Exit     Role = "exit"
	Data     Role = "data"
)

// Context is where a function runs.
type Context string

// The contexts. Atomic is a timer, a tasklet, a soft interrupt, or a held spinlock;
// Windows calls it dispatch level.
const (
	Process   Context = "process"
	Atomic    Context = "atomic"
	Interrupt Context = "interrupt"
	// ProcessOrAtomic is one of the two.
	ProcessOrAtomic Context = "any"
)

// Member says how a member of a table is called.
type Member struct {
	Role    Role
	Context Context
	// Undone says of Init that the teardown is called also if it returned an error.
	Undone bool
}

// Registration is a call that registers a callback.
type Registration struct {
	Function string
	Meaning  string
	Callback int // number of the argument
	// Data are the arguments that are handed to the callback.
	Data    []Pair
	Context Context
	// Object is the struct of the objects whose callback is registered; "" if there are none.
	Object string
	// Ends are the calls that undo it with the first of Data.
	Ends []End
	// Stop is the call that undoes it with the result of the registration, as argument number StopArg; ""
	// for none.
	Stop    string
	StopArg int
	// Wake is the call without which the callback isn't called, with the result of the registration as argument number
	// WakeArg; "" for none.
	Wake    string
	WakeArg int
	// Waits says that End and Stop wait for the callback.
	Waits bool
	// Outlives says of what is registered for objects that the kernel doesn't take them back at the end of a driver.
	Outlives bool
	// Managed says that the kernel ends it when the life of the device has ended, Within that it ends with it.
	Managed, Within bool
	// Last says that the callback runs then, and only then.
	Last    bool
	Success Success
	// Once says that each registration leads to one call.
	Once bool
	// Never says that the call registers nothing; it says what it undoes, and if Runs has it called.
	Never, Runs bool
}

// End is a call that undoes something, and its argument that says what; -1 if it undoes all.
type End struct {
	Function string
	Arg      int
}

// Pair is the number of an argument and that of the callback's parameter that gets it, or
// has a member, if there is a name, that gets it; -1 for none.
type Pair struct {
	Arg, Param int
	Member     string
}

// Success says which results of a call mean success.
type Success string

// The ways to say so: any result, 0, another one than 0, one that isn't negative, a pointer to something.
const (
	Any         Success = ""
	Zero        Success = "zero"
	NotZero     Success = "some"
	NotNegative Success = "nt"
	NoError     Success = "ptr"
)

// Object is a call that tells the kernel of an object whose callbacks may be called then.
type Object struct {
	Function string
	Tag      string // of the object's struct
	Arg      int    // number of the argument that points to it
	Member   string // member of what the argument points to that is the object; "" for the whole
	Deref    bool   // the argument points to the pointer to the object
	Clears   bool   // the call takes the object back
	Ends     bool   // before that it ends the life of what was opened of it
	Success  Success
	Once     bool // each call leads to one call of the callback
	// Queue is the argument that has the queue on which the object waits, if the argument Delay is 0; -1 for
	// none. A call that takes objects back takes all that wait on that queue, or all whose member Of is its
	// argument, if it has a name.
	Queue, Delay int
	Of           string
	// Runs says that what waits runs first, and Stays that it isn't taken back if that armed it again; Waits that
	// it may run first, as the call waits for what has begun, and Spins that it does so without sleeping, in any context.
	Runs, Stays, Waits, Spins bool
	// Again says that the callback is called again if it returns another value than 0.
	Again bool
	// Until is the struct of the driver at whose end the kernel itself takes the object back; "" if it doesn't.
	Until string
	// Managed says that the kernel takes the object back when the life of the device has ended, if the call gets its
	// callback as argument number Callback; -1 for any.
	Managed  bool
	Callback int
	// Told is what the call's result says of the object; Asks says that the call does nothing else.
	Told Told
	Asks bool
	// Blocks says that the callback isn't called for the object, nor is the object armed by a call that may fail, until a
	// call that Unblocks.
	Blocks, Unblocks bool
	// Loses is the member of the object that is null when its callback is called; "" for none.
	Loses string
}

// Told is what the result of a call says of an object.
type Told string

// What it may say: nothing, whether it was armed, whether it wasn't, and that it isn't armed if it is 0.
const (
	Nothing Told = ""
	Armed   Told = "armed"
	Idle    Told = "idle"
	Busy    Told = "busy"
)

// Finder is a function that returns the object that a driver is bound to: its first
// argument points to the driver.
type Finder struct{ Function, Driver, Object string }

// Kinds is what is known.
type Kinds struct {
	tables  map[string]map[string]Member
	calls   []Registration
	objects []Object
	// functions are the members that have the callback of a struct's objects.
	functions map[string]string
	finds     []Finder
	gives     []Gift
	// roles are the types that say what functions of their kind are.
	roles map[string]Member
	// starts are the calls that start a table's member, by "TAG.MEMBER".
	starts map[string][]Registration
	// limits are what is known of numbers that members of tables get, by "TAG.MEMBER".
	limits map[string][]Limit
	memory []Memory
}

// Known returns the knowledge that comes with the tool.
func Known() *Kinds {
	k, err := Parse(text)
	if err != nil {
		panic(err)
	}
	return k
}

// Parse reads lines like those of kinds.txt.
func Parse(text string) (*Kinds, error) {
	k := &Kinds{tables: map[string]map[string]Member{}, functions: map[string]string{}, roles: map[string]Member{},
		starts: map[string][]Registration{}, limits: map[string][]Limit{}}
	n := 0
	for line := range strings.Lines(text) {
		n++
		line, _, _ = strings.Cut(line, "#")
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		if err := k.line(words); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
	}
	return k, nil
}

func (k *Kinds) line(words []string) error {
	switch {
	case words[0] == "table" && len(words) >= 2:
		return k.table(words[1], words[2:])
	case words[0] == "call" && len(words) >= 4:
		r, err := registration(words[1], words[2], words[3:])
		k.calls = append(k.calls, r)
		return err
	case words[0] == "starts" && len(words) >= 4:
		r, err := registration(words[1], words[2], words[3:])
		k.starts[words[2]] = append(k.starts[words[2]], r)
		return err
	case words[0] == "role" && len(words) == 3:
		return k.role(words[1], words[2])
	case (words[0] == "object" || words[0] == "forget" || words[0] == "asks") && len(words) >= 3:
		return k.object(words[0], words[1], words[2], words[3:])
	case words[0] == "finds" && len(words) == 4:
		k.finds = append(k.finds, Finder{words[1], words[2], words[3]})
		return nil
	case words[0] == "gives" && len(words) >= 4:
		return k.gift(words[1], words[2], words[3:])
	case words[0] == "limit" && len(words) == 5:
		return k.limit(words[1], words[2:])
	case words[0] == "memory" && len(words) == 3:
		return k.memoryCall(words[1], words[2])
	case words[0] == "function" && len(words) == 3:
		k.functions[words[1]] = words[2]
		return nil
	}
	return fmt.Errorf("expected table STRUCT MEMBER=ROLE..., call or starts FUNCTION WHAT OPTION..., role TYPE ROLE, object, forget or asks FUNCTION STRUCT OPTION..., finds FUNCTION DRIVER OBJECT, gives FUNCTION STRUCT.MEMBER OPTION..., limit STRUCT.MEMBER PARAMETER LOW HIGH, memory FUNCTION OPTION, or function STRUCT MEMBER")
}

func (k *Kinds) table(tag string, members []string) error {
	if k.tables[tag] != nil {
		return fmt.Errorf("table %s is here twice", tag)
	}
	ms := map[string]Member{}
	k.tables[tag] = ms
	for _, w := range members {
		name, role, ok := strings.Cut(w, "=")
		m, good := member(role)
		if !ok || !good {
			return fmt.Errorf("%q: expected MEMBER=ROLE or MEMBER=ROLE/CONTEXT", w)
		}
		ms[name] = m
	}
	return nil
}

// member reads ROLE, ROLE/CONTEXT or init/undone.
func member(text string) (m Member, ok bool) {
	if text == "init/undone" {
		return Member{Role: Init, Context: Process, Undone: true}, true
	}
	role, ctx, _ := strings.Cut(text, "/")
	m = Member{Role: Role(role), Context: context(ctx)}
	return m, known(m.Role) && m.Context != ""
}

func (k *Kinds) role(typ, text string) error {
	m, ok := member(text)
	if !ok {
		return fmt.Errorf("%q: expected ROLE or ROLE/CONTEXT", text)
	}
	k.roles[typ] = m
	return nil
}

func known(r Role) bool {
	switch r {
	case Init, Teardown, Pause, Resume, Before, After, Early, Run, Exit, Data:
		return true
	}
	return false
}

// context returns the context called name; "" for a wrong name.
func context(name string) Context {
	switch name {
	case "", "process":
		return Process
	case "atomic", "dispatch":
		return Atomic
	case "interrupt":
		return Interrupt
	case "any":
		return ProcessOrAtomic
	}
	return ""
}

func registration(function, meaning string, args []string) (Registration, error) {
	r := Registration{Function: function, Meaning: meaning, Callback: -1, Context: Process}
	for _, w := range args {
		if err := r.option(w); err != nil {
			return r, err
		}
	}
	return r, nil
}

// option reads an option of a registration.
func (r *Registration) option(w string) error {
	name, value, _ := strings.Cut(w, "=")
	member := ""
	if name == "data" {
		value, member, _ = strings.Cut(value, ".")
	}
	word, num, ok := numbered(value)
	switch {
	case w == "managed":
		r.Managed = true
	case w == "within":
		r.Within = true
	case w == "last":
		r.Last = true
	case w == "waits":
		r.Waits = true
	case w == "outlives":
		r.Outlives = true
	case w == "zero" || w == "nt" || w == "ptr":
		r.Success = Success(w)
	case w == "once":
		r.Once = true
	case w == "runs":
		r.Runs = true
	case w == "called=no":
		r.Never = true
	case name == "callback" && ok && word == "":
		r.Callback = num
	case name == "data" && ok:
		arg, err := strconv.Atoi(word)
		if err != nil {
			return fmt.Errorf("%q: expected data=ARGUMENT/PARAMETER", w)
		}
		r.Data = append(r.Data, Pair{arg, num, member})
	case name == "object" && value != "":
		r.Object = value
	case name == "end" && ok && word != "":
		r.Ends = append(r.Ends, End{word, num})
	case name == "stop" && ok && word != "":
		r.Stop, r.StopArg = word, num
	case name == "wake" && ok && word != "":
		r.Wake, r.WakeArg = word, num
	case name == "run" && context(value) != "":
		r.Context = context(value)
	default:
		return fmt.Errorf("%q: expected callback=N, data=N/N, run=CONTEXT, object=STRUCT, end=FUNCTION/N, stop=FUNCTION/N, wake=FUNCTION/N, waits, outlives, managed, within, last, called=no, runs, zero, nt, ptr or once", w)
	}
	return nil
}

// numbered reads N, or WORD/N.
func numbered(text string) (word string, n int, ok bool) {
	if i := strings.LastIndexByte(text, '/'); i >= 0 {
		word, text = text[:i], text[i+1:]
	}
	n, err := strconv.Atoi(text)
	return word, n, err == nil
}

func (k *Kinds) object(word, function, tag string, args []string) error {
	o := Object{Function: function, Tag: tag, Clears: word == "forget", Asks: word == "asks", Queue: -1, Delay: -1, Callback: -1}
	for _, w := range args {
		if !o.flag(w) && !o.option(w) {
			return fmt.Errorf("%q: expected arg=N, member=NAME, queue=N, queue=N/N, callback=N, of=NAME, until=STRUCT, loses=NAME, deref, ends, runs, stays, waits, spins, managed, blocks, unblocks, zero, some, nt, armed, idle, busy, once or again", w)
		}
	}
	k.objects = append(k.objects, o)
	return nil
}

// flag reads an option that is one word.
func (o *Object) flag(w string) bool {
	switch w {
	case "zero", "some", "nt":
		o.Success = Success(w)
	case "armed", "idle", "busy":
		o.Told = Told(w)
	case "blocks":
		o.Blocks = true
	case "unblocks":
		o.Unblocks = true
	case "deref":
		o.Deref = true
	case "ends":
		o.Ends = true
	case "runs":
		o.Runs = true
	case "stays":
		o.Stays = true
	case "waits":
		o.Waits = true
	case "spins":
		o.Waits, o.Spins = true, true
	case "managed":
		o.Managed = true
	case "once":
		o.Once = true
	case "again":
		o.Again = true
	default:
		return false
	}
	return true
}

// option reads an option with a value.
func (o *Object) option(w string) bool {
	name, value, _ := strings.Cut(w, "=")
	num, err := strconv.Atoi(value)
	switch {
	case name == "arg" && err == nil:
		o.Arg = num
	case name == "queue" && err == nil:
		o.Queue = num
	case name == "callback" && err == nil:
		o.Callback = num
	case name == "queue":
		queue, delay, ok := numbered(value)
		o.Queue, err = strconv.Atoi(queue)
		o.Delay = delay
		return ok && err == nil
	case name == "member" && value != "":
		o.Member = value
	case name == "of" && value != "":
		o.Of = value
	case name == "until" && value != "":
		o.Until = value
	case name == "loses" && value != "":
		o.Loses = value
	default:
		return false
	}
	return true
}

// Objects returns the calls that tell the kernel of objects of the struct with the tag.
func (k *Kinds) Objects(tag string) []Object {
	var list []Object
	for _, o := range k.objects {
		if o.Tag == tag {
			list = append(list, o)
		}
	}
	return list
}

// Function returns the member of a struct that has the callback; "" if there isn't one.
func (k *Kinds) Function(tag string) string { return k.functions[tag] }

// Table reports whether the struct with the tag is known.
func (k *Kinds) Table(tag string) bool { return k.tables[tag] != nil }

// Member returns how a member of a struct is called; by default, at any time in a process.
func (k *Kinds) Member(tag, member string) Member {
	if m, ok := k.tables[tag][member]; ok {
		return m
	}
	return Member{Role: Run, Context: Process}
}

// Lives reports whether objects of the struct's functions have a beginning.
func (k *Kinds) Lives(tag string) bool {
	for _, m := range k.tables[tag] {
		if m.Role == Init {
			return true
		}
	}
	return false
}

// Call returns what argument number arg of function registers.
func (k *Kinds) Call(function string, arg int) (Registration, bool) {
	for _, r := range k.calls {
		if r.Function == function && r.Callback == arg {
			return r, true
		}
	}
	return Registration{}, false
}

// Undoes returns what the call of function says that it undoes; nil if it says nothing more than its data.
func (k *Kinds) Undoes(function string) *Registration {
	i := slices.IndexFunc(k.calls, func(r Registration) bool { return r.Function == function && r.Never })
	if i < 0 {
		return nil
	}
	return &k.calls[i]
}

// Knows reports whether it is known what function registers, or hands to what it registers.
func (k *Kinds) Knows(function string) bool {
	return slices.ContainsFunc(k.calls, func(r Registration) bool { return r.Function == function }) ||
		slices.ContainsFunc(k.objects, func(o Object) bool { return o.Function == function }) ||
		slices.ContainsFunc(k.gives, func(g Gift) bool { return g.Function == function })
}

// Waits reports whether a call of function waits for callbacks, which may run then.
func (k *Kinds) Waits(function string) bool {
	return slices.ContainsFunc(k.objects, func(o Object) bool { return o.Function == function && (o.Runs || o.Waits) }) ||
		slices.ContainsFunc(k.calls, func(r Registration) bool {
			return r.Waits && (r.Stop == function || slices.ContainsFunc(r.Ends, func(e End) bool { return e.Function == function }))
		})
}

// Starts returns the calls that lead to a call of a table's member.
func (k *Kinds) Starts(tag, member string) []Registration { return k.starts[tag+"."+member] }

// Role returns how functions are called that are declared by the type's name.
func (k *Kinds) Role(typ string) (Member, bool) {
	m, ok := k.roles[typ]
	return m, ok
}

// Finders returns the functions that find the objects of a driver, by its struct.
func (k *Kinds) Finders(driver string) []Finder {
	var list []Finder
	for _, f := range k.finds {
		if f.Driver == driver {
			list = append(list, f)
		}
	}
	return list
}
