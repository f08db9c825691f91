// Package doctor looks at what the tool finds on a machine: the solver, a compiler, whether replays
// can be kept apart, and what optional work needs. It says what to install, and how.
package doctor
