package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"hardbop/internal/cache"
	"hardbop/internal/check"
	"hardbop/internal/config"
	"hardbop/internal/obs"
	"hardbop/internal/predmin"
	"hardbop/internal/report"
	"hardbop/internal/result"
	"hardbop/internal/source"
	"hardbop/internal/supervise"
	"hardbop/newton"
)

const checkUsage = `usage: hardbop check FILE.c... --rule RULE [options]
       hardbop check FILE.c... --property reach|assert|label:NAME [options]
       hardbop check FILE.c... --spec FILE.prp [options]

Checks a C program against each rule, or a property, along all paths.
Exit code: 0 SAFE, 1 UNSAFE, 2 UNKNOWN, 3 wrong input or command line, 4 internal
error, 130 interrupted; of several results the gravest, in the order 4, 3, 1, 2, 0.

`

// checkFlags are the options of check.
type checkFlags struct {
	opt             check.Options
	ints            string
	overflow        string
	undefines       []string
	memoryModel     string
	globals         string
	abstraction     string
	bdd             string
	timeout, memory string
	format, stats   string
	html, color     string
	witness         string
	full            bool
	waivers         string
	replay          string
	quiet           bool
	allEntries      bool
	allDefects      bool
	baseline        string
	cache           string
	cacheSize       string
	bugReport       string
	given           []option // those that a result may depend on
	config          string
	noConfig        bool
	settings        *config.File
	origins         map[string]source.Pos // of the options that the settings set
	sarif, json     string
	failOn          string
	progress        string
	verbose         bool
	stdin           []byte // the program, if it comes from there
	terse           bool   // print nothing but what isn't right
}

func newCheckFlags(name, usage string, std streams) (*pflag.FlagSet, *checkFlags) {
	f := &checkFlags{}
	fs := newFlagSet(name, usage, std)
	f.programFlags(fs)
	return fs, f
}

// programFlags are those that say what the program is and means.
func (f *checkFlags) programFlags(fs *pflag.FlagSet) {
	o := &f.opt
	fs.StringArrayVar(&o.Entries, "entry", nil, "`FUNCTION|auto`: the function where runs start (default main), or a generated environment that calls what the driver registers; check takes several")
	fs.StringVar(&o.Env, "env", "", "start in the environment in `FILE`, as --env-out wrote it or changed since")
	fs.StringVar(&o.EnvOut, "env-out", "", "write the environment to `FILE`")
	f.sourceFlags(fs)
	f.semanticFlags(fs)
	fs.IntVar(&o.Inline, "inline", check.InlineAuto, "put the bodies of functions of up to `N` nodes in the place of their calls; 0 puts none, -1 is 0, with large blocks 5000")
	fs.StringVar((*string)(&o.Encoding), "encoding", string(check.Auto), "`small|large|auto`: abstract statement by statement, loop-free fragments as a whole, or first these, for a few steps")
	fs.IntVar(&o.CubeLength, "cube-length", 3, "the longest conjunction of predicates that the prover is asked about is `N`; 0 is no limit")
	fs.BoolVar(&o.NoDomains, "no-finite-domain", false, "give no variable a finite domain: each comparison is a predicate of its own")
	fs.StringVar(&f.abstraction, "abstraction", "cartesian", "`cartesian|exact`: an assignment is abstracted for each predicate alone, or for all together")
}

// semanticFlags are those that say what statements mean.
func (f *checkFlags) semanticFlags(fs *pflag.FlagSet) {
	o := &f.opt
	fs.StringVar(&f.ints, "ints", "math", "`math|bits`: integers are mathematical ones with wrapping, or bit vectors")
	fs.StringVar(&f.overflow, "overflow", "", "`assume|wrap`: it is assumed that there is no signed overflow, or it wraps (default assume, or what the database says)")
	fs.StringVar(&f.memoryModel, "memory-model", "typed", "`typed|logical`: in the logical model *(p+i) is *p")
	fs.StringVar(&f.globals, "globals", "auto", "`auto|init`: with an entry other than main, globals start arbitrary, or from their initialisers")
	fs.BoolVar(&o.NoPropagation, "no-propagation", false, "don't propagate constants before abstraction")
	fs.BoolVar(&o.NoSlice, "no-slice", false, "keep the assignments that no condition depends on")
}

