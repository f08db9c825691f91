// Package find looks for the functions of a driver that others call: its entry points.
//
// A kernel calls a driver through function pointers that the driver hands out. So the
// package looks at each place where the address of a function goes: into a member of an
// operations table, by an initialiser or an assignment, or into a registration call. What
// such a member or call means, nobody needs to know here; the package kinds does.
//
// Each C file is a [Unit], elaborated alone, so that names are those of the source. The
// files: find.go has the candidates, uses.go the places that addresses go to, held.go what variables hold, parameters.go the parameters of modules, graph.go
// what refers to what, over the units.
package find
