//go:build !soak

package main

// determinismRuns is how often TestDeterminism runs a task.
const determinismRuns = 4
