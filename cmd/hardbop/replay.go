package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"hardbop/internal/replay"
	"hardbop/internal/source"
)

const replayUsage = `usage: hardbop replay FILE.c [--replay-cc CC]

Compiles the replay harness in the file, as "hardbop check --replay-out" writes it, and runs
it in a sandbox: does it get to its error point?
Exit code: 1 if it does, 2 if not, 3 for wrong input, 4 for an internal error.

`

func runReplay(args []string, std streams) int {
	fs := newFlagSet("replay", replayUsage, std)
	cc := fs.String("replay-cc", "", "compile with `CC` (default cc or gcc)")
	if err := parseArgs(fs, args); err != nil {
		if err == pflag.ErrHelp {
			return exitOK
		}
		return complainUsage(std, "replay", err)
	}
	if fs.NArg() != 1 {
		return complainUsage(std, "replay", fmt.Errorf("expected one C file"))
	}
	std.stage("replay")
	return replayFile(fs.Arg(0), *cc, std)
}

func replayFile(file, cc string, std streams) int {
	text, err := source.ReadRegular(file)
	if err != nil {
		return failed(std, "replay", err)
	}
	h, err := replay.Parse(string(text))
	if err != nil {
		return failed(std, "replay", fmt.Errorf("%s: %w", file, err))
	}
	compiler, err := replay.FindCompiler(cc)
	if err != nil {
		return failed(std, "replay", err)
	}
	out := h.Run(context.Background(), compiler, nil)
	if len(out.Missing) > 0 {
		fmt.Fprintf(std.err, "hardbop replay: ran without %s\n", strings.Join(out.Missing, ", "))
	}
	if out.Reason == nil {
		fmt.Fprintln(std.out, "replayed: yes")
		return exitUnsafe
	}
	var why replay.Reason
	code := "internal"
	if errors.As(out.Reason, &why) {
		code = string(why.Code)
	}
	fmt.Fprintf(std.out, "not replayed: %s [%s]\n", source.Printable(out.Reason.Error()), code)
	return exitUnknown
}
