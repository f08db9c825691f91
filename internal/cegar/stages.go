package cegar

import (
	"hardbop/boolprog"
	"hardbop/c2bp"
	"hardbop/internal/cil"
	"hardbop/internal/enc"
	"hardbop/internal/path"
	"hardbop/internal/pred"
)

// Abstracter makes Boolean programs.
type Abstracter interface {
	Abstract(preds *pred.Set) *c2bp.Abstraction
}

// Checker is a model checker for Boolean programs.
type Checker interface {
	// Check looks for paths to failing assertions, or to the label if it isn't empty.
	Check(bp *boolprog.Program, label string) Check
}

// Check is what a model checker found.
type Check struct {
	// Unknown is a reason code if the checker gave up, else "".
	Unknown string
	// Paths holds the statements along each error path; none if no error can be reached.
	Paths    [][]c2bp.Taken
	BDDNodes int
}

// Analyst looks at one path of the C program.
type Analyst interface {
	// Analyse decides whether the path can be run, and explains why not. Higher levels
	// look for other predicates.
	Analyse(p *path.Path, level int) Analysis
	// Fragments looks at all ways through the fragments of an activation at once; seen says how
	// often it did before, on paths with the same fragments. What it finds is no answer about
	// a path: where none of the ways can be run, predicates may rule out all of them.
	Fragments(a *c2bp.Activation, seen int) Fragments
	// Recheck decides the same bit by bit.
	Recheck(p *path.Path) Recheck
	// Doubt is Recheck without much effort, for a path that is said to be infeasible.
	Doubt(p *path.Path) Recheck
}

// Minimizer chooses the predicates of each round, instead of those that were learnt so far.
type Minimizer interface {
	// Add tells of a path that can't be run, or of more predicates that explain it.
	Add(p *path.Path, preds *pred.Set)
	// Choose returns predicates that rule out all paths. If it doesn't know any it returns the
	// paths for which it would be told more.
	Choose() (preds *pred.Set, open []*path.Path, ok bool)
	// Proved tells that no error can be reached with the predicates that were chosen last. It
	// returns fewer to be tried, if they may be enough.
	Proved() (preds *pred.Set, ok bool)
	// Least returns predicates, as few as it knows, that rule out all paths.
	Least() (preds *pred.Set, ok bool)
	// Seen returns all predicates that it was told of.
	Seen() *pred.Set
}

// Kind is an answer about a path.
type Kind int

// The answers.
const (
	Undecided Kind = iota
	Feasible
	Infeasible
)

// Analysis is what is known of a path.
type Analysis struct {
	Kind  Kind
	Preds *pred.Set // of Infeasible
	Why   string    // of Undecided
	Notes []string  // of Feasible: values along the path, by step; may be nil
}

// Fragments is what is known of all ways through the fragments of an activation.
type Fragments struct {
	Preds *pred.Set        // that rule out all ways; nil for none
	Ways  map[int]c2bp.Way // one that may be run, by index of link; nil for none
}

// Recheck is the bit-precise answer about a path.
type Recheck struct {
	Kind  Kind
	Code  string   // a reason code, of Undecided
	Why   string   // of Undecided, and of Infeasible: under what it can't be run
	Notes []string // of Feasible: what happens at each step, "" for nothing
	// Undefined says of Feasible that every run along the path has undefined behaviour
	// other than signed overflow.
	Undefined *enc.Breach
	Script    *enc.Script // of Feasible: what drives a run along the path; nil if it isn't known
	Core      []int       // of Infeasible: the steps that contradict each other
}

// Levels is the number of levels of analysis, from 0.
const Levels = 4

// opaqueNodes lists the points of the reachable program that are not modelled.
func opaqueNodes(funcs []*cil.Func) []*cil.Node {
	var ns []*cil.Node
	for _, f := range funcs {
		for _, n := range f.Nodes {
			if _, ok := n.Instr.(*cil.Opaque); ok {
				ns = append(ns, n)
			}
		}
	}
	return ns
}
