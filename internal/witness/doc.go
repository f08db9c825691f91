// Package witness has the witnesses of SV-COMP, format 2.0 (Ayaziová, Beyer, Lingsch-Rosenfeld,
// Spiessl, Strejček: Software Verification Witnesses 2.0, SPIN 2024): what a verdict rests on, in
// terms of the source text, so that another tool can check it.
//
//	witness.go   the entries: violation sequences and sets of invariants
//	read.go      reads and validates a file: whatever is wrong has its place
//	content.go   reads what an entry says
//	write.go     writes one, the same bytes for the same content
//	lex.go       the tokens of a C file, as written: nothing is preprocessed
//	outline.go   the statements of its functions: where things are
//	calls.go     the calls in statements
//	cond.go      conditions of && || !, and what their parts decide
//	lines.go     lines as #line has them, and as they are counted
//	expr.go      which C expressions a witness may have
//	weave.go     a C file with a witness put into its text
//
// Places are those of the text: lines and columns count from 1, columns in bytes.
package witness
