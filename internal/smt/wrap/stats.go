package wrap

import (
	"math"
	"sync/atomic"

	"hardbop/internal/obs"
	"hardbop/internal/smt"
)

// Counters count what provers and solvers did. They may be shared by any number of
// goroutines; the zero Counters are ready for use.
type Counters struct {
	asked   atomic.Int64
	simple  atomic.Int64
	hits    atomic.Int64
	checks  atomic.Int64
	sat     atomic.Int64
	unsat   atomic.Int64
	unknown atomic.Int64
	retries atomic.Int64
	seconds atomic.Uint64 // bits of a float64
}

// Stats are the numbers of Counters at one time.
type Stats struct {
	Asked   int64   `json:"asked"`   // questions to provers
	Simple  int64   `json:"simple"`  // answered by simplification or bounds
	Hits    int64   `json:"hits"`    // answered by the cache
	Checks  int64   `json:"checks"`  // checks by a solver
	Sat     int64   `json:"sat"`     // of these, by status
	Unsat   int64   `json:"unsat"`   //
	Unknown int64   `json:"unknown"` //
	Retries int64   `json:"retries"` // unknown answers that were asked for once more
	Seconds float64 `json:"seconds"` // wall time in checks, summed over the workers
}

// Stats returns the current numbers.
func (c *Counters) Stats() Stats {
	return Stats{
		Asked: c.asked.Load(), Simple: c.simple.Load(), Hits: c.hits.Load(), Checks: c.checks.Load(),
		Sat: c.sat.Load(), Unsat: c.unsat.Load(), Unknown: c.unknown.Load(), Retries: c.retries.Load(),
		Seconds: math.Float64frombits(c.seconds.Load()),
	}
}

func (c *Counters) addSeconds(s float64) {
	for {
		old := c.seconds.Load()
		if c.seconds.CompareAndSwap(old, math.Float64bits(math.Float64frombits(old)+s)) {
			return
		}
	}
}

// check runs and counts a check.
func (c *Counters) check(f func() smt.Result) smt.Result {
	w := obs.Start()
	r := f()
	c.addSeconds(w.Seconds())
	c.checks.Add(1)
	switch r.Status {
	case smt.Sat:
		c.sat.Add(1)
	case smt.Unsat:
		c.unsat.Add(1)
	default:
		c.unknown.Add(1)
	}
	return r
}
