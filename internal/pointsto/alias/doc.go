// Package alias makes an alias oracle for weakest preconditions of a points-to result.
//
// Two things are known of a pair of lvalues: what the points-to analysis says of objects
// and cells, and what their text says of array indices and offsets. The oracle joins
// them; where the program looks at memory as different types, only the first counts.
package alias