// sourceFlags are those that say how the C files are compiled.
func (f *checkFlags) sourceFlags(fs *pflag.FlagSet) {
	o := &f.opt
	fs.StringVarP(&o.Database, "database", "p", "", "compile the files as `DIR` says, a folder with a compile_commands.json or Kbuild's .cmd files, or such a file")
	fs.StringVar(&o.CC, "cc", "", "ask the compiler `CC` for its predefined macros and its folders of headers")
	fs.StringArrayVarP(&o.Defines, "define", "D", nil, "`NAME[=VALUE]`: define a macro")
	fs.StringArrayVarP(&f.undefines, "undefine", "U", nil, "undefine the macro `NAME`")
	fs.StringArrayVarP(&o.IncludeDirs, "include", "I", nil, "search `DIR` for headers")
	fs.StringArrayVar(&o.SystemIncludes, "isystem", nil, "search `DIR` for system headers")
	fs.StringArrayVar(&o.Forced, "force-include", nil, "include `FILE` before each file")
	fs.BoolVar(&o.NoStdInc, "nostdinc", false, "don't look for the system's headers")
	fs.StringVar(&o.Model, "data-model", "", "`MODEL`: sizes of C's types: ILP32, LP64 or LLP64 (default LP64, or what the database says)")
	fs.StringArrayVar(&o.Models, "model", nil, "use the functions in `FILE.c` for those that the program declares and doesn't define")
	fs.BoolVar(&o.NoModels, "no-models", false, "don't use the models of library functions that come with the tool")
	fs.BoolVar(&o.UnsignedChar, "unsigned-char", false, "plain char is unsigned")
	fs.BoolVar(&o.ShortEnums, "short-enums", false, "enumerations have the smallest type that holds them")
}

// settle finishes the options by what the database and the system say, and tells the user
// what was not used.
func (f *checkFlags) settle(name string, std streams) error {
	if err := f.takeStdin(std); err != nil {
		return err
	}
	notes, err := f.opt.Settle(context.Background())
	for _, n := range notes {
		fmt.Fprintf(std.err, "hardbop %s: %s\n", name, source.Printable(n))
	}
	return err
}

// resolve checks the values that pflag doesn't and finishes the options.
func (f *checkFlags) resolve() error {
	pick := func(flag, value string, dst *bool, no, yes string) error {
		if value != no && value != yes {
			return fmt.Errorf("--%s %q: expected %s or %s", flag, value, no, yes)
		}
		*dst = value == yes
		return nil
	}
	o := &f.opt
	if len(o.Entries) == 1 {
		o.Entry, o.Entries = o.Entries[0], nil
	}
	o.OverflowGiven = f.overflow != ""
	for _, err := range []error{
		pick("ints", f.ints, &o.Bits, "math", "bits"),
		pick("overflow", orElse(f.overflow, "assume"), &o.Wrap, "assume", "wrap"),
		pick("memory-model", f.memoryModel, &o.Logical, "typed", "logical"),
		pick("abstraction", f.abstraction, &o.Exact, "cartesian", "exact"),
		pick("globals", f.globals, &o.InitGlobals, "auto", "init"),
	} {
		if err != nil {
			return err
		}
	}
	if o.Inline < check.InlineAuto {
		return fmt.Errorf("--inline %d: expected -1 or more", o.Inline)
	}
	if o.Encoding != check.Small && o.Encoding != check.Large && o.Encoding != check.Auto {
		return fmt.Errorf("--encoding %q: expected %s, %s or %s", o.Encoding, check.Small, check.Large, check.Auto)
	}
	if err := checkRefine(o.Refine); err != nil {
		return err
	}
	if o.CubeLength < 0 {
		return fmt.Errorf("--cube-length %d: expected 0 or more", o.CubeLength)
	}
	if o.CubeLength == 0 {
		o.CubeLength = -1
	}
	return f.macros()
}

// macros finishes the list of macros.
func (f *checkFlags) macros() error {
	o := &f.opt
	for _, u := range f.undefines {
		o.Defines = append(o.Defines, "-"+u)
	}
	for _, d := range o.Defines {
		if d = strings.TrimPrefix(d, "-"); !macroName.MatchString(d) {
			return fmt.Errorf("--define %q: expected NAME or NAME=VALUE", d)
		}
	}
	return nil
}

// orElse is s, or other if s is empty.
func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

// macroName matches what --define takes.
var macroName = regexp.MustCompile(`^[A-Za-z_]\w*(\([\w, .]*\))?(=|$)`)

