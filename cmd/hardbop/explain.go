package main

import (
	"encoding/json"
	"fmt"
	"sort"

	"hardbop/internal/report"
	"hardbop/internal/result"
	"hardbop/internal/source"
)

// version is the tool's version.
const version = "0.1.0"

const explainUsage = `usage: hardbop explain CODE | RESULT.json

Explains a reason code of UNKNOWN, or shows a result file as text. Without an argument
it lists the codes.
`

// runExplain is the command explain.
func runExplain(args []string, std streams) int {
	if len(args) > 1 || len(args) == 1 && (args[0] == "--help" || args[0] == "-h") {
		fmt.Fprint(std.err, explainUsage)
		if len(args) == 1 {
			return exitOK
		}
		return exitInput
	}
	if len(args) == 0 {
		var codes []string
		for c := range result.Codes {
			codes = append(codes, c)
		}
		sort.Strings(codes)
		for _, c := range codes {
			fmt.Fprintf(std.out, "%-22s %s\n", c, result.Codes[c].Meaning)
		}
		return exitOK
	}
	if c, ok := result.Codes[args[0]]; ok {
		fmt.Fprintf(std.out, "%s: %s\n", args[0], c.Meaning)
		for _, t := range c.Try {
			fmt.Fprintf(std.out, "  try: %s\n", t)
		}
		return exitOK
	}
	b, err := source.ReadRegular(args[0])
	if err != nil {
		fmt.Fprintf(std.err, "hardbop explain: %q is neither a reason code nor a file; \"hardbop explain\" lists the codes\n", args[0])
		return exitInput
	}
	var r result.Result
	if err := json.Unmarshal(b, &r); err != nil || r.Schema != result.Schema {
		fmt.Fprintf(std.err, "hardbop explain: %s: not a result of schema %d\n", args[0], result.Schema)
		return exitInput
	}
	if report.Text(std.out, &r) != nil {
		return exitInternal
	}
	return exitOK
}
