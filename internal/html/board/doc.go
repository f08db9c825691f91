// Package board writes the results of a suite (package suite's records) as a page for a browser that
// needs nothing else: totals, a matrix of tasks and properties, how fast how many were solved, and a
// comparison with another run. It presents and decides nothing.
//
// All text from the world is made inert as in package html, and shown by html/template. The drawings
// (plot.go) hold numbers and such text only. The same records give the same bytes.
package board