// checkCommandFlags are the options of check.
func checkCommandFlags(name, usage string, std streams) (*pflag.FlagSet, *checkFlags) {
	fs, f := newCheckFlags(name, usage, std)
	o := &f.opt
	fs.StringArrayVar(&o.Rules, "rule", nil, "check the `RULE`: a file NAME.slic, a rule of the library such as linux/mutex, or a family such as linux or linux/*; one result for each")
	rulesDirFlag(fs, o)
	fs.StringVar(&o.Property, "property", "", "`reach|assert|label:NAME`: check that no error function is called, no assertion fails, or the label isn't reached")
	fs.StringVar(&o.Spec, "spec", "", "check the SV-COMP property in `FILE.prp`")
	fs.StringVar(&o.Preds, "preds", "", "start with the predicates in `FILE`")
	fs.StringVar(&o.Dump, "dump", "", "leave each iteration's Boolean program, paths and predicates in `DIR`")
	f.replayFlags(fs)
	fs.BoolVar(&o.Certify, "certify", false, "SAFE counts only with a certificate that a separate checker accepts; else it is UNKNOWN")
	fs.StringVar(&o.Certificate, "certificate", "", "write the certificate of SAFE to `FILE`, and check it as --certify does")
	fs.IntVar(&o.MaxIterations, "max-iterations", 500, "give up after `N` iterations")
	fs.BoolVar(&o.Strict, "strict", false, "a verdict that rests on assumptions is UNKNOWN")
	refineFlag(fs, o)
	minimizeFlags(fs, o)
	jobsFlag(fs, o)
	fs.StringVar(&f.bdd, "bdd", "native", "`native|rudd`: decision diagrams by our own kernel or by rudd")
	fs.StringVar(&f.timeout, "timeout", "", "`T`: limit of wall time, such as 60, 90s, 5m")
	fs.StringVar(&f.memory, "memory", "", "`M`: limit of memory, such as 2000 (MB) or 4G")
	fs.StringVar(&f.format, "format", "text", "`text|json|sarif|gcc|svcomp`: how results are printed")
	fs.BoolVar(&f.full, "full", false, fullUsage)
	colorFlag(fs, &f.color)
	fs.StringVar(&f.html, "html", "", htmlUsage)
	fs.StringVar(&f.witness, "witness", "", "write a witness of the verdict, in SV-COMP's format 2.0, to `FILE`")
	fs.BoolVar(&f.allDefects, "all-defects", false, "look for all defects, not only the first: one result for each place that violates the rule or property")
	fs.IntVar(&o.Defects, "max-defects", 1, "look for up to `N` defects")
	fs.StringVar(&f.cache, "cache", "", "keep what makes the next run faster in `DIR`: predicates, abstractions and answers of the prover, never verdicts")
	fs.StringVar(&f.cacheSize, "cache-size", "1G", "`M`: the oldest entries of the cache go when it is larger")
	fs.StringVar(&f.baseline, "baseline", "", "the defects in `FILE`, which an earlier run printed as JSON, are known: only others count")
	fs.StringVar(&f.waivers, "waivers", "", waiversUsage)
	fs.StringVar(&f.bugReport, "bug-report", "", bugReportUsage)
	fs.StringVar(&o.Since, "changed-since", "", "check only what isn't as it was at the revision `REV` of the files' git repository: the others are NOT-CHECKED")
	fs.StringVar(&f.stats, "stats", "", "write time, memory and counters as JSON to `FILE`")
	fs.BoolVar(&f.allEntries, "all-entries", false, "one result for each function that hardbop entries lists, as the entry")
	f.outputFlags(fs)
	fs.StringVar(&f.failOn, "fail-on", "unknown", "`unsafe|unknown|never`: exit with 0 unless a verdict is UNSAFE, or UNSAFE or UNKNOWN, or whatever the verdicts are")
	fs.StringVar(&f.progress, "progress", "text", "`text|json|none`: how the run goes on, on the standard error: lines for people, a JSON object in a line for each event, or nothing")
	fs.BoolVarP(&f.quiet, "quiet", "q", false, "no progress lines")
	fs.BoolVarP(&f.verbose, "verbose", "v", false, "say which stage begins when, and which versions are used")
	f.configFlags(fs)
	return fs, f
}

