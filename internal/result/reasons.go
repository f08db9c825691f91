package result

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Code explains a reason code: what happened, and what the user may try.
type Code struct {
	Meaning string
	Try     []string
}

// NotBegun is the code of a question that was never begun: a run for several was cut short.
const NotBegun = "not-begun"

// alone proposes to check one function: at limits only if one is known to be at issue.
const alone = "check what a function does itself, which is much easier, but starts without what others did before (A41): --entry FUNCTION"

// Codes is the closed list of reasons for UNKNOWN.
var Codes = map[string]Code{
	"timeout":           {"the time limit was reached", []string{alone, "give more time: --timeout 10m, or --timeout-each 10m where several rules are checked", "look at the iterations that --dump DIR leaves: a predicate family that grows without end asks for a start predicate (docs/predicate-file.md)"}},
	"memory":            {"the memory limit was reached", []string{alone, "give more memory: --memory 8G", "try a smaller --cube-length (docs/check.md)"}},
	"iterations":        {"the limit on iterations was reached", []string{alone, "allow more: --max-iterations N", "give predicates to start from: --preds FILE (docs/predicate-file.md)"}},
	"no-progress":       {"the error path is infeasible, but no new predicate rules it out", []string{alone, "relate the predicates of an assignment with each other: --abstraction exact (docs/c2bp.md)", "leave out what the place doesn't need, in a copy of the driver", "give predicates to start from, if you know the method: --preds FILE (docs/predicate-file.md)"}},
	"solver-unknown":    {"the prover could not decide whether the error path is feasible", []string{"try the other integer theory: --ints bits or --ints math (docs/check.md)"}},
	"bits-infeasible":   {"the error path is feasible for mathematical integers but not for machine integers", []string{"start with --ints bits (docs/check.md)"}},
	"bdd-nodes":         {"the Boolean program needs more BDD nodes than allowed", []string{alone, "give more memory: --memory 8G"}},
	"unsupported":       {"a reachable statement uses something that is not modelled", []string{"give a model of the function that it is in: --model FILE (docs/models.md)", "start from a function that doesn't reach it: --entry FUNCTION"}},
	"unknown-call":      {"a reachable call goes through a pointer to no known function", []string{"give the file that defines the callee"}},
	"callback":          {"a reachable call hands a function to one of the C library, which calls it", []string{"give a model of it that does: --model FILE (docs/models.md)"}},
	"setjmp":            {"a reachable statement uses setjmp or longjmp", []string{"start from a function that doesn't reach it: --entry FUNCTION", "write a copy of the function with gotos or a flag in its place"}},
	"computed-goto":     {"a reachable goto leads to an address that may be that of no label of the function", []string{"write a copy of the function with a switch in its place", "start from a function that doesn't reach it: --entry FUNCTION"}},
	"large-initialiser": {"the error path depends on an initial value that is too large to track", []string{"start from a function that the value doesn't matter to: --entry FUNCTION", "leave out most of it in a copy of the file"}},
	"weak-memory":       {"the error path depends on memory that is read as another type than it was written, or through a pointer to nothing known", []string{"give the file that defines what the pointer leads to, or a model of the function that returns it: --model FILE (docs/models.md)", "start where the memory is made: --entry main"}},
	"vacuous":           {"nothing that the question is about is reached: no event of the rule, no action of the specification", []string{"check the entry function: --entry; \"hardbop entries\" lists those that a kernel calls (docs/entries.md)", "check the names of the specification's actions"}},
	"hidden-event":      {"the rule speaks of a macro whose uses can't be told from what they expand to", []string{"name in the rule the functions that the macro's body calls (docs/slic.md)"}},
	"not-replayed":      {"--replay require: the error path could not be replayed under a compiler", []string{"look at the reason in brackets: see docs/replay.md", "look at the harness, which --replay-out FILE keeps"}},
	"not-certified":     {"--certify: no certificate of the verdict was accepted", []string{"leave --certify out, and take the verdict on the tool's word", "certify a part of the program, by a function of its own: --entry FUNCTION", "look at the reason and the place: see docs/certify.md"}},
	"strict":            {"--strict: the verdict rests on assumptions", []string{"leave --strict out, and read the list of assumptions (ASSUMPTIONS.md)"}},
	"guards":            {"the guards of an abstraction overlap, or don't cover all arguments", []string{"change the guards so that exactly one holds of all arguments"}},
	"effects":           {"a path that breaks the specification depends on what a procedure changes of which only the abstraction is used", []string{"leave the abstraction of the procedure out, so that its body stands for its calls"}},
	"hidden-action":     {"a procedure that is called may do an action of the specification that its own abstraction doesn't have", []string{"put the action into the alphabet of its abstraction: + { ACTION }"}},
	"model-size":        {"the model of the procedure has more states than allowed", []string{"allow fewer predicates at one point: --max-predicates N", "allow more states: --max-states N", "give abstractions of procedures that are called"}},
	"spec-size":         {"the specification doesn't simulate the procedure, and is too large to compare traces", []string{"make the specification deterministic"}},
	NotBegun:            {"a run for several questions was cut short before this one was begun", []string{"ask for fewer rules at once, or this one alone: --rule RULE", "give more time: --timeout 10m, and --timeout-each 1m so that one rule can't take it all"}},
	"interrupted":       {"the run was interrupted", []string{"let the run end itself, with what it has found by then: --timeout 10m"}},
}

