// Package smttest has what tests of provers need: the battery that each back end of
// internal/smt has to pass ([Battery]) and random terms ([Terms]).
package smttest
