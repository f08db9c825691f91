// Package effects says which cells of memory the statements and procedures of a program read and write,
// as far as the points-to analysis can tell them apart, with what functions without a body
// may change (package enc). On top of it, [DeadStores] takes out what nothing depends on.
package effects
