// Package mutant plants faults in a package and sees that its tests fail.
//
// The technique is mutation testing (DeMillo, Lipton, Sayward: Hints on Test Data
// Selection, IEEE Computer 1978), with faults that people choose: each is the kind of
// mistake that the package's oracle is there to find. A fault that no test notices is a
// hole in the tests.
//
// A fault is a piece of source text and what replaces it. The file in the tree is never
// touched: go test gets the changed one through its flag -overlay. Packages keep their
// faults in a file mutants_test.go and call [Kill] there. Planting takes the build tag
// soak; the ordinary tests only see to it that the faults still fit the source.
package mutant
