// Package ldd has linear decision diagrams (LDDs): decision diagrams for formulas over
// Boolean variables and linear inequalities between integers, after S. Chaki, A. Gurfinkel,
// O. Strichman, "Decision Diagrams for Linear Arithmetic" (FMCAD 2009). They are what A.
// Gurfinkel, S. Chaki, S. Sapra, "Efficient Predicate Abstraction of Program Summaries"
// (NFM 2011), solve predicate abstraction queries with: a query
//
//	exists V, V', L . psi & (b1 <-> p1) & ... & (bn <-> pn)
//
// over location variables L, program variables V and V' and predicates p1, ..., pn is one
// call of [Manager.Eliminate], and what comes back is a diagram over b1, ..., bn.
//
// # Reader's guide
//
//   - manager.go: [Manager], variables, how atoms are made, limits and refusals;
//   - num.go, linear.go: integers of any size; sums, constraints, resolution, the shadows;
//   - term.go: terms, atoms and their order;
//   - store.go, cache.go, gc.go: nodes, known results, garbage;
//   - apply.go: the operations of propositional logic;
//   - quantify.go: the elimination of Booleans; motzkin.go, substitute.go: of integers;
//   - eliminate.go: early elimination from a list of conjuncts;
//   - theory.go, sat.go: integer solutions of constraints, paths that have some;
//   - cubes.go: what a diagram says; reorder.go: other orders of terms.
//
// # Atoms
//
// An atom is a Boolean variable or a1*x1 + ... + an*xn <= k over the integers. Coefficients
// have no common divisor, k is rounded down accordingly, and the first coefficient is
// positive: what was t <= k with a negative one is the negation of -t <= -k-1, so that an
// atom and its negation share a node. An equation is two atoms.
//
// # Diagrams
//
// Terms, the left sides of atoms, are ordered by appearance. All atoms of a term are
// adjacent, small bounds first: where t <= k holds, so do those that follow. Diagrams are
// ordered and locally reduced: equal nodes are shared, no node has equal children, and an
// atom whose else branch begins with the same term isn't there if both lead to the same.
// Edges may be negated, so that a formula and its negation are one diagram.
//
// Diagrams are canonical as long as each term is taken for an unknown of its own: equal
// nodes mean equal formulas, and formulas over Booleans only, or over one term, are
// equal only if their nodes are. With several terms they are not: x - y <= 0, y <= 0 and
// not x <= 0 contradict each other, yet their conjunction isn't [False]. [Manager.IsSat],
// [Manager.Implies] and [Manager.Equivalent] look for a path that has an integer solution.
// An elimination of all integers leaves no such paths.
//
// # Exact or refused
//
// Nothing is approximated. An integer is eliminated by resolving each pair of an upper and a
// lower bound on each path, as Fourier and Motzkin do; over the integers that is exact if
// one of them has coefficient 1 or -1, or if the dark shadow of W. Pugh's Omega test (1991)
// comes to the same. Where it isn't exact, as for "some x has 2*x = y", and where a
// conjunction can't be decided so, the operation panics with a [*RefusalError], which
// [Manager.Guard] turns into an error. Numbers may have any size up to 1024 bits.
//
// # Lifetime of nodes
//
// Garbage is collected by [Manager.Collect], [Manager.Reorder] and [Manager.Eliminate] only;
// they free what isn't kept by [Manager.Ref] and isn't an operand of theirs. Results depend
// on the sequence of operations only, never on time or addresses.
package ldd