func parseCheck(args []string, std streams) (*checkFlags, int) {
	fs, f := checkCommandFlags("check", checkUsage, std)
	err := parseArgs(fs, args)
	if err == pflag.ErrHelp {
		return nil, exitOK
	}
	if err == nil {
		if err := f.configure(fs, always); err != nil {
			return nil, failed(std, "check", err)
		}
		err = f.completeCheck(fs, false)
	}
	if err == nil {
		err = f.takeStdin(std)
	}
	if err != nil {
		return nil, complainUsage(std, "check", err)
	}
	return f, -1
}

// completeCheck looks at the values that pflag doesn't. Where they are only shown there need be no files.
func (f *checkFlags) completeCheck(fs *pflag.FlagSet, shown bool) error {
	o := &f.opt
	if o.Files = fs.Args(); len(o.Files) == 0 && f.settings.Get("files") != nil {
		o.Files = f.settings.Get("files").Values
	}
	if f.quiet && !fs.Changed("progress") {
		f.progress = "none"
	}
	f.recordOptions(fs)
	err := f.resolve()
	switch {
	case err != nil:
	case len(o.Files) == 0 && !shown:
		err = fmt.Errorf("no C files given")
	case f.allEntries && (len(o.Entries) > 0 || o.Entry+o.Env != ""):
		err = fmt.Errorf("--all-entries goes without --entry and --env")
	case !slices.Contains(resultFormats(), f.format):
		err = fmt.Errorf("--format %q: expected %s", f.format, strings.Join(resultFormats(), ", "))
	case f.bdd != "native" && f.bdd != "rudd":
		err = fmt.Errorf("--bdd %q: expected native or rudd", f.bdd)
	case o.Defects < 1:
		err = fmt.Errorf("--max-defects %d: expected a positive number", o.Defects)
	case (f.allDefects || o.Defects > 1) && o.Dump+o.ReplayOut != "":
		err = fmt.Errorf("--all-defects and --max-defects go without --dump and --replay-out: there would be one for each defect")
	case o.MaxIterations < 1:
		err = fmt.Errorf("--max-iterations %d: expected a positive number", o.MaxIterations)
	case f.failOn != "unsafe" && f.failOn != "unknown" && f.failOn != "never":
		err = fmt.Errorf("--fail-on %q: expected unsafe, unknown or never", f.failOn)
	case f.progress != "text" && f.progress != "json" && f.progress != "none":
		err = fmt.Errorf("--progress %q: expected text, json or none", f.progress)
	default:
		_, err = parseSize("cache-size", f.cacheSize)
		err = errors.Join(err, f.checkReplay(), checkMinimize(o), checkJobs(o.Jobs), checkColor(f.color), f.checkWitness(), f.checkOutputs())
	}
	o.RuddBDD = f.bdd == "rudd"
	for _, name := range append([]string{f.waivers, f.baseline}, f.settingsFiles()...) {
		if name != "" {
			o.SinceAlso = append(o.SinceAlso, name)
		}
	}
	if f.allDefects && !fs.Changed("max-defects") {
		o.Defects = -1
	}
	return err
}

// resultFormats lists how results can be printed.
func resultFormats() []string { return []string{"text", "json", "sarif", "gcc", "svcomp"} }

// replayFlags adds the options that say how paths are replayed.
func (f *checkFlags) replayFlags(fs *pflag.FlagSet) {
	fs.StringVar(&f.replay, "replay", "auto", "`auto|off|require`: run UNSAFE's error path as a compiled program if there is a compiler, or never, or make it UNKNOWN if that fails")
	fs.StringVar(&f.opt.ReplayOut, "replay-out", "", "write the C program that goes UNSAFE's error path to `FILE`")
	fs.StringVar(&f.opt.ReplayCC, "replay-cc", "", "compile that program with `CC` (default cc or gcc)")
}

// checkReplay looks at them.
func (f *checkFlags) checkReplay() error {
	if f.opt.Replay = check.ReplayMode(f.replay); !f.opt.Replay.Valid() {
		return fmt.Errorf("--replay %q: expected auto, off or require", f.replay)
	}
	return nil
}

func jobsFlag(fs *pflag.FlagSet, o *check.Options) {
	fs.IntVarP(&o.Jobs, "jobs", "j", 1, "abstract with `N` threads; the result doesn't depend on it")
}

