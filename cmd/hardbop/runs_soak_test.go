//go:build soak

package main

// determinismRuns is how often TestDeterminism runs a task.
const determinismRuns = 20

// allWDMCases says whether TestWDMDrivers runs all that is in verdicts.txt.
const allWDMCases = true
