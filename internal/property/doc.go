// Package property says what is to be proved of a program: that some of its nodes can't
// be reached.
//
// A [Property] has a name, a message and targets, which are nodes of the control-flow
// graphs. A run that gets to a target violates the property. Package slic makes the
// properties of rules; this package makes those that need no rule:
//
//	Label    nodes with a C label, such as ERROR
//	Calls    calls of reach_error, __VERIFIER_error
//	Asserts  failing assertions
//
// and reads the property files of SV-COMP (ParseSpec), which choose between them.
package property
