package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"hardbop"
	"hardbop/internal/cfront"
	"hardbop/internal/result"
	"hardbop/internal/rules"
	"hardbop/internal/source"
)

const explainUsage = `usage: hardbop explain [--full] [CODE | RESULT.json]

Explains the code of a reason for UNKNOWN or of an assumption, or shows a result file as
text. Without an argument it lists the codes. Exit code: 0, 3 if there is no such code or
file.

`

// runExplain is the command explain.
func runExplain(args []string, std streams) int {
	fs := newFlagSet("explain", explainUsage, std)
	full, color := fs.Bool("full", false, fullUsage), ""
	colorFlag(fs, &color)
	err := parseArgs(fs, args)
	if err == nil {
		err = checkColor(color)
	}
	switch {
	case err == pflag.ErrHelp:
		return exitOK
	case err != nil:
		return complainUsage(std, "explain", err)
	case fs.NArg() > 1:
		return complainUsage(std, "explain", fmt.Errorf("expected one code or file"))
	case fs.NArg() == 0:
		listCodes(std.out)
		return exitOK
	}
	if explainCode(fs.Arg(0), std.out) {
		return exitOK
	}
	return showResult(fs.Arg(0), textView(*full, coloured(color, std.out)), std)
}

// listCodes lists the codes of reasons and of assumptions, each with its meaning.
func listCodes(w io.Writer) {
	fmt.Fprintln(w, "Reasons for UNKNOWN:")
	for _, c := range slices.Sorted(maps.Keys(result.Codes)) {
		fmt.Fprintf(w, "  %-18s %s\n", c, result.Codes[c].Meaning)
	}
	fmt.Fprintln(w, "\nAssumptions (ASSUMPTIONS.md):")
	all := assumptionCodes()
	for _, c := range slices.Sorted(maps.Keys(all)) {
		fmt.Fprintf(w, "  %-18s %s\n", c, all[c])
	}
}

// assumptionCodes returns the meanings of the codes of assumptions.
func assumptionCodes() map[string]string {
	all := maps.Clone(result.Assumptions)
	maps.Copy(all, cfront.Unsupported)
	return all
}

// allCodes lists the codes of reasons and assumptions, and the numbers of these.
func allCodes() []string {
	codes := slices.Concat(slices.Sorted(maps.Keys(result.Codes)), slices.Sorted(maps.Keys(assumptionCodes())))
	for _, a := range hardbop.Assumptions() {
		codes = append(codes, a.Number)
	}
	return codes
}

// explainCode explains a code as what it may be: a reason, an assumption or both.
func explainCode(code string, w io.Writer) bool {
	reason, isReason := result.Codes[code]
	if isReason {
		fmt.Fprintf(w, "%s: %s\n", code, reason.Meaning)
		for _, t := range reason.Try {
			fmt.Fprintf(w, "  try: %s\n", t)
		}
	}
	text, isAssumption := assumptionCodes()[code]
	if isAssumption {
		fmt.Fprintf(w, "%s, an assumption: %s (ASSUMPTIONS.md)\n", code, text)
		explainMore(code, w)
	}
	return isReason || isAssumption || explainNumber(code, w)
}

// explainNumber explains the codes of the assumptions with a number of ASSUMPTIONS.md; one without a code by what is
// there.
func explainNumber(number string, w io.Writer) bool {
	all, found := assumptionCodes(), false
	for _, c := range slices.Sorted(maps.Keys(all)) {
		if slices.Contains(strings.Split(result.Numbers[c], ", "), number) {
			fmt.Fprintf(w, "%s, %s, an assumption: %s (ASSUMPTIONS.md)\n", number, c, all[c])
			explainMore(c, w)
			found = true
		}
	}
	for _, a := range hardbop.Assumptions() {
		if !found && a.Number == number {
			fmt.Fprintf(w, "%s, an assumption: %s (ASSUMPTIONS.md)\n", number, a.Text)
			explainOver(a, w)
			return true
		}
	}
	return found
}

// explainMore says of the code of an assumption why it is so, what that means for SAFE, and what may be done.
func explainMore(code string, w io.Writer) {
	for _, a := range hardbop.Assumptions() {
		if result.Numbers[code] == a.Number {
			explainOver(a, w)
		}
	}
	for _, line := range result.Details[code] {
		fmt.Fprintf(w, "  %s\n", line)
	}
}

// explainOver says of an assumption that leaves no runs out that SAFE doesn't rest on it.
func explainOver(a hardbop.Assumption, w io.Writer) {
	if a.Over {
		fmt.Fprintf(w, "  SAFE doesn't suffer: this only adds runs (an over-approximation)\n")
	}
}

// libraryRule is the rule of the library that is called so; "" if there is none.
func libraryRule(name string) string {
	lib, err := rules.Load()
	if err != nil {
		return ""
	}
	if found := lib.Named(name); len(found) == 1 {
		return found[0].Name
	}
	return ""
}

// showResult shows a result file as text.
func showResult(file string, view func(io.Writer, *result.Result) error, std streams) int {
	if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
		hint := "; \"hardbop explain\" lists the codes"
		if near := source.DidYouMean(file, allCodes()); near != "" {
			hint = near
		}
		if r := libraryRule(file); r != "" {
			hint = "; \"hardbop rules explain " + r + "\" explains the rule"
		}
		fmt.Fprintf(std.err, "hardbop explain: %q is neither a code nor a file%s\n", file, source.Printable(hint))
		return exitInput
	}
	rs, err := readResults(file)
	if err != nil {
		fmt.Fprintf(std.err, "hardbop explain: %v\n", err)
		return exitInput
	}
	for _, r := range rs {
		if unlessUnread(view(std.out, r)) != nil {
			return exitInternal
		}
	}
	return exitOK
}
