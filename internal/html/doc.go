// Package html writes the results of a run as one page for a browser that needs nothing else: the
// trace beside the source, the rule as an automaton, invariants, coverage, and the rounds of the
// refinement loop. It presents and decides nothing.
//
// [Write] makes a page object out of results ([Run]), which a template shows (page.tmpl, with
// style.css and script.js). All text from the world goes through [clean] first, so that nothing in it
// acts, and then through html/template, or through html.EscapeString where the source is coloured
// (source.go) and the automaton drawn (machine.go). The page's policy lets no script run but our own.
//
// The same results give the same bytes.
package html
