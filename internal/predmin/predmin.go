package predmin

import (
	"encoding/binary"
	"slices"
)

// Set is a set of candidates: their numbers, ascending.
type Set []int

// partOf reports whether all elements are in the other set.
func (s Set) partOf(of Set) bool {
	for _, c := range s {
		k, in := slices.BinarySearch(of, c)
		if !in {
			return false
		}
		of = of[k:]
	}
	return true
}

// Eliminator knows the traces and the candidates.
type Eliminator interface {
	// Eliminates reports whether the abstraction with these candidates rules out the trace.
	Eliminates(trace int, set Set) bool
}

// Strategy chooses candidates for the traces that it was told of.
type Strategy interface {
	// Add tells of a trace, or tells more of it. Candidates are those that may matter to it,
	// the most promising first; known is a set that is said to rule it out, nil for none.
	Add(trace int, candidates []int, known Set)
	// Choose returns a set to go on with, which rules out all traces, as the Eliminator has
	// confirmed; of a choice that grew since only parts are confirmed, and a trace that it
	// doesn't rule out comes back to be told again. If it has none it returns the traces for which nothing was found, which may
	// be none of them: then what rules out each doesn't rule out all, or not with fewer
	// candidates than a set that was proved to be enough.
	Choose() (set Set, open []int, ok bool)
	// Proved tells that the set chosen last rules out all traces that there are. It returns a
	// smaller set to be tried, if one may be enough.
	Proved() (set Set, ok bool)
	// Least returns a set as small as the strategy knows that rules out all traces.
	Least() (set Set, ok bool)
}

// Limits bound the search for each trace.
type Limits struct {
	Sub int // sets that are tried: MAXSUB of the paper
	Elm int // sets that are found, if single candidates don't do: MAXELM
}

// DefaultLimits are those of the paper's experiments.
func DefaultLimits() Limits { return Limits{Sub: 1000, Elm: 20} }

// traces are those that a strategy knows, in order, with what was found out about them.
type traces struct {
	oracle Eliminator
	list   []*trace
	byID   map[int]*trace
	key    []byte // scratch
}

// trace is a trace with what is known of it.
type trace struct {
	id         int
	candidates []int
	known      []Set
	answers    map[string]bool // by the key of a set
	options    []Set           // what rules it out; nil if that isn't known yet
}

func newTraces(oracle Eliminator) traces { return traces{oracle: oracle, byID: map[int]*trace{}} }

// add notes a trace, or what is new of it.
func (ts *traces) add(id int, candidates []int, known Set) {
	t := ts.byID[id]
	if t == nil {
		t = &trace{id: id, answers: map[string]bool{}}
		ts.byID[id] = t
		ts.list = append(ts.list, t)
	}
	t.candidates, t.options = candidates, nil
	if known != nil {
		t.known = append(t.known, known)
	}
}

// eliminates asks the oracle, once for each set.
func (ts *traces) eliminates(t *trace, set Set) bool {
	ts.key = set.appendKey(ts.key[:0])
	yes, ok := t.answers[string(ts.key)]
	if !ok {
		yes = ts.oracle.Eliminates(t.id, set)
		t.answers[string(set.appendKey(nil))] = yes
	}
	return yes
}

// appendKey appends what tells the set from others.
func (s Set) appendKey(key []byte) []byte {
	for _, c := range s {
		key = binary.AppendUvarint(key, uint64(c))
	}
	return key
}

// all reports whether the set rules out all traces. The latest ones are asked about first:
// the others are the more likely to be ruled out.
func (ts *traces) all(set Set) bool {
	for _, t := range slices.Backward(ts.list) {
		if !ts.eliminates(t, set) {
			return false
		}
	}
	return true
}

// reduced leaves out of a set that rules out t what isn't needed for that.
func (ts *traces) reduced(t *trace, set Set) Set {
	for i := 0; i < len(set); {
		if rest := without(set, i); ts.eliminates(t, rest) {
			set = rest
		} else {
			i++
		}
	}
	return set
}

// without returns the set without its i-th element.
func without(set Set, i int) Set { return slices.Delete(slices.Clone(set), i, i+1) }

// Union returns the elements of both.
func Union(a, b Set) Set {
	all := slices.Concat(a, b)
	slices.Sort(all)
	return slices.Compact(all)
}
