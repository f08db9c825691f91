// Package boolprog is the language of Boolean programs: syntax tree, reader, printer,
// static checks and control-flow graphs.
//
// A Boolean program has the control flow of C (procedures, calls, recursion, goto,
// if, while) and Boolean variables only. It is what predicate abstraction makes out
// of a C program and what the model checker takes. The language is that of Ball and
// Rajamani, "Bebop: A Symbolic Model Checker for Boolean Programs" (SPIN 2000), with
// what SLAM and its successors added: results, choose, assume, enforce, constrain,
// dead. docs/boolean-program-format.md describes files; grammar.txt is the grammar.
//
// # Reader's guide
//
//   - ast.go: [Program], [Proc], [Stmt], [Expr], made by the parser or by a producer
//     in memory;
//   - build.go: short constructors for producers;
//   - scan.go, parse.go, dialect.go: [Parse], one reader for all dialects ([Dialect]);
//   - print.go: [Fprint], one printer; what it writes parses as p again ([Equal]);
//   - check.go: [Check] resolves names to slots and says what is wrong;
//   - cfg.go: [BuildGraphs], a graph per procedure, for the model checkers;
//   - trace.go: [Path], a run, and its length;
//   - groups.go: groups of variables of which exactly one is true.
//
// # Meaning
//
// Globals, locals and results that were not returned are arbitrary. A parallel
// assignment reads the old state only. Each occurrence of * is a choice of its own.
// schoose[p,n] is p | (!n & *). An enforce condition holds at every point of its
// procedure: runs that break it don't exist. A constrain condition speaks of the
// old state (x) and the new one ('x; the old value if x isn't assigned). dead x makes
// x arbitrary. A condition with * in it holds if some choice makes it hold; an assert
// fails if some choice makes it fail.
package boolprog
