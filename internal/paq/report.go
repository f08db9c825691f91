package paq

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"slices"

	"hardbop/internal/source"
)

// Run is how a solver did on the query of a file, and what it cost.
type Run struct {
	File     string   `json:"file"`
	Query    string   `json:"query,omitempty"`
	Solver   string   `json:"solver"`
	Solved   bool     `json:"solved"`
	Reason   string   `json:"reason,omitempty"` // why it isn't solved, in a word
	Detail   string   `json:"detail,omitempty"`
	Winner   string   `json:"winner,omitempty"` // of a race
	TimeS    float64  `json:"time_s"`
	CPUS     float64  `json:"cpu_s"` // of the whole process
	MemoryMB float64  `json:"memory_mb"`
	Models   int      `json:"models,omitempty"`
	Checks   int      `json:"checks,omitempty"`
	Nodes    int      `json:"nodes,omitempty"`
	Vars     int      `json:"vars"` // important constants
	Minterms string   `json:"minterms,omitempty"`
	Cubes    int      `json:"cubes"`
	Answer   []string `json:"answer,omitempty"` // cubes; nil if there are too many or nobody asked
	Digest   string   `json:"digest,omitempty"` // of the answer: equal ones have equal digests
}

// maxCubes bounds lists of cubes, and countedCubes the cubes that are counted where nobody wants
// the list: counting many takes more time and memory than some solvers need.
const (
	maxCubes     = 100_000
	countedCubes = 1000
)

// Take puts an answer to a run, with its cubes if they are wanted.
func (r *Run) Take(q *Query, a *Answer, cubes bool) {
	r.Solved, r.Minterms, r.Digest = true, a.Minterms().String(), a.digest()
	most := countedCubes
	if cubes {
		most = maxCubes
	}
	list, err := a.Cubes(most)
	if err != nil {
		r.Cubes = -1
		return
	}
	r.Cubes = len(list)
	if cubes {
		r.Answer = []string{}
		for _, c := range list {
			r.Answer = append(r.Answer, c.Format(q.Important))
		}
	}
}

// digest identifies the answer.
func (a *Answer) digest() string {
	h := sha256.New()
	fmt.Fprintln(h, a.vars, a.root, a.nodes)
	return hex.EncodeToString(h.Sum(nil)[:12])
}

// Row sums up how a solver did on all queries.
type Row struct {
	Solver    string  `json:"solver"`
	Queries   int     `json:"queries"`
	Failed    int     `json:"failed"`
	TotalS    float64 `json:"total_s"`  // failures count as the time limit
	SolvedS   float64 `json:"solved_s"` // of the solved ones alone
	AverageS  float64 `json:"average_s"`
	MaxMemory float64 `json:"max_memory_mb"`
}

// Table sums up runs by solver, as figure 4a of the paper does. limit is what a failure counts,
// in seconds.
func Table(runs []*Run, limit float64) []Row {
	var rows []Row
	for _, r := range runs {
		i := slices.IndexFunc(rows, func(x Row) bool { return x.Solver == r.Solver })
		if i < 0 {
			i = len(rows)
			rows = append(rows, Row{Solver: r.Solver})
		}
		x := &rows[i]
		x.Queries++
		x.MaxMemory = max(x.MaxMemory, r.MemoryMB)
		if !r.Solved {
			x.Failed++
			x.TotalS += limit
			continue
		}
		x.TotalS += r.TimeS
		x.SolvedS += r.TimeS
		x.AverageS = x.SolvedS / float64(x.Queries-x.Failed)
	}
	return rows
}

// WriteTable writes rows for people.
func WriteTable(w io.Writer, rows []Row) error {
	_, err := fmt.Fprintf(w, "%-12s %8s %7s %11s %13s %13s %9s\n", "solver", "queries", "failed", "total s", "avg solved s", "total solved", "peak MB")
	for _, x := range rows {
		if err == nil {
			_, err = fmt.Fprintf(w, "%-12s %8d %7d %11.2f %13.3f %13.2f %9.0f\n", x.Solver, x.Queries, x.Failed, x.TotalS, x.AverageS, x.SolvedS, x.MaxMemory)
		}
	}
	return err
}

// WriteLine writes a run as a line.
func (r *Run) WriteLine(w io.Writer) error {
	line := fmt.Sprintf("%-12s %9.3fs %5.0fMB  ", r.Solver, r.TimeS, r.MemoryMB)
	switch {
	case !r.Solved:
		line += "failed: " + r.Reason
		if r.Detail != "" {
			line += ": " + r.Detail
		}
	default:
		line += fmt.Sprintf("%s of 2^%d valuations, ", r.Minterms, r.Vars)
		if r.Cubes >= 0 {
			line += fmt.Sprintf("%d cubes", r.Cubes)
		} else {
			line += "many cubes"
		}
		if r.Winner != "" {
			line += ", by " + r.Winner
		}
		if r.Models > 0 {
			line += fmt.Sprintf(", %d models", r.Models)
		}
		line += fmt.Sprintf(", %d nodes", r.Nodes)
	}
	_, err := fmt.Fprintf(w, "%s  %s\n", source.Printable(line), source.Printable(r.File))
	return err
}

// WriteAnswer writes the answer of a solved run, which depends on the query only.
func (r *Run) WriteAnswer(w io.Writer) error {
	head := fmt.Sprintf("%s: %s of 2^%d valuations", source.Printable(r.File), r.Minterms, r.Vars)
	if r.Cubes < 0 {
		head += ", more than " + fmt.Sprint(maxCubes) + " cubes"
	}
	_, err := fmt.Fprintln(w, head)
	for _, c := range r.Answer {
		if err == nil {
			_, err = fmt.Fprintf(w, "  %s\n", source.Printable(c))
		}
	}
	return err
}
