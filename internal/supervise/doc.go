// Package supervise runs work in a child process of the same program.
//
// A stack overflow, a panic in a goroutine, an abort in a C library and a kill can't be
// caught inside a process. So the parent starts itself again with the same arguments,
// keeps the limits of wall time and memory, forwards signals, listens to the child's
// events, and leaves no process behind: the child is killed with its process group, and
// dies when the parent does.
//
// The child sends events, one JSON object a line, over a pipe of its own: the stage that
// it is in, progress, and whatever results it has. So a child that comes to a bad end
// still has told the parent what it had found. What the child prints on its standard
// error (a Go stack trace, a message of a library) is kept, and shown only in part.
package supervise
