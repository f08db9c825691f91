package rules

import (
	"encoding/json"
	"fmt"
	"io"

	"hardbop/internal/source"
)

// WriteList writes a line for each rule: its name and what it is about.
func WriteList(w io.Writer, list []*Rule) error {
	width := 0
	for _, r := range list {
		width = max(width, len(r.Name))
	}
	for _, r := range list {
		if _, err := fmt.Fprintf(w, "%-*s  %s\n", width, r.Name, source.Printable(r.Doc.Summary)); err != nil {
			return err
		}
	}
	return nil
}

// listed is a rule as WriteJSON writes it.
type listed struct {
	Name    string   `json:"name"`
	Summary string   `json:"summary"`
	Meaning string   `json:"meaning"`
	Good    string   `json:"good"`
	Bad     string   `json:"bad"`
	Limits  string   `json:"limits"`
	Watches []string `json:"watches"`
}

// WriteJSON writes the rules as a JSON array of objects with what is known of each.
func WriteJSON(w io.Writer, list []*Rule) error {
	out := []listed{}
	for _, r := range list {
		d := r.Doc
		out = append(out, listed{r.Name, d.Summary, d.Meaning, d.Good, d.Bad, d.Limits, r.Watched()})
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(out)
}
