package check

import "hardbop/slic"

// Options are what the command line asks for.
type Options struct {
	Files    []string // C files
	Rules    []string // rule files; one result each
	Entry    string   // entry function; "main" if empty
	Property string   // reach, assert or label:NAME; "" if there are rules or a spec
	Spec     string   // SV-COMP property file; "" for none
	Preds    string   // predicate file to start from; "" for none
	Dump     string   // folder for each iteration's artefacts; "" for none

	Model        string // ILP32, LP64 or LLP64; LP64 if empty
	UnsignedChar bool
	Bits         bool // integers are bit vectors from the start
	Wrap         bool // signed overflow wraps instead of being assumed not to happen
	Logical      bool // the papers' memory model: *(p+i) is *p
	InitGlobals  bool // globals start from their initialisers with any entry
	Strict       bool // outstanding assumptions make the verdict UNKNOWN

	MaxIterations int
	CubeLength    int
	Exact         bool // abstract assignments exactly
	Jobs          int
	RuddBDD       bool // use the second BDD backend
	NoPropagation bool

	Defines        []string
	IncludeDirs    []string
	SystemIncludes []string
}

// EntryName returns the name of the entry function.
func (opt Options) EntryName() string { return opt.entry() }

// QuestionNames names the results that [Run] will give, in order, as far as the command
// line tells.
func (opt Options) QuestionNames() []string {
	var names []string
	for _, r := range opt.Rules {
		names = append(names, slic.RuleName(r))
	}
	if opt.Spec != "" {
		names = append(names, opt.Spec)
	}
	if opt.Property != "" {
		names = append(names, opt.Property)
	}
	return names
}
