package check

import (
	"path/filepath"

	"hardbop/internal/cache"
	"hardbop/internal/cfront"
	"hardbop/internal/cil"
	"hardbop/internal/entries/environ"
	"hardbop/internal/pred"
	"hardbop/internal/result"
	"hardbop/internal/rules"
	"hardbop/newton"
)

// Options are what the command line asks for.
type Options struct {
	Files    []string // C files
	Rules    []string // rule files, and names and families of rules of the library; one result for each rule
	RuleDirs []string // folders with more rules for the library
	Entry    string   // entry function; "main" if empty, [AutoEntry] for a generated environment
	Entries  []string // entries to be checked one after the other, instead of Entry; none for one
	Env      string   // file with an environment to use; "" for none
	EnvOut   string   // file to write the environment to; "" for none
	Property string   // reach, assert or label:NAME; "" if there are rules or a spec
	Spec     string   // SV-COMP property file; "" for none
	Preds    string   // predicate file to start from; "" for none
	Dump     string   // folder for each iteration's artefacts; "" for none

	Model        string // ILP32, LP64 or LLP64; LP64 if empty
	UnsignedChar bool
	ShortEnums   bool // enumerations have the smallest type that holds them
	ShortWchar   bool // wchar_t has two bytes
	Bits         bool // integers are bit vectors from the start
	Wrap         bool // signed overflow wraps instead of being assumed not to happen
	// OverflowGiven is set if Wrap was chosen: flags in a database don't change it.
	OverflowGiven bool
	Logical       bool // the papers' memory model: *(p+i) is *p
	InitGlobals   bool // globals start from their initialisers with any entry
	Strict        bool // outstanding assumptions make the verdict UNKNOWN

	// Replay says what becomes of UNSAFE, ReplayOut is the file for the harness ("" for
	// none), ReplayCC the compiler for it ("" for the host's).
	Replay              ReplayMode
	ReplayOut, ReplayCC string

	// Certify says that SAFE counts only with a certificate that is accepted; Certificate is the
	// file to write it to ("" for none).
	Certify     bool
	Certificate string

	MaxIterations int
	CubeLength    int
	Exact         bool // abstract assignments exactly
	NoDomains     bool // no variable has a finite domain
	Jobs          int
	RuddBDD       bool // use the second BDD backend
	NoPropagation bool
	NoSlice       bool // keep statements that no condition depends on
	// Inline is the limit of nodes of functions whose calls become their bodies; 0 for none,
	// [InlineAuto] for what the encoding asks for.
	Inline   int
	Encoding Encoding
	// Refine says where new predicates come from; "" leaves that to the encoding.
	Refine newton.Refine
	// Minimize says how predicates are chosen; MaxSub and MaxElm bound the search for few.
	Minimize       Minimize
	MaxSub, MaxElm int
	// Proof gets the result of a proof while fewer predicates are looked for that may be enough,
	// the latest as long as there is no answer; nil for nobody.
	Proof func(*result.Result, Stats)
	// Safe is told when a question is SAFE, if a certificate of it is found; nil for nobody.
	Safe func()
	// Evidence asks for results with evidence. Round gets each round of the loop; nil for nobody.
	Evidence bool
	Witness  bool // the evidence is for a witness too
	Round    func(result.Round)
	// Queries is told after each round how many more queries were put; nil for nobody.
	Queries func(more int)
	// Cache has what earlier runs found out, and gets what this one does; nil for none.
	Cache  *cache.Dir
	recall *recall // of a question
	afresh bool    // predicates of earlier runs are left out
	// Defects is how many defects of a question are looked for, one after the other: 0 is one, and
	// less than 0 all. See [defect]. Those that are Accepted don't count; nil is for none.
	Defects  int
	Accepted func(*result.Result) bool
	// Ended is told that a question has all its answers, and whether these are all its defects;
	// nil for nobody.
	Ended func(all bool)
	// Hint gets what may be missing of the program, in words; nil for nobody.
	Hint func(text string)
	// Ahead is told answers that are known ahead of their turn, in which they are handed over, with the number of
	// the question; nil for nobody.
	Ahead  func(question int, r *result.Result)
	absent bool            // only what takes no search is answered: see ahead.go
	known  map[defect]bool // those that were found already
	// anyMemory says that what others store while a function waits may be any pointer, not new memory only: see storedElsewhere.
	anyMemory bool
	// budget bounds the loop; nothing but MaxIterations does without it.
	budget budget
	// more is asked for another bound where the questions of the budget are used up; nil for none.
	more func(queries int) int

	Database string // compilation database, .cmd file, or their folder; "" for none
	CC       string // compiler to ask for its macros and headers; "" for none
	NoStdInc bool   // don't look for the system's headers

	Defines        []string // NAME or NAME=VALUE; "-NAME" undefines
	IncludeDirs    []string
	SystemIncludes []string
	Forced         []string // files that are included before each file

	Models   []string // files with models of functions that the program doesn't define
	NoModels bool     // leave out the models that come with the tool

	// Since is a revision of the files' git repository: only what isn't as it was then is checked; "" for
	// all. See since.go. SinceAlso are files besides those of the program that what counts depends on.
	Since     string
	SinceAlso []string

	// Flags are those of each of Files, as Settle found them; without them the four lists
	// above count.
	Flags []*cfront.Flags

	// Answered is how many questions, from the first on, have their answers already, and aren't asked.
	Answered int

	// Tool is its name and version, Given are the options of the command line that a result may depend
	// on, Solver returns the prover's version (nil if that is of no interest): they end up in results.
	Tool   string
	Given  []string
	Solver func() string
	// Inputs gets the files that are read; nil for nobody. Told is told of what the next results come from as
	// soon as the program is read; nil for nobody.
	Inputs *Inputs
	Told   func(*result.Provenance)

	// texts are those of files with a witness in them; others are read, by readFile unless it is nil.
	texts    map[string][]byte
	readFile func(name string) ([]byte, error)
	// first has the predicates to start with instead of those of Preds; nil for those.
	first func(*cil.Program) []*pred.Pred

	database      []string // files that say how Files are compiled
	predefined    string   // macros of CC
	systemFolders []string // of the host, or of CC

	// trees are those of Files, if they are read more than once.
	trees *cfront.Trees
	// reads are the files that were read for programs to be kept; nil if none are.
	reads *reads
	// touched are those that were read or looked for, if versions are compared; nil if none are.
	touched *touched
	// last is set for the last question: the trees aren't needed any more when it is read.
	last bool
	// entryOption is the option that Entry comes from, if it isn't --entry.
	entryOption string
	// environment is what Entry or Env ask for, once it is made.
	environment *environ.Environment
}

