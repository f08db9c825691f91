// Package cfront turns C source into [cil]: it is the front end of every analysis.
//
// It follows CIL's cabs2cil (Necula, McPeak, Rahul, Weimer: CIL: Intermediate Language
// and Tools for Analysis and Transformation of C Programs, CC 2002). The text is
// preprocessed and parsed by modernc.org/cc/v4, whose type checker is not used: types,
// scopes, layout, constants, implicit conversions and control flow are elaborated here
// in one pass over the syntax tree.
//
// A reader's way through the package:
//
//	load.go         Load: from files to a linked program
//	parse.go        the call of the parser, its errors and its panics
//	lean.go         what of headers isn't read for nothing; outline.go: what there is of it
//	nesting.go      what would overflow the parser's stack; lex.go: tokens of the raw text
//	trees.go        files that are loaded several times are parsed once; behind.go: text that
//	                stands behind a file
//	mend.go         what the parser can't read is mended in the text first;
//	                multichar.go pack.go: two cases of it
//	abi.go          predefined macros; includes.go: headers
//	index.go        what each file declares at file scope, without looking inside
//	symbol.go       objects and functions with linkage, merged over the files, made on demand;
//	                sharing.go: structs that several files define are one type
//	scope.go        scopes and what names mean in them
//	spec.go         declaration specifiers and attributes; declarator.go: declarators
//	comp.go         structs, unions, enumerations; layout.go: where members lie
//	operand.go      values, lvalues and the code that is emitted for them
//	expr.go         expressions: unary.go binary.go assign.go postfix.go logic.go literal.go
//	conv.go         conversions and promotions
//	call.go         calls; builtin.go atomic.go known.go: functions with a meaning of their own
//	decl.go         declarations in blocks; init.go initemit.go: initialisers
//	stmt.go         functions and statements: loop.go switch.go label.go constructor.go
//	tidy.go         operands that were saved for nothing are put back
//	gnu.go          inline assembly and va_arg; vla.go vector.go complex.go bits.go: what their
//	                names say; seh.go: exceptions of Microsoft's compiler
//	attribute.go msvc.go: more that is mended before parsing
//	unsupported.go  the closed list of what is not modelled exactly
//
// Elaboration is lazy and tolerant: only what is reachable from the entry functions is
// elaborated (calls, functions whose address is taken, initialisers of objects that are
// used), so that an error in a declaration that nobody needs doesn't matter.
// What is not modelled exactly leaves a [cil.Note]; what can't be over-approximated
// becomes a [cil.Opaque] node.
//
// Decisions that others rely on: evaluation goes from left to right; an assignment to
// a bit-field keeps the low bits that fit, without a conversion in the program; a
// bit-field's storage unit may reach beyond its struct if that is packed; a bit-field wider
// than int has its declared type, where gcc computes in its width.
package cfront
