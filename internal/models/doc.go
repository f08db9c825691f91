// Package models has models of functions that C programs call and don't define: those of
// the C library, of Linux and of Windows' driver model. Each is a C file, one a family,
// with the definitions that stand for the functions; the comment above each definition
// says what is taken for granted where it is used. The front end reads them beside the
// program, where whatever the program itself defines wins.
//
// How models are written is explained in docs/models.md.
package models
