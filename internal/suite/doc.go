// Package suite runs sets of tasks with known answers and compares runs.
//
// A task is one question with an expected verdict. Tasks come from three kinds of
// definitions: SV-COMP task files (.yml with input_files and properties), our own
// (.yml with files, rules, entry and the expected verdict of each rule), and folders
// with a tasks.tsv of Boolean programs. Each task runs in a process of its own, so that
// no task can disturb another; finished tasks are written as JSON lines at once, so
// that an interrupted run loses nothing that it had.
package suite
