package check

import (
	"hardbop/c2bp"
	"hardbop/internal/enc"
	"hardbop/internal/smt"
)

// backends are the provers of a run: one for each thread. The first also serves what isn't
// spread over threads.
type backends []smt.Backend

// openBackends opens a prover for each of the threads that opt allows.
func openBackends(opt Options, open smt.Opener) (backends, error) {
	var bs backends
	for range max(1, opt.Jobs) {
		b, err := open(smt.NewFactory())
		if err != nil {
			bs.Close()
			return nil, err
		}
		bs = append(bs, b)
	}
	return bs, nil
}

// Close closes all of them.
func (bs backends) Close() {
	for _, b := range bs {
		b.Close()
	}
}

// provers returns one prover of abstractions for each thread.
func (p *Prepared) provers(at precision, bs backends, sem enc.Options) []c2bp.Prover {
	ps := make([]c2bp.Prover, len(bs))
	for i, b := range bs {
		ps[i] = p.prover(at, b, sem)
	}
	return ps
}