// refineFlag adds the option that says where predicates come from.
func refineFlag(fs *pflag.FlagSet, o *check.Options) {
	fs.StringVar((*string)(&o.Refine), "refine", "", "`newton|interpolate|both`: find predicates by explaining error paths, by interpolants as far as there are any, or by those only where explanations don't do (default both, with large blocks interpolate)")
}

// minimizeFlags adds the options that say how predicates are chosen.
func minimizeFlags(fs *pflag.FlagSet, o *check.Options) {
	limits := predmin.DefaultLimits()
	fs.StringVar((*string)(&o.Minimize), "minimize", string(check.KeepAll), "`none|greedy|optimal`: go on with all predicates that were found, or with few that rule out all error paths so far: none of which can be left out, or as few as there are")
	fs.IntVar(&o.MaxSub, "max-sub", limits.Sub, "with --minimize=optimal, try up to `N` sets of predicates for each error path")
	fs.IntVar(&o.MaxElm, "max-elm", limits.Elm, "with --minimize=optimal, find up to `N` sets of predicates for each error path")
}

func checkMinimize(o *check.Options) error {
	switch o.Minimize {
	case check.KeepAll:
		return nil
	case check.Greedy, check.Optimal:
	default:
		return fmt.Errorf("--minimize %q: expected %s, %s or %s", o.Minimize, check.KeepAll, check.Greedy, check.Optimal)
	}
	switch {
	case o.Encoding == check.Large:
		return fmt.Errorf("--minimize=%s goes with --encoding=small: a path through large blocks stands for many paths", o.Minimize)
	case o.MaxSub < 1:
		return fmt.Errorf("--max-sub %d: expected a positive number", o.MaxSub)
	case o.MaxElm < 1:
		return fmt.Errorf("--max-elm %d: expected a positive number", o.MaxElm)
	}
	return nil
}

func checkRefine(r newton.Refine) error {
	switch r {
	case "", newton.Explain, newton.Interpolate, newton.Both:
		return nil
	}
	return fmt.Errorf("--refine %q: expected %s, %s or %s", r, newton.Explain, newton.Interpolate, newton.Both)
}

func checkJobs(n int) error {
	if n < 1 {
		return fmt.Errorf("--jobs %d: expected a positive number", n)
	}
	return nil
}

func complainUsage(std streams, cmd string, err error) int {
	fmt.Fprintf(std.err, "hardbop %s: %v\n(hardbop %s --help explains)\n", cmd, err, cmd)
	return exitInput
}

// runCheck is the command check: the parent starts and watches a child that does it.
func runCheck(args []string, std streams) int {
	f, code := parseCheck(args, std)
	if code >= 0 {
		return code
	}
	if std.child != nil {
		return checkInChild(f, std)
	}
	f.sayConfig("check", std)
	return checkSupervised(append([]string{"check"}, args...), f, std)
}

// openCache opens the folder of --cache; nil if there is none.
func (f *checkFlags) openCache(solver string) (*cache.Dir, error) {
	if f.cache == "" {
		return nil, nil
	}
	size, err := parseSize("cache-size", f.cacheSize)
	if err != nil {
		return nil, err
	}
	build, err := buildID()
	if err != nil {
		return nil, err
	}
	d, err := cache.Open(f.cache, size, build+solver)
	if err != nil {
		return nil, fmt.Errorf("--cache: %w", err)
	}
	return d, nil
}

// Kinds of events that the child of check sends.
const (
	eventProgress      = "progress"       // a line for people
	eventResult        = "result"         // a result.Result
	eventCounters      = "counters"       // a check.Stats
	eventProof         = "proof"          // a result.Result, unless there is another while there is time
	eventProofCounters = "proof counters" // its check.Stats
	eventRound         = "round"          // a result.Round of the next question
	eventEvidence      = "evidence"       // a result.Evidence of the latest result
	eventAsked         = "asked"          // the list of questions, where the command line doesn't tell
	eventProvenance    = "provenance"     // a result.Provenance of the results of the next question
	eventRead          = "read"           // a readNow
	eventEnded         = "ended"          // a question has all its answers; whether these are all its defects
)

// progressWriter sends lines to the parent.
type progressWriter struct{ child *supervise.Child }

func (w progressWriter) Write(p []byte) (int, error) {
	w.child.Send(eventProgress, string(p))
	return len(p), nil
}

