package certify

import (
	"hardbop/internal/enc"
	"hardbop/internal/path"
	"hardbop/internal/smt"
)

// This file refutes errors path by path, where few ways lead there from the start of the program:
// the encoder of paths knows memory byte by byte, and which objects are apart.

// maxPaths bounds the ways to an error that are looked at one by one, pathLimit the work for each,
// in the prover's steps.
const (
	maxPaths  = 64
	pathLimit = 20_000_000
)

// refuted reports whether none of the ways from the start of the program to place j can be gone.
func (r *Region) refuted(j int) bool {
	if r.proc != r.sys.start || r.from != r.proc.Entry {
		return false
	}
	ways, ok := r.ways(j, map[int]int{})
	if !ok || ways > maxPaths {
		return false
	}
	return r.eachWay(j, nil, r.impossible)
}

// ways counts the ways to place j, up to more than [maxPaths]. It is false if one goes through what
// isn't a path of the program as it is written.
func (r *Region) ways(j int, known map[int]int) (int, bool) {
	if j == 0 {
		return 1, true
	}
	if n, ok := known[j]; ok {
		return n, true
	}
	sum := 0
	for _, e := range r.in[j] {
		n, ok := r.ways(e.from, known)
		if p := r.places[e.from]; !ok || p.Call != nil || p.indirect {
			return 0, false
		}
		sum = min(sum+n, maxPaths+1)
	}
	known[j] = sum
	return sum, true
}

// eachWay calls f with each way to place j, behind which comes rest, as long as it says true.
func (r *Region) eachWay(j int, rest []path.Step, f func([]path.Step) bool) bool {
	if j == 0 {
		return f(rest)
	}
	for _, e := range r.in[j] {
		steps := []path.Step{{Node: r.places[j].Node}}
		if len(rest) > 0 {
			steps = rest
		}
		if p := r.places[e.from]; !p.numbers {
			steps = append([]path.Step{{Node: p.Node, Taken: e.k}}, steps...)
		}
		if !r.eachWay(e.from, steps, f) {
			return false
		}
	}
	return true
}

// impossible reports whether the steps can't be gone, wherever objects lie.
func (r *Region) impossible(steps []path.Step) bool {
	opt := enc.PathOptions{Options: r.sys.opt.Semantics, Extern: r.sys.opt.Extern, AllocFails: r.sys.opt.AllocFails, Layout: enc.AnyLayout}
	opt.Theory = enc.Bits
	form := enc.Encode(r.sys.prog, r.f, &path.Path{Steps: steps}, opt)
	if len(form.Partial) > 0 {
		return false
	}
	s := r.backend.NewSolver(smt.BitPrecise)
	defer s.Close()
	s.SetLimit(pathLimit)
	for _, t := range form.Facts {
		s.Assert(t)
	}
	for _, c := range form.Conds {
		s.Assert(c.Cond)
	}
	r.sys.Queries++
	return s.Check().Status == smt.Unsat
}
