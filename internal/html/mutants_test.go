package html

import (
	"testing"

	"hardbop/internal/mutant"
)

// TestMutants plants faults and expects other tests to fail.
func TestMutants(t *testing.T) {
	mutant.Kill(t, []mutant.Fault{
		{Name: "what a variable without a value happened to be is told", File: "trace.go", Tests: "TestUninitialised",
			Old: "c.New = \"uninitialised\"", New: "_ = c"},
		{Name: "control characters reach the page", File: "page.go", Tests: "TestInert$",
			Old: `return source.Printable(strings.ReplaceAll(s, "\t", "    "))`, New: `_ = source.Printable; return s`},
		{Name: "coloured source isn't escaped", File: "source.go", Tests: "TestInert$",
			Old: `fmt.Fprintf(b, "<i class=%s>%s</i>", class, html.EscapeString(text))`, New: `fmt.Fprintf(b, "<i class=%s>%s</i>", class, text)`},
		{Name: "names in the automaton aren't escaped", File: "machine.go", Tests: "TestInert$",
			Old: `b.WriteString(html.EscapeString(l.text))`, New: `b.WriteString(l.text)`},
		{Name: "a string ends at an escaped quote", File: "source.go", Tests: "TestPages",
			Old: "		case '\\\\':\n			i++\n", New: ""},
		{Name: "a trace takes the violation's edge at the first event", File: "machine.go", Tests: "TestTaken",
			Old: "if i == lastEvent {", New: "if i <= lastEvent {"},
		{Name: "what isn't needed is shown", File: "trace.go", Tests: "TestPages",
			Old: "case keep[i]:", New: "case keep[i] || true:"},
		{Name: "a call's values are the caller's", File: "script.js", Tests: "TestKeys",
			Old: `depth(next) > d ? depth(next) : d`, New: `d`},
		{Name: "keys leave a trace at its end", File: "script.js", Tests: "TestKeys",
			Old: "list.length - 1)]);\n  };\n  const foldAtStep", New: "list.length)]);\n  };\n  const foldAtStep"},
		{Name: "what is folded isn't found", File: "script.js", Tests: "TestSearch",
			Old: `unfold(e.closest(".fold"), true);
    choose(e);`, New: `choose(null);`},
	})
}
