package check

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"hardbop/internal/cegar"
	"hardbop/internal/cil"
	"hardbop/internal/replay"
	"hardbop/internal/result"
)

// ReplayMode says what becomes of UNSAFE.
type ReplayMode string

// The modes. The zero value is that of ReplayOff.
const (
	ReplayOff     ReplayMode = "off"
	ReplayAuto    ReplayMode = "auto"    // replayed if there is a compiler; it stays UNSAFE
	ReplayRequire ReplayMode = "require" // UNKNOWN if it can't be replayed
)

// Valid reports whether m is one of the modes.
func (m ReplayMode) Valid() bool { return m == ReplayOff || m == ReplayAuto || m == ReplayRequire }

// replays reports whether error paths are replayed, or their harnesses written.
func (opt Options) replays() bool {
	return opt.Replay == ReplayAuto || opt.Replay == ReplayRequire || opt.ReplayOut != ""
}

// replay replays the path of an UNSAFE and puts into r how that went. marks are points that the
// run has to come to in the order of the path; nil for none. An error says that the harness can't
// be written to its file.
func (p *Prepared) replay(in run, r *result.Result, out *cegar.Outcome, marks map[*cil.Node]int) error {
	if r.Verdict != result.Unsafe || !in.opt.replays() {
		return nil
	}
	in.env.Enter("replay of the error path")
	h, why := p.harness(out, marks)
	if h != nil && in.opt.ReplayOut != "" {
		if err := os.WriteFile(in.opt.ReplayOut, []byte(h.Text), 0o644); err != nil {
			return fmt.Errorf("--replay-out: %w", err)
		}
	}
	if in.opt.Replay != ReplayAuto && in.opt.Replay != ReplayRequire {
		return nil
	}
	if why == nil {
		why = p.runHarness(in, h)
	}
	r.Replay = replayResult(why)
	if in.opt.Replay == ReplayRequire && why != nil {
		r.Lower(result.Reason{Code: "not-replayed", Text: fmt.Sprintf("the error path was not replayed: %s (%s)", r.Replay.Text, r.Replay.Code), Where: r.Where})
	}
	return nil
}

// harness writes the harness of the path in out.
func (p *Prepared) harness(out *cegar.Outcome, marks map[*cil.Node]int) (*replay.Harness, error) {
	switch {
	case out.Undefined != nil:
		return nil, replay.Reason{Code: replay.Undefined, Text: everyRun(p.breach(out.Path, out.Undefined))}
	case out.Script == nil:
		return nil, replay.Reason{Code: replay.NoScript}
	}
	number := 0
	for i, t := range p.Input.Targets {
		if t.Node == out.Path.Steps[len(out.Path.Steps)-1].Node {
			number = i
		}
	}
	return replay.New(replay.Error{Prog: p.Prog, Path: out.Path, Script: out.Script, Number: number, Marks: marks})
}

// runHarness returns nil if the harness gets to the error.
func (p *Prepared) runHarness(in run, h *replay.Harness) error {
	cc, err := replay.FindCompiler(in.opt.ReplayCC)
	if err != nil {
		return err
	}
	done := h.Run(in.ctx, cc, in.opt.ends())
	if len(done.Missing) > 0 {
		in.env.Note("the replay ran without " + strings.Join(done.Missing, ", "))
	}
	return done.Reason
}

// ends has how harnesses ended in earlier runs; nil for none. Where a verdict depends on the replay it isn't asked.
func (opt Options) ends() replay.Memory {
	if opt.Cache == nil || opt.Replay == ReplayRequire {
		return nil
	}
	return opt.Cache
}

// replayResult says why a path was not replayed; nil is that it was.
func replayResult(why error) *result.Replay {
	if why == nil {
		return &result.Replay{Replayed: true}
	}
	var reason replay.Reason
	if !errors.As(why, &reason) {
		return &result.Replay{Code: string(replay.NoBuild), Text: why.Error()}
	}
	return &result.Replay{Code: string(reason.Code), Text: reason.Error()}
}
