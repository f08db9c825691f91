package main

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"hardbop/internal/cache"
	"hardbop/internal/check"
	"hardbop/internal/config"
	"hardbop/internal/predmin"
	"hardbop/internal/source"
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
	each            string // --timeout-each
	format, stats   string
	html, color     string
	witness         string
	full            bool
	noTrace         bool
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
	if slices.Contains(o.Entries, "") {
		return errors.New("--entry \"\": expected the name of a function, or auto")
	}
	o.Entries = once(o.Entries)
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

// once is a list without what is in it already.
func once(list []string) []string {
	var out []string
	for _, s := range list {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
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
	fs.StringVar(&f.each, "timeout-each", "", "`T|none`: limit of wall time for each of several rules and entries; the others are still checked (default 5m if there is no --timeout)")
	fs.StringVar(&f.memory, "memory", "", "`M`: limit of memory, such as 2000 (MB) or 4G")
	fs.StringVar(&f.format, "format", "text", "`text|json|sarif|gcc|svcomp`: how results are printed")
	fs.BoolVar(&f.full, "full", false, fullUsage)
	fs.BoolVar(&f.noTrace, "no-trace", false, "as text and as compilers' warnings, show no traces: what is violated and where, and nothing of the way there")
	colorFlag(fs, &f.color)
	fs.StringVar(&f.html, "html", "", htmlUsage)
	fs.StringVar(&f.witness, "witness", "", "write a witness of the verdict, in SV-COMP's format 2.0, to `FILE`")
	fs.BoolVar(&f.allDefects, "all-defects", false, "look for all defects, not only the first: one result for each place that violates the rule or property")
	fs.IntVar(&o.Defects, "max-defects", 1, "look for up to `N` defects")
	fs.StringVar(&f.cache, "cache", "", "keep what makes the next run faster in `DIR`: programs, predicates, abstractions and answers of the prover, never verdicts")
	fs.StringVar(&f.cacheSize, "cache-size", "1G", "`M`: the oldest entries of the cache go when it is larger")
	fs.StringVar(&f.baseline, "baseline", "", "the defects in `FILE`, which an earlier run printed as JSON, are known: only others count")
	fs.StringVar(&f.waivers, "waivers", "", waiversUsage)
	fs.StringVar(&f.bugReport, "bug-report", "", bugReportUsage)
	fs.StringVar(&o.Since, "changed-since", "", "check only what isn't as it was at the revision `REV` of the files' git repository: the others are NOT-CHECKED")
	fs.StringVar(&f.stats, "stats", "", "write time, memory and counters as JSON to `FILE`")
	fs.BoolVar(&f.allEntries, "all-entries", false, "one result for each function that hardbop entries lists, as the entry")
	f.outputFlags(fs)
	fs.StringVar(&f.failOn, "fail-on", "unknown", "`unsafe|undecided|unknown|never`: exit with 0 unless a verdict is UNSAFE; or UNSAFE or UNKNOWN, but for what is only about others beside defects that are accepted; or UNSAFE or UNKNOWN; or whatever the verdicts are")
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
	case f.full && f.noTrace:
		err = fmt.Errorf("--full goes without --no-trace")
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
	case !slices.Contains(failOns(), f.failOn):
		err = fmt.Errorf("--fail-on %q: expected unsafe, undecided, unknown or never", f.failOn)
	case f.progress != "text" && f.progress != "json" && f.progress != "none":
		err = fmt.Errorf("--progress %q: expected text, json or none", f.progress)
	default:
		_, err = parseSize("cache-size", f.cacheSize)
		_, err2 := parseEach(f.each)
		err = errors.Join(err, err2, f.checkReplay(), checkMinimize(o), checkJobs(o.Jobs), checkColor(f.color), f.checkWitness(), f.checkOutputs())
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
