// Package kinds knows the operations tables and registration calls of kernels: which
// members of a struct are called first and last, and in which context, and which argument
// of which call is a callback.
//
// The knowledge is data, in kinds.txt, which explains its own lines; kinds.go reads it.
package kinds