// checkInChild does the work and sends the results to the parent.
func checkInChild(f *checkFlags, std streams) int {
	env := obs.NewEnv(progressWriter{std.child}, std.child.Stage)
	tellIterations(f, env, std)
	prover := loadProver(f.cache == "") // with a cache most questions are answered by that
	f.opt.Solver, f.opt.Inputs = prover.version, &check.Inputs{}
	tellRead := func() {
		if f.bugReport != "" {
			std.child.Send(eventRead, f.read())
		}
	}
	defer tellRead() // however far it came
	f.opt.Told = func(p *result.Provenance) {
		std.child.Send(eventProvenance, p)
		tellRead()
	}
	err := f.settle("check", std)
	if err != nil {
		return failed(std, "check", err)
	}
	if f.allEntries {
		names, err := check.EntryNames(f.opt)
		if err != nil {
			return failed(std, "check", err)
		}
		f.opt.Entries = names
		std.child.Send(eventAsked, f.opt.Asked())
	}
	f.opt.Evidence, f.opt.Witness = f.html+f.witness != "", f.witness != ""
	f.opt.Round = func(r result.Round) { std.child.Send(eventRound, r) }
	f.opt.Proof = func(r *result.Result, st check.Stats) {
		std.child.Send(eventProof, r)
		std.child.Send(eventProofCounters, st)
	}
	if f.opt.Cache, err = f.openCache(prover.version()); err != nil {
		return failed(std, "check", err)
	}
	if f.opt.Accepted, err = f.accepted(); err != nil {
		return failed(std, "check", err)
	}
	f.opt.Ended = func(all bool) { std.child.Send(eventEnded, all) }
	err = check.Run(context.Background(), f.opt, prover.open, env, func(r *result.Result, st check.Stats) {
		std.child.Send(eventResult, r)
		if r.Evidence != nil {
			std.child.Send(eventEvidence, r.Evidence)
		}
		std.child.Send(eventCounters, st)
	})
	if err != nil {
		return failed(std, "check", err)
	}
	return exitOK
}

// session is what the parent hears.
type session struct {
	f         *checkFlags
	std       streams
	questions []check.Asked
	results   []*result.Result
	ended     int // questions that have all their answers
	first     int // of results: the first of the next question
	counted   check.Stats
	proof     *result.Result // of the next question, while fewer predicates are looked for
	proved    check.Stats
	rounds    []result.Round     // of the next question
	from      *result.Provenance // of the results of the next question
	read      readNow
	log       strings.Builder // what was said, for a bug report
	tell      *narrator
}

// endless are the reasons that a loop which never stops to bring new error paths ends in.
var endless = map[string]bool{"timeout": true, "memory": true, "iterations": true, "no-progress": true, "interrupted": true}

func (s *session) on(kind string, data json.RawMessage) {
	switch kind {
	case eventProgress:
		var line string
		_ = json.Unmarshal(data, &line)
		s.log.WriteString(line)
		s.tell.line(line)
	case eventIteration:
		var it obs.Iteration
		if json.Unmarshal(data, &it) == nil {
			s.tell.iteration(it)
		}
	case eventProvenance:
		s.from = nil
		_ = json.Unmarshal(data, &s.from)
	case eventRead:
		s.read = readNow{}
		_ = json.Unmarshal(data, &s.read)
	case eventAsked:
		var asked []check.Asked
		if json.Unmarshal(data, &asked) == nil {
			s.questions = asked
		}
	case eventResult:
		r := &result.Result{}
		if json.Unmarshal(data, r) == nil {
			r.Evidence = &result.Evidence{Rounds: s.rounds}
			if r.Reason != nil && endless[r.Reason.Code] {
				r.Reason.Loop = result.Diverges(s.rounds)
			}
			s.results, s.proof, s.rounds = append(s.results, r), nil, nil
		}
	case eventRound:
		var r result.Round
		if json.Unmarshal(data, &r) == nil {
			s.rounds = append(s.rounds, r)
		}
	case eventEvidence:
		if n := len(s.results); n > 0 {
			_ = json.Unmarshal(data, s.results[n-1].Evidence)
		}
	case eventProof:
		r := &result.Result{}
		if json.Unmarshal(data, r) == nil {
			s.proof = r
		}
	case eventEnded:
		all := false
		_ = json.Unmarshal(data, &all)
		s.end(all)
	case eventProofCounters:
		s.proved = check.Stats{}
		_ = json.Unmarshal(data, &s.proved)
	case eventCounters:
		var st check.Stats
		if json.Unmarshal(data, &st) == nil {
			s.counted.Queries += st.Queries
			if st.Chosen >= s.counted.Chosen {
				s.counted.Sizes = st.Sizes
			}
		}
	}
}

