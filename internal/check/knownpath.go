package check

import (
	"slices"
	"strings"

	"hardbop/c2bp"
	"hardbop/internal/cegar"
	"hardbop/internal/digest"
	"hardbop/internal/path"
	"hardbop/internal/pred"
	"hardbop/internal/result"
)

// This file begins with the error path that an earlier run found in the very same program. It is no
// answer: it is checked bit by bit, and replayed, as if it had been found now. Where that fails the loop
// runs as ever.

// tryPath checks the error path that is known of the program with a content. It returns nil if there is
// none, or it can't be run.
func (p *Prepared) tryPath(r run, of digest.Sum, analyst cegar.Analyst) *cegar.Outcome {
	if r.opt.recall == nil || r.opt.minimizes() || r.opt.Evidence || r.opt.Dump != "" {
		return nil
	}
	text := r.opt.recall.old.Paths[of]
	if text == nil {
		return nil
	}
	way, err := path.Read(p.Prog, "path", string(text))
	if err != nil || !p.isErrorPath(way) {
		return nil
	}
	r.env.Enter("bit-precise check of an error path that is known")
	c := analyst.Recheck(way)
	if c.Kind != cegar.Feasible {
		return nil
	}
	r.opt.recall.keepPath(of, text)
	return &cegar.Outcome{Verdict: result.Unsafe, Path: way, Notes: c.Notes, Undefined: c.Undefined, Script: c.Script, Preds: &pred.Set{}}
}

// isErrorPath reports whether a path begins where runs start and ends at a node that must not be reached.
func (p *Prepared) isErrorPath(way *path.Path) bool {
	n := len(way.Steps)
	return n > 0 && way.Steps[0].Node == p.Input.Entry.Entry &&
		slices.ContainsFunc(p.Input.Targets, func(t c2bp.Target) bool { return t.Node == way.Steps[n-1].Node })
}

// notePath keeps the error path of an outcome, if there is one, for the program with a content.
func (r *recall) notePath(of digest.Sum, out *cegar.Outcome) {
	var text strings.Builder
	if r == nil || out.Verdict != result.Unsafe || path.Write(&text, out.Path) != nil {
		return
	}
	r.keepPath(of, []byte(text.String()))
}

func (r *recall) keepPath(of digest.Sum, text []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.paths[of] = text
}
