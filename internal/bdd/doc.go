// Package bdd has reduced ordered binary decision diagrams: canonical directed acyclic
// graphs for Boolean functions, after R. Bryant, "Graph-Based Algorithms for Boolean
// Function Manipulation" (IEEE Transactions on Computers 35(8), 1986), with a unique
// table and operation caches as in K. Brace, R. Rudell, R. Bryant, "Efficient
// Implementation of a BDD Package" (DAC 1990).
//
// # Reader's guide
//
//   - manager.go: [Manager], the interface, its errors, [New];
//   - kernel.go, gc.go, cache.go: the native kernel's node table, garbage collection and
//     operation caches;
//   - apply.go, quantify.go, rename.go, restrict.go: its operations;
//   - generic.go, count.go, cover.go: what needs nothing but the interface;
//   - rudd.go: the second back end, over github.com/dalzilio/rudd.
//
// # Lifetime of nodes
//
// The node that an operation returns lives until the next [Manager.SafePoint]; then it
// is freed unless it is part of a node that was kept by [Manager.Ref] and not released
// by [Manager.Deref]. No operation collects garbage, so that intermediate results need
// no bookkeeping. Nothing depends on finalizers.
//
// # Variables
//
// Variables are numbered from 0 and ordered by number; there is no reordering. New
// variables come last. A manager belongs to one goroutine.
package bdd