// checkSupervised runs the child, prints what it found, and fills in what it didn't.
func checkSupervised(args []string, f *checkFlags, std streams) int {
	timeout, err := parseDuration(f.timeout)
	if err != nil {
		return complainUsage(std, "check", err)
	}
	memory, err := parseBytes(f.memory)
	if err != nil {
		return complainUsage(std, "check", err)
	}
	ok, err := readAccepted(f)
	if err != nil {
		return failed(std, "check", err)
	}
	tell, std := f.narrate(std)
	s := &session{f: f, std: std, questions: f.opt.Asked(), tell: tell}
	watch := obs.Start()
	job := supervise.Job{Args: args, Timeout: timeout, Memory: memory, Stop: std.stop, OnEvent: s.on, OnStage: tell.stage}
	if f.stdin != nil {
		job.Stdin = bytes.NewReader(f.stdin)
	}
	out, err := supervise.Run(job)
	if err != nil {
		fmt.Fprintf(std.err, "hardbop check: can't start: %v\n", err)
		return tell.end(exitInternal)
	}
	code := s.childEnded(out)
	s.log.WriteString(out.Stderr)
	s.accept(ok)
	return tell.end(s.write(code, args, watch, out))
}

// write prints the results, writes what else was asked for, and returns the exit code.
func (s *session) write(code int, args []string, watch obs.Stopwatch, out *supervise.Outcome) int {
	std := s.std
	for _, r := range s.results {
		s.tell.result(r)
	}
	if err := s.print(); err != nil {
		return failed(std, "check", fmt.Errorf("printing the results: %w", err))
	}
	if err := s.also(); err != nil {
		return failed(std, "check", err)
	}
	if err := s.page(); err != nil {
		return failed(std, "check", fmt.Errorf("--html: %w", err))
	}
	if err := s.witness(args); err != nil {
		return failed(std, "check", fmt.Errorf("--witness: %w", err))
	}
	if err := writeStats(std, s.f.stats, watch, out, s.counted); err != nil {
		return failed(std, "check", fmt.Errorf("--stats: %w", err))
	}
	code = s.f.lenient(gravest(code, s.results))
	if err := s.bugReport(code); err != nil {
		return failed(std, "check", fmt.Errorf("--bug-report: %w", err))
	}
	return code
}

// lenient is the exit code where --fail-on asks for less.
func (f *checkFlags) lenient(code int) int {
	if code == exitUnknown && f.failOn == "unsafe" || (code == exitUnknown || code == exitUnsafe) && f.failOn == "never" {
		return exitOK
	}
	return code
}

// childEnded turns the child's end into results for the questions that it left open, and
// returns the exit code that it stands for; 0 if the results decide.
func (s *session) childEnded(out *supervise.Outcome) int {
	switch out.Cause {
	case supervise.TimedOut:
		s.openQuestions("timeout", fmt.Sprintf("the time limit of %s was reached in stage %q", withUnit(s.f.timeout, "s"), out.Stage), out.Stage)
		return exitOK
	case supervise.OutOfMemory:
		s.openQuestions("memory", fmt.Sprintf("the memory limit of %s was reached in stage %q", withUnit(s.f.memory, "M"), out.Stage), out.Stage)
		return exitOK
	case supervise.Interrupted:
		s.openQuestions("interrupted", fmt.Sprintf("interrupted in stage %q", out.Stage), out.Stage)
		return exitInterrupted
	case supervise.Crashed:
		fmt.Fprintf(s.std.err, "hardbop check: internal error in stage %q: %s\n", out.Stage, out.Detail)
		return exitInternal
	}
	complain(s.std, "check", out)
	wrong := ""
	switch {
	case out.Status != exitOK && out.Status != exitInput && out.Status != exitInternal:
		wrong = fmt.Sprintf("exit status %d", out.Status)
	case out.Status == exitOK && s.ended < len(s.questions):
		wrong = fmt.Sprintf("%d answers for %d questions", s.ended, len(s.questions))
	default:
		return out.Status
	}
	fmt.Fprintf(s.std.err, "hardbop check: internal error in stage %q: %s\n", out.Stage, wrong)
	return exitInternal
}

