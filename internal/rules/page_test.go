package rules

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "bring the manual's pages about the rules up to date")

// pages are the manual's pages that are made of the library.
func pages() []struct{ family, title, intro string } {
	const intro = "The rules of the family `%s`, with what `hardbop rules explain` says of each; `rules.md` says how they are used. This page is made from the library."
	const wdm = `

Not covered are KMDF and UMDF drivers, file systems, NDIS and Storport. Threads, interrupts and other processors are not: callbacks run
one after the other. An environment (` + "`--entry auto`, `entries.md`" + `) tells the rules where dispatch routines and StartIo begin and end, and in
which context a callback runs; with a routine as the entry, rules about dispatch routines have no events. The routines of ` + "`wdm.h`" + ` are
modelled in ` + "`internal/models/library/wdm.c`" + `. The headers of mingw-w64 are read as they are, with
` + "`--cc x86_64-w64-mingw32-gcc --data-model LLP64`" + ` and ` + "`-I`" + ` for their folders ` + "`include`" + ` and ` + "`include/ddk`" + `.`
	return []struct{ family, title, intro string }{
		{"linux", "Rules for Linux", fmt.Sprintf(intro, "linux")},
		{"wdm", "Rules for Windows' driver model", fmt.Sprintf(intro, "wdm") + wdm},
	}
}

// The pages say what the library says.
func TestPages(t *testing.T) {
	lib := library(t)
	for _, p := range pages() {
		list, err := lib.Select(p.family)
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		if err := WritePage(&b, p.title, p.intro, list); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join("..", "..", "docs", "rules-"+p.family+".md")
		if *update {
			if err := os.WriteFile(file, []byte(b.String()), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(file)
		if err != nil || string(got) != b.String() {
			t.Errorf("%s isn't what the library says (go test ./internal/rules -update): %v", file, err)
		}
	}
}
