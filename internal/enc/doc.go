// Package enc is C's semantics as code: it says what expressions, memory and assignments
// mean, once, for abstraction, refinement, certificates and the re-check of errors.
//
// It has three parts.
//
//   - [WP] and [Affected]: what an assignment does to a predicate, on the level of cil.
//     Reads that may be of the assigned lvalue are split by cases (Morris' axiom of
//     assignment, as in Ball, Majumdar, Millstein, Rajamani: Automatic Predicate
//     Abstraction of C Programs, PLDI 2001, section 4.2). An [Alias] oracle drops cases;
//     [TypeAlias] is the one that always exists.
//   - [Encoder]: terms for expressions in one state, over mathematical integers or bit
//     vectors. Variables are constants; memory behind pointers is an uninterpreted
//     function of the address for each kind of scalar.
//   - [Encode] and [Recheck]: a path as a formula, with byte memory and exact bit
//     vectors, or over mathematical integers.
//
// Both theories share one walk over expressions (coder.go); math.go, mathbits.go and
// bits.go say what the operators are. Whatever a theory can't say exactly is an
// uninterpreted function with facts that hold for all its arguments, so that no
// behaviour of the program is lost; [Encoder.Side] returns these facts.
//
// Values. An integer is its value, or the bit vector of its size in memory. A pointer is
// its address. Objects have addresses that are not null and belong to one object only;
// nothing else is known of them, not even their order. Floating-point operations are
// uninterpreted (float.go). Values of type Math don't wrap.
package enc
