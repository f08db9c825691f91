package main

import (
	"io"

	"hardbop/internal/html"
)

// page writes the results as a page for a browser, if that was asked for.
func (s *session) page() error {
	if s.f.html == "" || len(s.results) == 0 {
		return nil
	}
	p := html.Run{Version: version, Files: s.f.opt.Files, Results: s.results, Read: s.f.sourceText}
	return writeTo(s.std, s.f.html, func(w io.Writer) error { return html.Write(w, p) })
}
