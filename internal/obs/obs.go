// Package obs is how a run is watched: time, progress lines, statistics, dumps. It is
// the only package that looks at the clock; nothing in it may influence a verdict.
package obs

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"time"
)

// Stopwatch measures wall time since it was started. The zero Stopwatch is not running.
type Stopwatch struct{ start time.Time }

// Start returns a running stopwatch.
func Start() Stopwatch { return Stopwatch{time.Now()} }

// Seconds returns the time since the start.
func (s Stopwatch) Seconds() float64 { return time.Since(s.start).Seconds() }

// Env is what stages get to report with. The zero Env is silent.
type Env struct {
	Progress io.Writer // progress lines; nil for none
	Stage    func(name string)
	// OnReport gets what [Env.Report] prints, in numbers; nil for nobody.
	OnReport func(Iteration)
	watch    Stopwatch
	at       string
}

// NewEnv returns an Env that writes progress lines to w (nil for none) and tells stage
// which stage the run is in (nil for nobody).
func NewEnv(w io.Writer, stage func(string)) *Env {
	return &Env{Progress: w, Stage: stage, watch: Start()}
}

// Enter says that the stage called name begins.
func (e *Env) Enter(name string) {
	if e == nil {
		return
	}
	if e.at = name; e.Stage != nil {
		e.Stage(name)
	}
}

// At is the stage that the run is in; "" if nobody said.
func (e *Env) At() string {
	if e == nil {
		return ""
	}
	return e.at
}

// Note prints a line for people.
func (e *Env) Note(text string) {
	if e != nil && e.Progress != nil {
		fmt.Fprintln(e.Progress, text)
	}
}

// Iteration is one round of the refinement loop in numbers.
type Iteration struct {
	N          int `json:"iteration"`
	Predicates int `json:"predicates"`
	Statements int `json:"statements"` // C statements that were abstracted again, with another outcome
	Queries    int `json:"queries"`    // prover queries since the start
	CacheHits  int `json:"cache_hits"`
	BDDNodes   int `json:"bdd_nodes"`
	PathLength int `json:"path_length"` // C statements on the error path; 0 if none
}

// Report prints one aligned progress line; the first comes with a heading.
func (e *Env) Report(it Iteration) {
	if e != nil && e.OnReport != nil {
		e.OnReport(it)
	}
	if e == nil || e.Progress == nil {
		return
	}
	if it.N == 1 {
		fmt.Fprintf(e.Progress, "%5s %6s %6s %8s %8s %9s %6s %8s\n", "iter", "preds", "stmts", "queries", "hits", "bddnodes", "path", "seconds")
	}
	fmt.Fprintf(e.Progress, "%5d %6d %6d %8d %8d %9d %6d %8.2f\n", it.N, it.Predicates, it.Statements, it.Queries, it.CacheHits, it.BDDNodes, it.PathLength, e.watch.Seconds())
}

// Now is the time, for files that say when they were used last.
func Now() time.Time { return time.Now() }

// Today is the time by which days are told: that of the clock, or SOURCE_DATE_EPOCH (seconds since
// 1970), which builds set that have to come out the same again.
func Today() time.Time {
	if s, err := strconv.ParseInt(os.Getenv("SOURCE_DATE_EPOCH"), 10, 64); err == nil {
		return time.Unix(s, 0).UTC()
	}
	return time.Now()
}
