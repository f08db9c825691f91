// Package source has positions in text files and the errors that point at them.
//
// Every input from the world (C, SLIC rules, Boolean programs, predicate and path
// files, task definitions) is validated by its reader, and what the reader has to
// say is an [ErrorList]: each entry names file, line and column, shows the source
// line with a caret under the place, and says what was expected. All readers share
// this package, so all messages look alike.
//
// Lines and columns count from 1. A column counts bytes of the line. A position
// without a line (Line 0) speaks of the file as a whole.
//
// The package imports nothing of ours.
package source
