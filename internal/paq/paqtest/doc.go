// Package paqtest makes predicate abstraction queries for tests, benchmarks and soaks.
package paqtest
