// Package pointsto computes which objects pointers may point to: an inclusion-based
// analysis in the manner of Andersen (Program Analysis and Specialization for the C
// Programming Language, 1994), blind to the order of statements and to calling contexts,
// that keeps the members of structs apart.
//
// An [Object] is a variable, a call of an allocator, a function, or the outside's memory
// of one type. An object is cut into cells by its layout: a struct has the cells of its
// members, an array those of one element, a union is one cell. A [Target] is an object
// and the cell at which what is pointed to starts. Which part is meant, the struct or its
// first member, follows from the type of the access; an access whose type doesn't fit
// merges all cells of its object into one. Arithmetic inside an array stays in its cell;
// any other leads to an unknown place in the same object, which merges it when it is
// used. Integers carry addresses like pointers do.
//
// The outside is modelled by one object per type, in which a struct inside a struct is
// the object of its own type (so a pointer to an embedded list head and one to a list
// head from elsewhere may be equal). What is passed to a function without a body, or
// stored where the outside can see it, escapes: it may come back wherever a pointer of
// that type comes from the outside, and the outside may store its own pointers there.
//
// A reader's way through the package:
//
//	set.go       sets of targets; pool.go: where equal ones are one
//	layout.go    types cut into cells; shape.go: structs, once; fit.go: which cells an access means
//	object.go    objects, cells, merging; external.go: the outside
//	generate.go  constraints of statements and expressions; call.go: of calls;
//	             callable.go: which functions a call may be of; callclass.go: calls that
//	             may be of many
//	solve.go     the solver: wave propagation (Pereira, Berlin, CGO 2009); tarjan.go:
//	             cycles; lump.go: programs in which most pointers point to most objects
//	result.go    the answers; query.go: values and places of expressions;
//	             locations.go: cells of lvalues; callgraph.go: calls and recursion
//	sanity.go    every statement checked once more against the result
//	dump.go      the result as text and as a graph
//
// Two lvalues are related by [Result.Overlap]; the package pointsto/alias makes an alias
// oracle for weakest preconditions of it, the package effects says what statements and
// procedures read and write.
package pointsto