// Encoding says what is abstracted at once.
type Encoding string

// The encodings: statement by statement, loop-free fragments, or both in turn.
const (
	Small Encoding = "small"
	Large Encoding = "large"
	Auto  Encoding = "auto"
)

// InlineAuto leaves the limit of functions whose calls become their bodies to the encoding.
const InlineAuto = -1

// largeInline is that limit for large blocks, which calls cut.
const largeInline = 5000

// inlineLimit is the limit of functions whose calls become their bodies.
func (opt Options) inlineLimit() int {
	switch {
	case opt.Inline != InlineAuto:
		return opt.Inline
	case opt.Encoding == Large:
		return largeInline
	}
	return 0
}

// minimizes reports whether few predicates are looked for.
func (opt Options) minimizes() bool { return opt.Minimize == Greedy || opt.Minimize == Optimal }

// refine says where new predicates come from.
func (opt Options) refine() newton.Refine {
	switch {
	case opt.Refine != "":
		return opt.Refine
	case opt.Encoding == Large:
		return newton.Interpolate
	}
	return newton.Both
}

// EntryName returns the name of the entry function.
func (opt Options) EntryName() string {
	if opt.Env != "" || opt.Entry == AutoEntry {
		return AutoEntry
	}
	return opt.entry()
}

// Asked is a question: a rule or property, and where runs start.
type Asked struct{ Property, Entry string }

// SetText gives the text of one of Files, which is not read then.
func (opt *Options) SetText(file string, text []byte) {
	opt.texts = map[string][]byte{file: text}
}

// Asked lists the questions to which [Run] will give results, in order, as far as the
// command line tells.
func (opt Options) Asked() []Asked {
	var asked []Asked
	for _, o := range opt.each() {
		for _, n := range o.questionNames() {
			asked = append(asked, Asked{n, o.EntryName()})
		}
	}
	return asked
}

// each returns the options for each entry.
func (opt Options) each() []Options {
	if len(opt.Entries) == 0 {
		return []Options{opt}
	}
	var list []Options
	for _, e := range opt.Entries {
		o := opt
		o.Entry = e
		list = append(list, o)
	}
	return list
}

// questionNames names the rules and properties. A rule that is named several times is one.
func (opt Options) questionNames() []string {
	var names []string
	seen := map[string]bool{}
	for _, word := range opt.Rules {
		for _, n := range opt.ruleNames(word) {
			if k := ruleKey(word, n); !seen[k] {
				seen[k] = true
				names = append(names, n)
			}
		}
	}
	if opt.Spec != "" {
		names = append(names, opt.Spec)
	}
	if opt.Property != "" {
		names = append(names, opt.Property)
	}
	return names
}

// ruleKey tells rules apart: a word of the command line means a file, or rules of the library.
func ruleKey(word, name string) string {
	if rules.IsFile(word) {
		return filepath.Clean(word)
	}
	return name
}

// ruleNames returns the names of the rules that word means.
func (opt Options) ruleNames(word string) []string {
	if rules.IsFile(word) {
		return []string{rules.FileRuleName(word)}
	}
	lib, err := rules.For([]string{word}, opt.RuleDirs...)
	if err != nil {
		return []string{word}
	}
	found, err := lib.Select(word)
	if err != nil {
		return []string{word}
	}
	var names []string
	for _, r := range found {
		names = append(names, r.Name)
	}
	return names
}

// FindRules returns the rules that opt asks for, in order, each once.
func (opt Options) FindRules() ([]*rules.Rule, error) {
	if len(opt.Rules) == 0 {
		return nil, nil
	}
	lib, err := rules.For(opt.Rules, opt.RuleDirs...)
	if err != nil {
		return nil, err
	}
	var all []*rules.Rule
	seen := map[string]bool{}
	for _, word := range opt.Rules {
		found, err := lib.Find(word)
		if err != nil {
			return nil, err
		}
		for _, r := range found {
			if k := ruleKey(word, r.Name); !seen[k] {
				seen[k] = true
				all = append(all, r)
			}
		}
	}
	return all, nil
}
