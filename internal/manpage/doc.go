// Package manpage writes manual pages in the macros of man(7), and turns the pages of docs/, which are
// Markdown, into their sections.
package manpage
