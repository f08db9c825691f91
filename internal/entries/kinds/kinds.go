package kinds

import (
	_ "embed"
	"fmt"
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
	Early    Role = "early"
	Run      Role = "run"
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
)

// Member says how a member of a table is called.
type Member struct {
	Role    Role
	Context Context
}

// Registration is a call that registers a callback.
type Registration struct {
	Function string
	Meaning  string
	Callback int // number of the argument
	Data     int // number of the argument that is handed to the callback; -1 for none
	Param    int // number of the callback's parameter that gets it
	Context  Context
	// End is the call that undoes it with the same data, as argument number EndArg; "" for none.
	End    string
	EndArg int
	// Managed says that it ends with the life of the device.
	Managed bool
	// Zero says that only a result of 0 means success.
	Zero bool
	// Once says that each registration leads to one call.
	Once bool
}

// Object is a call that tells the kernel of an object whose callbacks may be called then.
type Object struct {
	Function string
	Tag      string // of the object's struct
	Arg      int    // number of the argument that points to it
	Member   string // member of what the argument points to that is the object; "" for the whole
	Clears   bool   // the call takes the object back
	Zero     bool   // only a result of 0 means success
	Once     bool   // each call leads to one call of the callback
}

// Kinds is what is known.
type Kinds struct {
	tables  map[string]map[string]Member
	calls   []Registration
	objects []Object
	// functions are the members that have the callback of a struct's objects.
	functions map[string]string
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
	k := &Kinds{tables: map[string]map[string]Member{}, functions: map[string]string{}}
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
		return k.call(words[1], words[2], words[3:])
	case (words[0] == "object" || words[0] == "forget") && len(words) >= 3:
		return k.object(words[0] == "forget", words[1], words[2], words[3:])
	case words[0] == "function" && len(words) == 3:
		k.functions[words[1]] = words[2]
		return nil
	}
	return fmt.Errorf("expected table STRUCT MEMBER=ROLE..., call FUNCTION MEANING OPTION..., object or forget FUNCTION STRUCT OPTION..., or function STRUCT MEMBER")
}

func (k *Kinds) table(tag string, members []string) error {
	if k.tables[tag] != nil {
		return fmt.Errorf("table %s is here twice", tag)
	}
	ms := map[string]Member{}
	k.tables[tag] = ms
	for _, w := range members {
		name, role, ok := strings.Cut(w, "=")
		role, ctx, _ := strings.Cut(role, "/")
		m := Member{Role(role), context(ctx)}
		if !ok || !known(m.Role) || m.Context == "" {
			return fmt.Errorf("%q: expected MEMBER=ROLE or MEMBER=ROLE/CONTEXT", w)
		}
		ms[name] = m
	}
	return nil
}

func known(r Role) bool {
	switch r {
	case Init, Teardown, Pause, Resume, Early, Run, Data:
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
	}
	return ""
}

func (k *Kinds) call(function, meaning string, args []string) error {
	r := Registration{Function: function, Meaning: meaning, Callback: -1, Data: -1, Context: Process}
	for _, w := range args {
		name, value, _ := strings.Cut(w, "=")
		num, err := strconv.Atoi(value)
		switch {
		case w == "managed":
			r.Managed = true
		case w == "zero":
			r.Zero = true
		case w == "once":
			r.Once = true
		case name == "callback" && err == nil:
			r.Callback = num
		case name == "data" && err == nil:
			r.Data = num
		case name == "param" && err == nil:
			r.Param = num
		case name == "end":
			end, arg, _ := strings.Cut(value, "/")
			r.End = end
			if r.EndArg, err = strconv.Atoi(arg); err != nil {
				return fmt.Errorf("%q: expected end=FUNCTION/N", w)
			}
		case name == "run" && context(value) != "":
			r.Context = context(value)
		default:
			return fmt.Errorf("%q: expected callback=N, data=N, param=N, run=CONTEXT, end=FUNCTION/N, managed, zero or once", w)
		}
	}
	k.calls = append(k.calls, r)
	return nil
}

func (k *Kinds) object(clears bool, function, tag string, args []string) error {
	o := Object{Function: function, Tag: tag, Clears: clears}
	for _, w := range args {
		name, value, _ := strings.Cut(w, "=")
		num, err := strconv.Atoi(value)
		switch {
		case w == "zero":
			o.Zero = true
		case w == "once":
			o.Once = true
		case name == "arg" && err == nil:
			o.Arg = num
		case name == "member":
			o.Member = value
		default:
			return fmt.Errorf("%q: expected arg=N, member=NAME, zero or once", w)
		}
	}
	k.objects = append(k.objects, o)
	return nil
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
	return Member{Run, Process}
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