// openQuestions adds an UNKNOWN for each question without an answer. A proof stays one if fewer
// predicates were looked for.
func (s *session) openQuestions(code, text, stage string) {
	if s.proof != nil {
		s.proof.Evidence = &result.Evidence{Rounds: s.rounds}
		s.rounds = nil
		s.proof.Note = "perhaps fewer predicates are enough: " + text
		s.results = append(s.results, s.proof)
		s.counted = check.Stats{Queries: s.counted.Queries + s.proved.Queries, Sizes: s.proved.Sizes}
		s.end(false)
	}
	for s.ended < len(s.questions) {
		q := s.questions[s.ended]
		s.results = append(s.results, &result.Result{Schema: result.Schema, Verdict: result.Unknown, Property: q.Property,
			Entry: q.Entry, Reason: &result.Reason{Code: code, Text: text, Phase: stage, Loop: result.Diverges(s.rounds)}, Provenance: s.provenance(), Evidence: &result.Evidence{Rounds: s.rounds}})
		s.rounds = nil
		s.end(false)
	}
}

// provenance is what is known of a question without an answer.
func (s *session) provenance() *result.Provenance {
	if s.from != nil {
		return s.from
	}
	return &result.Provenance{Tool: s.f.opt.Tool, Options: s.f.opt.Given}
}

// end closes a question: if several defects were looked for, each gets to know its number, and
// whether there are others.
func (s *session) end(all bool) {
	var defects []*result.Result
	for _, r := range s.results[s.first:] {
		if r.Verdict == result.Unsafe {
			defects = append(defects, r)
		}
	}
	slices.SortStableFunc(s.results[s.first:], func(a, b *result.Result) int { return cmp.Or(byVerdict(a, b), byPlace(a, b)) })
	slices.SortStableFunc(defects, byPlace)
	for i, r := range defects {
		if s.f.opt.Defects != 1 || all || len(defects) > 1 {
			r.Defect = &result.Defect{Number: i + 1, Found: len(defects), All: all}
		}
	}
	s.ended, s.first, s.proof, s.from = s.ended+1, len(s.results), nil, nil
}

// byVerdict puts defects first; byPlace orders them by place.
func byVerdict(a, b *result.Result) int { return rank(a) - rank(b) }

func rank(r *result.Result) int {
	if r.Verdict == result.Unsafe {
		return 0
	}
	return 1
}

func byPlace(a, b *result.Result) int {
	if a.Where == nil || b.Where == nil {
		return 0
	}
	return cmp.Or(strings.Compare(a.Where.File, b.Where.File), cmp.Compare(a.Where.Line, b.Where.Line), cmp.Compare(a.Where.Col, b.Where.Col), strings.Compare(a.Message, b.Message))
}

func (s *session) print() error {
	w := s.printed()
	view := textView(s.f.full, coloured(s.f.color, w))
	switch s.f.format {
	case "sarif":
		return report.SARIF(w, s.results, s.about())
	case "gcc":
		view = report.GCC(report.Compiler{Full: s.f.full, Terse: s.f.terse})
	case "json":
		view = report.JSON
	case "svcomp":
		view = report.SVCOMP
	case "text":
		if !s.f.full {
			return report.List(w, s.results, view)
		}
	}
	for _, r := range s.results {
		if err := view(w, r); err != nil {
			return err
		}
	}
	return nil
}

// textView writes traces whole or in brief, with colours or without.
func textView(full, colours bool) func(io.Writer, *result.Result) error {
	if colours {
		return report.Coloured(full)
	}
	if full {
		return report.FullText
	}
	return report.Text
}

const htmlUsage = "write a page for a browser with all results, traces and sources to `FILE`"

const fullUsage = "show all steps of traces, not only what the violation depends on"

// gravest returns the exit code of a run with its own code and results. What nobody looked at counts as
// nothing.
func gravest(code int, rs []*result.Result) int {
	if code != exitOK {
		return code
	}
	applied := 0
	worst := exitOK
	for _, r := range rs {
		switch {
		case defect(r):
			worst = exitUnsafe
		case r.Verdict == result.Unknown && worst == exitOK:
			worst = exitUnknown
		}
		if r.Verdict != result.NotApplicable {
			applied++
		}
	}
	if applied == 0 {
		return exitInput
	}
	return worst
}