// Hints are what may be tried of an UNKNOWN: of what its code has what makes sense for the reason, the entry, and the options that were given.
func (r *Result) Hints() []string {
	if r.Reason == nil {
		return nil
	}
	if r.Reason.Code == "weak-memory" && strings.HasPrefix(r.Reason.Text, notInFull) {
		return []string{"change the memory in parts, in a copy of the file: members by name, arrays of a length that is known"}
	}
	given := r.given()
	var list []string
	for _, t := range r.tries() {
		if r.Reason.Code == "bits-infeasible" && given["ints"] == "bits" {
			t = "give predicates to start from, if you know the method: --preds FILE (docs/predicate-file.md)" // bits were tried
		}
		if t == alone && limits[r.Reason.Code] && r.Reason.Called == "" {
			continue
		}
		if t = r.fitted(t, given); t != "" {
			list = append(list, t)
		}
	}
	return list
}

// tries are the hints of r's code. Without a certificate, a limit that was reached is why, if there was one; without a place none is to be looked at.
func (r *Result) tries() []string {
	all := Codes[r.Reason.Code].Try
	if r.Reason.Code != "not-certified" || r.Reason.Where != nil {
		return all
	}
	for _, limit := range [][2]string{{"the time limit", "timeout"}, {"the memory limit", "memory"}} {
		if tries := Codes[limit[1]].Try; strings.Contains(r.Reason.Text, limit[0]) {
			return append(slices.Clone(all[:len(all)-1]), tries[slices.IndexFunc(tries, func(t string) bool { return strings.HasPrefix(t, "give more") })])
		}
	}
	return append(slices.Clone(all[:len(all)-1]), "look at the reason: see docs/certify.md")
}

// given are the options that were given, by their names, with the entry and the integers.
func (r *Result) given() map[string]string {
	given := map[string]string{"entry": r.Entry, "ints": r.Integers}
	if p := r.Provenance; p != nil {
		for _, o := range p.Options {
			name, value, _ := strings.Cut(strings.TrimPrefix(o, "--"), "=")
			given[name] = value
		}
	}
	return given
}

// proposed matches an option in a hint, with the value that is proposed.
var proposed = regexp.MustCompile(`--([a-z-]+) (\w+)`)

// limits are the codes of limits that were reached.
var limits = map[string]bool{"timeout": true, "memory": true, "iterations": true, "bdd-nodes": true}

// oneFunction matches hints to leave out all but a function.
var oneFunction = regexp.MustCompile(`what a function does itself|a function of its own`)

// fitted is a hint without what was given; "" if nothing is left of it.
func (r *Result) fitted(t string, given map[string]string) string {
	for _, m := range proposed.FindAllStringSubmatch(t, -1) {
		option, value := m[1], given[m[1]]
		switch {
		case value == "":
		case option == "ints":
			t = strings.Replace(strings.Replace(t, "--ints "+value+" or ", "", 1), " or --ints "+value, "", 1)
			if strings.Contains(t, "--ints "+value) {
				return ""
			}
		case option == "timeout" || option == "timeout-each" || option == "memory":
			t = strings.Replace(t, m[0], "--"+option+" "+more(value, m[2]), 1)
		case value == m[2], option == "preds", option == "entry" && m[2] == "main" && value == "auto": // a driver has no such function
			return ""
		case option == "entry" && m[2] == "FUNCTION" && oneFunction.MatchString(t):
			if value != "auto" && value != "main" {
				return ""
			}
			if f := r.Reason.Called; f != "" {
				t = strings.Replace(t, m[0], "--entry "+f+", or another one that the kernel calls", 1)
			}
		}
	}
	return t
}

// limit matches a limit of time or memory.
var limit = regexp.MustCompile(`^(\d+)([smhKMG]?)$`)

// more is what is proposed of a limit, or twice what was given if that isn't less.
func more(given, proposed string) string {
	units := map[string]int{"": 1, "s": 1, "m": 60, "h": 3600, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
	amount := func(s string) (int, string) {
		m := limit.FindStringSubmatch(s)
		if m == nil {
			return 0, ""
		}
		n, _ := strconv.Atoi(m[1])
		return n, m[2]
	}
	n, unit := amount(given)
	if least, of := amount(proposed); n*units[unit] < least*units[of] {
		return proposed
	}
	return strconv.Itoa(2*n) + unit
}

// notInFull is what reasons begin with that are about how memory is changed rather than about what made it.
const notInFull = "not encoded in full"
