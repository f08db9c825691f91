package boolprog

// Valuation holds the values of the slots of a procedure, 64 to a word.
type Valuation []uint64

// NewValuation returns a valuation of n slots, all false.
func NewValuation(n int) Valuation { return make(Valuation, (n+63)/64) }

// Get returns the value of a slot.
func (v Valuation) Get(slot int) bool { return v[slot/64]>>(slot%64)&1 != 0 }

// Set gives a slot a value.
func (v Valuation) Set(slot int, value bool) {
	if value {
		v[slot/64] |= 1 << (slot % 64)
	} else {
		v[slot/64] &^= 1 << (slot % 64)
	}
}

// Step is a state of a run: a node, before it is executed, and the values of the
// variables of its procedure.
type Step struct {
	Proc   int // index into Program.Procs
	Node   int // index into Graph.Nodes
	Values Valuation
}

// Path is a run from the entry of main. A call is followed by the entry of the callee,
// an exit by the state in the caller after the call. The last step is the one that
// was looked for: a node that is reached, or an assert that fails. Calls that have
// not returned by then stay open.
type Path []Step

// Length returns the number of statements that a path executes: the weights of all its
// nodes but the last, which counts only if it is an assert, the one that fails.
func (p Path) Length(graphs []*Graph) int {
	n := 0
	for i, s := range p {
		node := &graphs[s.Proc].Nodes[s.Node]
		if i < len(p)-1 || node.Kind == NodeAssert {
			n += node.Weight()
		}
	}
	return n
}
