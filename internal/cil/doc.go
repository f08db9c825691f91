// Package cil is the C intermediate language that every analysis works on, in the
// manner of CIL (Necula, McPeak, Rahul, Weimer: CIL, CC 2002): expressions without
// side effects, every conversion explicit, control flow as a graph.
//
// A [Program] has types, global variables and functions. A [Func] with a body is a
// control-flow graph of [Node]s with one entry and one exit; each node holds one
// instruction and the place in the C source that it comes from.
//
//	instruction   successors             meaning
//	Skip          1 (0 at Exit)          nothing; entry, exit, joins, labels
//	Assign        1                      L = E
//	Havoc         1                      L gets an arbitrary value of its type
//	Assume        1                      the run goes on only if E is not zero
//	Branch        2: [true, false]       goes to Succs[0] if E is not zero, else Succs[1]
//	Call          1                      Ret = Fn(Args); Ret may be nil
//	Return        1: the exit            leaves the function, with the value E if not nil
//	Opaque        1                      something that is not modelled; a run that gets here
//	                                     ends in the verdict UNKNOWN with the reason Code
//
//	expression                           type
//	Const, FloatConst                    integer, float
//	Load(lval)                           the lval's scalar type
//	AddrOf(lval)                         pointer; for an array lval also its decay
//	FuncAddr(f)                          pointer to function
//	Unary: Neg BitNot LogNot             operand's type; int for LogNot
//	Binary: Add .. Shr                   both operands already have the result's type
//	        (shifts: the right operand keeps its own)
//	        PtrAdd PtrSub                pointer +- integer, counted in elements
//	        PtrDiff                      pointer - pointer, counted in elements
//	        Eq .. Ge                     int 0 or 1; operands have one common type
//	        LAnd LOr                     int 0 or 1; the right operand only if needed
//	Cond(c, a, b)                        common type of a and b
//	Cast(t, e)                           t
//
// An [Lval] is a variable or a dereferenced pointer, followed by fields and indices.
// Whole structs may be assigned, passed and returned (the Load has the struct's type).
// Memory is total: a dereference of an invalid pointer has some value.
//
// Predicates are cil expressions too. Their arithmetic may have the type [Math], the
// mathematical integers, and they may mention variables of the kind [Ghost] (the
// symbolic constants of NEWTON) and a function's result variable [Func.Result].
//
// Identity: variables, fields, comps, functions and nodes are compared by pointer;
// names are for people, but unique within their scope. Expressions are immutable
// values compared by [Equal] or by their printed form.
//
// The files: program.go expr.go type.go model.go have the types; build.go builds
// functions; make.go fold.go have constructors; walk.go equal.go subst.go go over
// expressions; text.go typetext.go write C for people, exact.go and the print files for
// compilers; scan.go and the parse files read predicates, mathform.go makes them out of
// C conditions; the sanity files check the rules above; dump.go shows graphs.
//
// A program is built by cfront or by the instrumenter, finished with [Func.Finish],
// checked by [Sanity], and not changed after that.
package cil
