// Package hostcc knows where this system keeps its C headers, and asks a compiler that the
// user names for its predefined macros and its folders of headers.
//
// [Folders] looks at the usual places and runs nothing. [Ask] runs the compiler, on an
// empty file; so its name may come from the command line, and from nowhere else.
package hostcc
