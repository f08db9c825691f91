package main

import (
	"io"

	"hardbop/internal/html"
	"hardbop/internal/source"
)

// page writes the results as a page for a browser, if that was asked for.
func (s *session) page() error {
	if s.f.html == "" || len(s.results) == 0 {
		return nil
	}
	p := html.Run{Version: version, Files: s.f.opt.Files, Results: s.results, Read: source.ReadRegular}
	return writeFile(s.f.html, func(w io.Writer) error { return html.Write(w, p) })
}
