package replay

import "sort"

// Code says in a word why a path was not replayed.
type Code string

// The codes.
const (
	NoCompiler Code = "no-compiler"
	NoHost     Code = "host"
	NoMemory   Code = "memory"
	Undefined  Code = "undefined"
	NoBuild    Code = "compile"
	TimeLimit  Code = "time-limit"
	Stopped    Code = "sandbox"
	Crashed    Code = "crashed"
	Diverged   Code = "diverged"
	NoScript   Code = "no-model"
)

// codes is the closed list with what each means.
var codes = map[Code]string{
	NoCompiler: "no C compiler was found",
	NoHost:     "harnesses run on Linux for x86-64 only",
	NoMemory:   "the run needs memory at addresses that a process can't have",
	Undefined:  "every run along this path has undefined behaviour",
	NoBuild:    "the compiler doesn't take the harness",
	TimeLimit:  "the harness took too long",
	Stopped:    "the harness did something that is not allowed",
	Crashed:    "the harness crashed",
	Diverged:   "the run left the path",
	NoScript:   "the path was found without a model of all that it gets from outside",
}

// Reason is why a path was not replayed.
type Reason struct {
	Code Code
	Text string // details; the meaning of the code if empty
}

// Error returns the text, or what the code means.
func (r Reason) Error() string {
	if r.Text != "" {
		return r.Text
	}
	return codes[r.Code]
}

// Codes lists the codes with what they mean, in order.
func Codes() (list []Code, meaning map[Code]string) {
	for c := range codes {
		list = append(list, c)
	}
	sort.Slice(list, func(i, j int) bool { return list[i] < list[j] })
	return list, codes
}
